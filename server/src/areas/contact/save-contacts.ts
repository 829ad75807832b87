import { createHash } from 'node:crypto'
import {
  CONTACT_ROLE_MAX,
  CONTACTS_MAX,
  type ContactList,
  type SaveContacts,
} from '@portico/contract/clients/client-contacts.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Tx, Db } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { Answer, type FieldIssue, refuse, refuseField, refuseIssues, refuseStale } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import {
  type NamedRepresentative,
  type WantedRepresentative,
  lockRepresentatives,
  listNamedRepresentatives,
  listActiveStaff,
  replaceRepresentatives,
} from './representative-store.ts'
import { auditChange } from '../audit/public.ts'
import { runFirst } from '../../db/run.ts'
import { hasClient } from '../clients/public.ts'
import { instant, nullable, statement, text } from '../../db/statement.ts'

/** Makes these the representatives of a client, or of clients without their own (null), in this order. */
export async function saveContacts({ db }: { db: Db }, call: CallContext, clientId: number | null, form: SaveContacts) {
  const wanted = form.contacts.map(({ userId, roleTxt = '' }) => ({ userId, role: plainName(roleTxt) }))
  if (wanted.length > CONTACTS_MAX) return refuseField('contacts', sentences.contacts_too_many({ max: CONTACTS_MAX }))
  return db.transact(adminScope(call.caller), async (tx) => {
    lockRepresentatives(tx, clientId)
    if (clientId !== null && !(await hasClient(tx, clientId))) return refuse('404', sentences.not_found)
    const before = await listNamedRepresentatives(tx, clientId)
    const isStale = form.versionTxt !== undefined && form.versionTxt !== versionOf(before)
    if (isStale) return refuseStaleContacts(tx, targetOf(clientId))
    const active = await listActiveStaff(
      tx,
      wanted.map(({ userId }) => userId),
    )
    const issues = issuesOf(wanted, [...active, ...before.map(({ userId }) => userId)])
    if (issues.length > 0) return refuseIssues(issues)
    replaceRepresentatives(tx, clientId, wanted)
    const after = await listNamedRepresentatives(tx, clientId)
    auditChange(tx, call, { event: EVENT, ...targetOf(clientId), clientId }, auditState(before), auditState(after))
    return new Answer(contactList(after), { message: sentences.contacts_saved })
  })
}

const EVENT = 'client_contacts_changed'

const targetOf = (clientId: number | null) =>
  clientId === null ? { kind: 'default_contacts', id: 'default' } : { kind: 'client', id: String(clientId) }

/** What the audit trail compares. */
const auditState = (contacts: readonly NamedRepresentative[]) => ({
  contacts: contacts.map(({ userId, role }) => ({ userId, role })),
})

/** A contact who has left since may stay until an administrator removes them. */
function issuesOf(wanted: readonly WantedRepresentative[], allowed: readonly number[]): FieldIssue[] {
  return wanted.flatMap(({ userId, role }, index): FieldIssue[] => {
    const place = index + 1
    if (!allowed.includes(userId)) return [{ field: 'contacts', message: sentences.contacts_not_staff({ place }) }]
    const first = wanted.findIndex((one) => one.userId === userId) + 1
    if (first < place) return [{ field: 'contacts', message: sentences.contacts_duplicate({ first, place }) }]
    if (role.length <= CONTACT_ROLE_MAX) return []
    return [{ field: `contacts.${index}.roleTxt`, message: sentences.field_too_long }]
  })
}

const latestChange = statement([text, text], {
  name: 'contact: latest change',
  text: `
  select ${userNameSql('event.actor_user_id')} as "changedByName", event.at as "changedAt"
    from audit_events event
   where event.target_kind = $1 and event.target_id = $2 and event.event = '${EVENT}'
   order by event.id desc limit 1`,
  row: { changedByName: nullable(text), changedAt: instant },
})

/** The '409' about contacts that someone else has changed, with who and when. */
async function refuseStaleContacts(tx: Tx, { kind, id }: { kind: string; id: string }) {
  const latest = await runFirst(tx, latestChange(kind, id))
  const change = latest ?? { changedByName: null, changedAt: await databaseTime(tx) }
  return refuseStale(change, sentences.contacts_stale, sentences.contacts_stale_unknown)
}

/** Differs between any two lists. */
const versionOf = (contacts: readonly NamedRepresentative[]): string =>
  createHash('sha256')
    .update(JSON.stringify(contacts.map(({ userId, role }) => [userId, role])))
    .digest('base64url')

export const contactList = (contacts: readonly NamedRepresentative[]): ContactList => ({
  contacts: contacts.map((one) => ({
    userId: one.userId,
    firstNm: one.firstName,
    lastNm: one.lastName,
    userNm: one.userName,
    emailAddress: one.email,
    roleTxt: one.role,
    activeFlg: one.isActive,
  })),
  versionTxt: versionOf(contacts),
})
