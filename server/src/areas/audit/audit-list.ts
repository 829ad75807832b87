import { userFieldList } from '@portico/contract/users/user-fields.ts'
import type { AuditedEvent } from '@portico/contract/audit/audit.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListSource } from '../../db/list-page.ts'
import { stateInWords } from '@portico/contract/audit/audit-words.ts'
import { auditEventTexts } from '@portico/contract/audit/audit-event-texts.ts'
import { auditTargetTexts } from '@portico/contract/audit/audit-target-texts.ts'
import { MessageRef, sentences as t, type Translate } from '../../http/sentences.ts'
import { portalPageNames, shippedInWords } from '../../http/shipped-names.ts'
import type { SheetColumn } from '../../spreadsheet/sheet-columns.ts'
import { type AuditFilters, countedByDays } from './counted-events.ts'
import { targetIdOf, targetNameOf } from './audit-targets.ts'

/** Who acted: a user, or a service account and for whom. */
function actorName(translate: Translate) {
  const [name, client] = ['\u0001', '\u0002']
  const words = translate(t.audit_service_actor({ name, client }))
  return sql<string | null>`case when service.id is null then actor.user_name when employer.id is null then service.name
    else replace(replace(${words}::text, ${name}::text, service.name), ${client}::text, employer.name::text) end`
}

/** Fields of users that only internal administrators see. */
const internalFields = userFieldList.filter(({ isInternalOnly }) => isInternalOnly).map(({ name }) => name)

const OTHER_EMPLOYERS = ['employer', 'requestedEmployer']

/** Of a number of a person in a state; row-level security narrows `users` to those whom the reader may see. */
const isVisibleUser = (value: string) => sql`exists (select from users where id = (${sql.raw(value)} #>> '{}')::int)`

/**
 * Names of other clients and numbers of people outside of the own one in the states of events are not for an
 * administrator of one client, who reads `other` or nothing instead. `client` is theirs.
 */
const withoutOutsiders = (state: string, other: string) => sql`
  case when jsonb_typeof(${sql.raw(state)}) = 'object' then coalesce((
    select jsonb_object_agg(key, case
        when key in (${sql.join(OTHER_EMPLOYERS.map((key) => sql.lit(key)))}) and value <> 'null'
             and value <> to_jsonb(client.name::text) then to_jsonb(${other}::text)
        when key = 'recipientId' and jsonb_typeof(value) = 'number' and not ${isVisibleUser('value')} then 'null'::jsonb
        when key = 'recipients' and jsonb_typeof(value) = 'array' then (
          select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(value) one where ${isVisibleUser('one')})
        else value end)
      from jsonb_each(${sql.raw(state)})
     where key not in (${sql.join(internalFields.map((name) => sql.lit(name)))})), '{}') end`
const stateObject = (state: string) =>
  sql`case when jsonb_typeof(${sql.raw(state)}) = 'object' then ${sql.raw(state)} end`

/**
 * True of events that tell of a change, also of an account by somebody else; the condition of the indexes
 * `audit_all_changes…`.
 */
const isChange = sql<SqlBool>`(event.event !~ ${sql.lit(
  '^(authn|authz|session|emulation|excess|favorite)_|_(opened|downloaded|exported|dismissed|skipped|tried|tested)$',
)} or event.event = 'authz_admin'
  or event.event = 'authn_password_change' and event.actor_user_id is distinct from event.subject_user_id)`

/**
 * The audit trail in an administrator's scope, in the wording of its reader: `clientId` null for all clients. Row-level
 * security does not cover events, so the condition on the client is part of the statement.
 */
export function auditSource(
  clientId: number | null,
  translate: Translate,
): ListSource<'eventDt', AuditFilters, AuditedEvent> {
  const other = translate(t.audit_other_client)
  const stateOf = (state: string) => (clientId === null ? stateObject(state) : withoutOutsiders(state, other))
  // A filter by the number of somebody outside finds nothing: it would tell whose number it is.
  const isVisible = (id: number) => (clientId === null ? sql`true` : sql`exists (select from users where id = ${id})`)
  const isOutsider = clientId === null ? sql`false` : sql`event.actor_user_id is not null and actor.id is null`
  const isVisibleService = clientId === null ? sql`true` : sql`service.client_id = ${clientId}`
  const unlessOutside = (column: 'actor' | 'subject') => {
    const id = sql.ref(`event.${column}_user_id`)
    return clientId === null ? id : sql`case when ${sql.ref(`${column}.id`)} is not null then ${id} end`
  }
  return {
    from: sql`audit_events event`,
    id: sql`event.id`,
    ...(clientId !== null && { where: sql`event.client_id = ${clientId}` }),
    total: (given) => countedByDays(clientId, given),
    columns: { eventDt: sql`event.at` },
    filters: {
      actorId: (id) => sql`event.actor_user_id = ${id} and ${isVisible(id)}`,
      subjectId: (id) => sql`event.subject_user_id = ${id} and ${isVisible(id)}`,
      clientId: (id) => sql`event.client_id = ${id}`,
      eventCd: (name) => sql`event.event = ${name}`,
      targetKindTxt: (kind) => sql`event.target_kind = ${kind}`,
      targetIdTxt: (id) => sql`${targetIdOf(clientId)} = ${id}`,
      fromDt: (moment) => sql`event.at >= ${moment}`,
      toDt: (moment) => sql`event.at < ${moment}`,
      changesFlg: (isOnly) => (isOnly ? isChange : sql`true`),
    },
    rows: {
      from: sql`(audit_events event
        left join users actor on actor.id = event.actor_user_id
        left join users subject on subject.id = event.subject_user_id
        left join clients client on client.id = event.client_id
        left join service_accounts service on service.id = event.service_account_id and ${isVisibleService}
        left join clients employer on employer.id = service.client_id)`,
      id: sql`event.id`,
      select: sql<AuditedEvent>`
        event.id as "auditEventId", event.at as "eventDt", event.event as "eventCd",
        case when service.id is null then ${unlessOutside('actor')} end as "actorId", ${actorName(translate)} as "actorNm",
        ${unlessOutside('subject')} as "subjectId", subject.user_name as "subjectNm",
        event.client_id as "clientId", client.name::text as "clientNm",
        event.target_kind as "targetKindTxt", ${targetIdOf(clientId)} as "targetIdTxt",
        ${targetNameOf(clientId)} as "targetNm",
        ${stateOf('event.before')} as before, ${stateOf('event.after')} as after,
        case when not (${isOutsider}) then host(event.address) end as "addressTxt", event.request_id as "requestId"`,
    },
  }
}

