import type { auditEventTexts } from '@portico/contract/audit/audit-event-texts.ts'
import type { Tx } from '../../db/database.ts'
import type { ActContext, RequestContext } from '../../http/caller.ts'
import { differenceOf } from './difference-rules.ts'
import { queue } from '../../db/run.ts'
import { address, int, jsonText, nullable, statement, text } from '../../db/statement.ts'

/** Event names of the OWASP Logging Vocabulary, and the portal's own: those that have a text. */
export type AuditEvent = keyof typeof auditEventTexts extends `audit_event_${infer Code}` ? Code : never

/** The kind of the target of events about backups of the portal. */
export const BACKUP_TARGET = 'backup'

/** The kind of the target of events about trials of backups. */
export const BACKUP_TRIAL_TARGET = 'backup trial'

export interface AuditEntry {
  event: AuditEvent
  /** Who acted: the administrator in an emulated session. Null before sign-in. */
  actorId: number | null
  /** The user whose data it is about. */
  subjectId: number | null
  sessionId: number | null
  /** The client it concerns, for the scope of readers; by default the subject's, null where it concerns all. */
  clientId?: number | null
  target?: { kind: string; id: string | number }
  before?: unknown
  after?: unknown
}

const auditEvent = statement(
  [
    text,
    nullable(int),
    nullable(int),
    nullable(int),
    nullable(text),
    nullable(text),
    nullable(jsonText),
    nullable(jsonText),
    nullable(address),
    nullable(text),
    nullable(int),
    nullable(int),
    nullable(int),
  ],
  {
    name: 'audit: audit event',
    text: `
  insert into audit_events (event, actor_user_id, subject_user_id, session_id, target_kind, target_id, before, after, address, request_id,
    client_id, service_account_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11, (select client_id from users where id = $12)), $13)`,
  },
)

const auditEvents = statement([jsonText, nullable(address), nullable(text), nullable(int)], {
  name: 'audit: audit events',
  text: `
  insert into audit_events (event, actor_user_id, subject_user_id, session_id, target_kind, target_id, before, after, address, request_id,
    service_account_id, client_id)
  select event, actor, subject, session, kind, target, before, after, $2, $3, $4,
         coalesce(client, (select client_id from users where id = "clientUser"))
    from jsonb_to_recordset($1::jsonb) each (event text, actor integer, subject integer, session bigint, kind text,
         target text, before jsonb, after jsonb, client integer, "clientUser" integer)`,
})

/** Text that jsonb accepts: without NUL and unpaired surrogates, which outside text can contain. */
const stateText = (state: unknown): string | null => (state === undefined ? null : storableJson(state))

const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '') : part,
  )

/** The user whose client an event concerns; null where its client is given, or it concerns all. */
const clientUserOf = (clientId: number | null | undefined, subjectId: number | null): number | null =>
  clientId === undefined ? subjectId : null

// The table `audit_events`, to which the portal can only add.

/** The request of an event; of a call by a token, with its service account. */
type AuditContext = Pick<RequestContext, 'id' | 'address' | 'serviceAccountId'>

/** Acts on the command line come from no address. */
const addressIn = (context: AuditContext | null): string | null => (context?.address ? context.address : null)

/** Written in the transaction of the change, which does not commit when it fails. */
export function recordAudit(tx: Tx, context: AuditContext | null, entry: AuditEntry): void {
  queue(
    tx,
    auditEvent(
      entry.event,
      entry.actorId,
      entry.subjectId,
      entry.sessionId,
      entry.target?.kind ?? null,
      entry.target === undefined ? null : String(entry.target.id),
      stateText(entry.before),
      stateText(entry.after),
      addressIn(context),
      context?.id ?? null,
      entry.clientId ?? null,
      clientUserOf(entry.clientId, entry.subjectId),
      context?.serviceAccountId ?? null,
    ),
  )
}

/** Records many events of one request in one statement. */
export function recordAudits(tx: Tx, context: AuditContext | null, entries: readonly AuditEntry[]): void {
  const rows = entries.map(({ actorId, subjectId, sessionId, clientId, target, event, before, after }) => ({
    event,
    actor: actorId,
    subject: subjectId,
    session: sessionId,
    client: clientId ?? null,
    clientUser: clientUserOf(clientId, subjectId),
    kind: target?.kind ?? null,
    target: target === undefined ? null : String(target.id),
    before,
    after,
  }))
  queue(tx, auditEvents(storableJson(rows), addressIn(context), context?.id ?? null, context?.serviceAccountId ?? null))
}

/**
 * Records the difference between two states of a record; null before: added, null after: removed. Values named
 * in `secret` are never stored. False where nothing differs, and then nothing is recorded.
 */
export function auditChange<State extends object>(
  tx: Tx,
  { caller, request }: ActContext,
  { event, ...target }: ChangedRecord,
  before: State | null,
  after: State | null,
  { secret = [] }: { secret?: readonly (keyof State & string)[] } = {},
): boolean {
  const difference = differenceOf(before, after, secret)
  if (!difference) return false
  const { kind, id, clientId, subjectId = caller.user.id } = target
  recordAudit(tx, request, { event, ...auditActor(caller), subjectId, clientId, target: { kind, id }, ...difference })
  return true
}

export interface ChangedRecord {
  event: AuditEvent
  kind: string
  id: string | number
  /** The client that owns the record; null when it belongs to all. */
  clientId: number | null
  /** The user whose data it is about; by default the caller. */
  subjectId?: number
}

/** Actor, subject and session of a signed-in caller for an audit entry. */
export function auditActor(caller: ActContext['caller']): Pick<AuditEntry, 'actorId' | 'subjectId' | 'sessionId'> {
  return { actorId: caller.actorId ?? caller.user.id, subjectId: caller.user.id, sessionId: caller.sessionId || null }
}
