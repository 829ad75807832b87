import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '../../audit/public.ts'
import { recordAudit } from '../../audit/public.ts'
import type { Tx } from '../../../db/database.ts'
import { memberIdOf, type MemberStep, patchGroup } from '../protocol/patch.ts'
import { isObject, readResource, type SourceDocument } from '../protocol/scim-values.ts'
import type { JsonObject } from '../protocol/scim-schema.ts'
import { ScimError } from '../protocol/scim-error.ts'
import { auditContext, directoryScope, type ScimAct, type ScimDeps, type VersionCheck } from '../scim-act.ts'
import { withUniqueness } from '../uniqueness.ts'
import { readGroupItems } from '../access/group-access-store.ts'
import { readGroupSets } from '../access/group-set-store.ts'
import { versionChanged } from '../users/change-user.ts'
import { changeMembers, type MemberChange } from './change-members.ts'
import { accountsToFollow, followByDirectory } from './follow-members.ts'
import { addGroup, lockGroup, readMembers, removeGroup, type ScimGroup, storeGroup } from './group-store.ts'

export const groupNotFound = (): ScimError => new ScimError(404, 'Group not found')

/** Adds a group with its members. It gives them nothing until an administrator says what. */
export async function createGroup(deps: ScimDeps, act: ScimAct, body: JsonObject): Promise<ScimGroup> {
  const { document, ids } = splitMembers(readResource('Group', body))
  const { clientId } = act.account
  return withUniqueness(() =>
    deps.db.transact(directoryScope(act), async (tx) => {
      const group = await addGroup(tx, clientId, document)
      const members = await changeMembers(tx, clientId, group.id, [{ kind: 'add', ids }])
      record(tx, act, 'directory_group_added', group.id, { before: undefined, after: document, members })
      return group
    }),
  )
}

/** A whole resource, or the body of a PATCH. */
export type GroupChange = { readonly put: JsonObject } | { readonly patch: unknown }

/** Changes a group; without a difference it keeps its version. */
export async function changeGroup(
  deps: ScimDeps,
  act: ScimAct,
  id: number,
  change: GroupChange,
  mayChange: VersionCheck,
): Promise<ScimGroup> {
  const { clientId } = act.account
  return withUniqueness(() =>
    deps.db.transact(directoryScope(act), async (tx) => {
      const held = await lockGroup(tx, clientId, id)
      if (!held) throw groupNotFound()
      if (!mayChange(held.version)) throw versionChanged()
      const { document, steps } = groupAfter(held, change)
      const members = await changeMembers(tx, clientId, id, steps)
      const isSame = isDeepStrictEqual(held.doc, document)
      if (isSame && members.added.size === 0 && members.removed.size === 0) return held
      const now = await storeGroup(tx, clientId, id, document)
      record(tx, act, 'directory_group_changed', id, {
        before: isSame ? undefined : held.doc,
        after: document,
        members,
      })
      const changed = await accountsToFollow(tx, clientId, id, [...members.added, ...members.removed])
      await followByDirectory(tx, act, changed, nameOf(held))
      return now
    }),
  )
}

function groupAfter(held: ScimGroup, change: GroupChange): { document: SourceDocument; steps: readonly MemberStep[] } {
  if ('put' in change) {
    const { document, ids } = splitMembers(readResource('Group', change.put))
    return { document, steps: [{ kind: 'replace', ids }] }
  }
  const { document, steps } = patchGroup(held.doc, change.patch)
  return { document: splitMembers(readResource('Group', document)).document, steps }
}

/** Members have a table of their own. */
function splitMembers({ members, ...document }: SourceDocument): { document: SourceDocument; ids: string[] } {
  const listed = (Array.isArray(members) ? members : []).filter(isObject)
  return { document, ids: listed.map(memberIdOf) }
}

const nameOf = ({ doc }: ScimGroup): string => String(doc['displayName'])

/** Removes a group; what it gave ends where no other group gives it. */
export async function deleteGroup(deps: ScimDeps, act: ScimAct, id: number, mayChange: VersionCheck): Promise<void> {
  const { clientId } = act.account
  await deps.db.transact(directoryScope(act), async (tx) => {
    const held = await lockGroup(tx, clientId, id)
    if (!held) throw groupNotFound()
    if (!mayChange(held.version)) throw versionChanged()
    const members = await readMembers(tx, clientId, id)
    const left = await accountsToFollow(
      tx,
      clientId,
      id,
      members.map((member) => member.id),
    )
    const gives = [...(await readGroupSets(tx, clientId, id)), ...(await readGroupItems(tx, clientId, id))].map(
      ({ name }) => name,
    )
    removeGroup(tx, clientId, id)
    const before = gives.length === 0 ? held.doc : { ...held.doc, gives }
    record(tx, act, 'directory_group_removed', id, { before, after: undefined, members: noMembers })
    await followByDirectory(tx, act, left, nameOf(held))
  })
}

const noMembers: MemberChange = { added: new Set(), removed: new Set(), unknown: [] }

/** Members that an event names; of more it has the number. */
const NAMED_MEMBERS = 100

interface Recorded {
  readonly before: SourceDocument | undefined
  readonly after: SourceDocument | undefined
  readonly members: MemberChange
}

function record(
  tx: Tx,
  act: ScimAct,
  event: AuditEntry['event'],
  id: number,
  { before, after, members }: Recorded,
): void {
  const { added, removed, unknown } = members
  const named = (ids: ReadonlySet<number>) => (ids.size === 0 ? undefined : [...ids].slice(0, NAMED_MEMBERS))
  recordAudit(tx, auditContext(act), {
    event,
    actorId: act.account.ownerId,
    subjectId: act.account.ownerId,
    sessionId: null,
    clientId: act.account.clientId,
    target: { kind: 'directory-group', id },
    before,
    after: after && {
      ...after,
      addedCount: added.size || undefined,
      added: named(added),
      removedCount: removed.size || undefined,
      removed: named(removed),
      unknownCount: unknown.length || undefined,
    },
  })
}