/** True of events that tell of a change of a user's account or access; the condition of the index `audit_account_changes`. */
const isAccountChange = sql`event.event ~ ${sql.lit(
  '^(user_|grants_|access_request|access_review_(decided|undone)|second_factor_changed|(directory_)?identity_|system_accounts_|dormant_user_|temporary_password_|authz_admin$|authn_password_(change|recovery)$)',
)}`

function newestOf(
  { rows, where = sql`true` }: Pick<ListSource<string, unknown, AuditedEvent>, 'rows' | 'where'>,
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<AuditedEvent> {
  return sql<AuditedEvent>`
    select ${rows.select} from ${rows.from}
     where event.id in (
       select event.id from audit_events event where ${where} and ${condition} order by event.id desc limit ${limit})
     order by event.id desc`
}

/** Selects the newest changes in an administrator's scope; `clientId` null for all clients. */
export const latestChanges = (clientId: number | null, translate: Translate, limit: number): RawBuilder<AuditedEvent> =>
  newestOf(auditSource(clientId, translate), isChange, limit)

/** Selects the newest changes of a user's account and access, in an administrator's scope. */
export function latestChangesOfUser(
  clientId: number | null,
  translate: Translate,
  { userId, limit }: { userId: number; limit: number },
): RawBuilder<AuditedEvent> {
  const source = auditSource(clientId, translate)
  return newestOf(source, sql`${source.filters.subjectId(userId)} and ${isAccountChange}`, limit)
}

/** A state as a text, with its known codes in the words of the reader. */
function written(translate: Translate, event: string, recorded: AuditedEvent['before']): string | null {
  const state = stateInWords(event, recorded, ({ key, values }) => translate(new MessageRef(key, values)))
  return state === null ? null : JSON.stringify(state)
}

/** The name of an event; one that this version does not know by its code. */
function actionInWords(translate: Translate, code: string): string {
  const key = `audit_event_${code}`
  return Object.hasOwn(auditEventTexts, key) ? translate(new MessageRef(key as keyof typeof auditEventTexts)) : code
}

/** Returns what gives the names that the portal has given in the words of the reader; other names stay. */
function targetNamesIn(translate: Translate): (event: AuditedEvent) => string | null {
  const pages = portalPageNames(translate)
  return ({ targetKindTxt, targetNm }) =>
    targetNm && ((targetKindTxt === 'page' ? pages[targetNm] : undefined) ?? shippedInWords(translate, targetNm))
}

/** What an event is about; a kind that this version does not know by its code. */
function kindInWords(translate: Translate, kind: string): string {
  const key = `audit_target_${kind.replaceAll(/[- ]/g, '_')}`
  return Object.hasOwn(auditTargetTexts, key) ? translate(new MessageRef(key as keyof typeof auditTargetTexts)) : kind
}

/** Looks the words of each code up once: an export has few codes in many rows. */
function eachOnce(wordsOf: (code: string) => string): (code: string) => string {
  const known = new Map<string, string>()
  return (code) => {
    const words = known.get(code) ?? wordsOf(code)
    known.set(code, words)
    return words
  }
}

/** The columns of the trail in a spreadsheet, in the wording of its reader. */
export function auditColumns(translate: Translate): readonly SheetColumn<AuditedEvent>[] {
  const action = eachOnce((code) => actionInWords(translate, code))
  const kind = eachOnce((code) => kindInWords(translate, code))
  return [
    { header: translate(t.audit_time_utc), value: (row) => row.eventDt, width: 20 },
    { header: translate(t.audit_event), value: (row) => row.eventCd, width: 28 },
    { header: translate(t.audit_action), value: (row) => action(row.eventCd), width: 28 },
    { header: translate(t.audit_actor), value: (row) => row.actorNm },
    { header: translate(t.audit_subject), value: (row) => row.subjectNm },
    { header: translate(t.audit_client), value: (row) => row.clientNm },
    {
      header: translate(t.audit_target),
      value: ({ targetKindTxt }) => targetKindTxt && kind(targetKindTxt),
    },
    { header: translate(t.audit_target_number), value: (row) => row.targetIdTxt },
    { header: translate(t.audit_target_named), value: targetNamesIn(translate) },
    {
      header: translate(t.audit_before),
      value: ({ eventCd, before }) => written(translate, eventCd, before),
      width: 40,
    },
    { header: translate(t.audit_after), value: ({ eventCd, after }) => written(translate, eventCd, after), width: 40 },
    { header: translate(t.audit_address), value: (row) => row.addressTxt },
    { header: translate(t.audit_request), value: (row) => row.requestId, width: 38 },
  ]
}
