import type { Gate } from '@portico/contract/kit/guard.ts'
import { languageOfCode } from '@portico/contract/texts/languages.ts'
import { hashToken, isSameHash } from '../../crypto/tokens.ts'
import { callPlace, positionOf } from '../../db/call-place.ts'
import type { Db } from '../../db/database.ts'
import { DatabaseUnavailable } from '../../db/database-unavailable.ts'
import { run, runFirst, write } from '../../db/run.ts'
import {
  arrayOf,
  bool,
  bytes,
  instant,
  int,
  nullable,
  type RowOf,
  statement,
  text,
  textOf,
} from '../../db/statement.ts'
import { sharedReads } from '../../db/shared-reads.ts'
import type { Caller, SessionReader } from '../../http/caller.ts'
import { LRUCache } from 'lru-cache'
import type { AuditTrail } from '../audit/public.ts'
import { administrationOf } from './held-administration.ts'
import { DEFAULT_IDLE_MINUTES, endOf, gateOf, isAlive, isAuthenticationFresh, TOUCH_AFTER_MS } from './session-rules.ts'

const columns = `
  session_id as "sessionId", csrf_hash as "csrfHash", binding_hash as "bindingHash", actor_user_id as "actorUserId",
  actor_session_id as "actorSessionId", is_look_only as "isLookOnly", last_active_at as "lastActiveAt",
  idle_minutes as "idleMinutes", expires_at as "expiresAt", ended_at as "endedAt", end_reason as "endReason",
  user_id as "userId", user_name as "userName", first_name as "firstName", client_id as "clientId", status,
  is_internal as "isInternal", sign_in_kind as "signInKind", license_accepted_at as "licenseAcceptedAt",
  password_changed_at as "passwordChangedAt", password_spent_at as "passwordSpentAt",
  password_ages as "passwordAges", security_question_id as "securityQuestionId",
  client_is_deleted as "clientIsDeleted", now, closing_at as "closingAt", language, written_to::text as "writtenTo"`

const callerRow = {
  sessionId: int,
  csrfHash: bytes,
  bindingHash: bytes,
  actorUserId: nullable(int),
  actorSessionId: nullable(int),
  isLookOnly: bool,
  lastActiveAt: instant,
  idleMinutes: nullable(int),
  expiresAt: instant,
  endedAt: nullable(instant),
  endReason: nullable(text),
  userId: int,
  userName: text,
  firstName: text,
  clientId: int,
  status: int,
  isInternal: bool,
  signInKind: textOf<'password' | 'directory' | 'federated'>(),
  licenseAcceptedAt: nullable(instant),
  passwordChangedAt: nullable(instant),
  passwordSpentAt: nullable(instant),
  passwordAges: bool,
  securityQuestionId: nullable(int),
  clientIsDeleted: bool,
  now: instant,
  closingAt: nullable(instant),
  language: nullable(text),
  writtenTo: nullable(text),
}

/** A row of the view `session_callers`: the session, its user and what gates need, in one read. */
type SessionRow = RowOf<typeof sessionCaller>

/** Runs on every request, hence no column more than needed. */
const sessionCaller = statement([bytes], {
  name: 'session: caller',
  text: `select ${columns} from session_callers where token_hash = $1`,
  row: callerRow,
})

const touchSessions = statement([arrayOf(int)], {
  name: 'touch sessions',
  text: `
  with touched as (
    update sessions set last_active_at = clock_now() where id = any($1::bigint[]) and ended_at is null returning 1)
  select set_config('synchronous_commit', 'off', true) as setting from (values (1)) now left join touched on true`,
  row: { setting: text },
})

const authenticatedAt = statement([int], {
  name: 'session: authenticated at',
  text: 'select authenticated_at as at, clock_now() as now from sessions where id = $1',
  row: { at: instant, now: instant },
})

const emulationStanding = statement([int], {
  name: 'session: emulation standing',
  text: 'select may_continue as "mayContinue" from emulation_standings where session_id = $1',
  row: { mayContinue: bool },
})

/** True while the administrator may act as the user, and is signed in themselves. */
async function mayContinueEmulation(db: Db, sessionId: number): Promise<boolean> {
  return (await runFirst(db, emulationStanding(sessionId)))?.mayContinue === true
}

/** The caller, with fields that only this reader needs. */
interface ReadCaller extends Caller {
  csrfHash: Buffer
}

/** Reads the session of every request from the database, so that a session that ends on one node ends on all. */
export function sessionReader(db: Db, audit: AuditTrail, passwordMaxAgeDays: number): SessionReader {
  const reuse = throttle(10 * 60_000)
  const touch = touchCoalescer(db)
  const rowsOf = async (tokenHash: string) => {
    const rows = await run(db, sessionCaller(Buffer.from(tokenHash, 'base64')))
    return { rows, isMissed: hasMissedPrimary() }
  }
  // What a replica may say to a call while the primary is lost is nothing for other calls.
  const [strict, lenient] = [sharedReads(rowsOf), sharedReads(rowsOf)]
  const rowOf = async (token: string) => {
    const { rows, isMissed } = await (callPlace()?.mayMissPrimary ? lenient : strict)(
      hashToken(token).toString('base64'),
    )
    // Calls that read a session together have waited for the primary together.
    if (isMissed) noteMissedPrimary()
    return rows[0]
  }
  return {
    read: async ({ token, binding }, context, isActivity) => {
      const row = await rowOf(token)
      if (!row) return null
      const life = lifeOf(row)
      const isOver = !isAlive(life, row.now)
      if (binding === undefined || !isSameHash(hashToken(binding), row.bindingHash)) {
        if (isOver) return null
        const about = { actorId: null, subjectId: row.userId, sessionId: row.sessionId }
        if (reuse(row.sessionId)) await audit.record(context, { event: 'authn_token_reuse', ...about })
        return null
      }
      if (isOver) return endOf(life, row.endReason, row.now)
      if (row.actorUserId !== null && !(await mayContinueEmulation(db, row.sessionId))) return null
      // A call that does without the primary does so without the note of its activity.
      if (isActivity && !hasMissedPrimary() && row.now.getTime() - row.lastActiveAt.getTime() >= TOUCH_AFTER_MS)
        await touch(row).catch(refuseUnlessMissed)
      const isSignInFresh = async (): Promise<boolean> => {
        const session = await runFirst(db, authenticatedAt(row.sessionId))
        return session !== undefined && isAuthenticationFresh(session.at, session.now)
      }
      return {
        ...callerOf(row, passwordMaxAgeDays),
        hasMissedPrimary: hasMissedPrimary(),
        ...administrationOf(db, { ...row, isEmulated: row.actorUserId !== null }),
        isSignInFresh,
      }
    },
    checkCsrf: (caller, csrfToken) =>
      csrfToken !== undefined && isSameHash(hashToken(csrfToken), (caller as ReadCaller).csrfHash),
  }
}

/**
 * Returns a function that updates the session's last activity, and that of the administrator's own session behind an
 * emulated one (decision E8), once for concurrent calls. The write is not durable: if it is lost, the session goes idle
 * a minute sooner.
 */
function touchCoalescer(db: Db): (row: Pick<SessionRow, 'sessionId' | 'actorSessionId'>) => Promise<unknown> {
  const underWay = new Map<number, Promise<unknown>>()
  return ({ sessionId: id, actorSessionId }) => {
    const known = underWay.get(id)
    if (known) return known
    const ids = actorSessionId === null ? [id] : [id, actorSessionId]
    const touched = write(db, touchSessions(ids)).finally(() => underWay.delete(id))
    underWay.set(id, touched)
    return touched
  }
}

const hasMissedPrimary = (): boolean => callPlace()?.hasMissedPrimary ?? false

function noteMissedPrimary(): void {
  const place = callPlace()
  if (place) place.hasMissedPrimary = true
}

/** @throws the failure of a note of activity, unless the call does without the primary, which is lost */
function refuseUnlessMissed(error: unknown): void {
  const isMissed = callPlace()?.mayMissPrimary && error instanceof DatabaseUnavailable && error.isLoss
  if (!isMissed) throw error
  noteMissedPrimary()
}

/** Returns a predicate that is true at most once per id and interval, so that repeated attempts do not flood the audit trail. */
function throttle(milliseconds: number): (id: number) => boolean {
  const recent = new LRUCache<number, true>({ max: 10_000, ttl: milliseconds, ttlResolution: 0 })
  return (id) => {
    if (recent.has(id)) return false
    recent.set(id, true)
    return true
  }
}

const lifeOf = (row: SessionRow) => ({
  lastActiveAt: row.lastActiveAt,
  idleMinutes: row.idleMinutes ?? DEFAULT_IDLE_MINUTES,
  expiresAt: row.expiresAt,
  endedAt: row.endedAt,
  closingAt: row.closingAt,
  userStatus: row.status,
  isClientDeleted: row.clientIsDeleted,
})

function callerOf(
  row: SessionRow,
  passwordMaxAgeDays: number,
): Omit<ReadCaller, 'adminPages' | 'authority' | 'isSignInFresh'> {
  const gate = gateOfRow(row, passwordMaxAgeDays)
  return {
    user: {
      id: row.userId,
      userName: row.userName,
      firstName: row.firstName,
      clientId: row.clientId,
      isInternal: row.isInternal,
      language: languageOfCode(row.language),
    },
    actorId: row.actorUserId,
    service: null,
    sessionId: row.sessionId,
    // The gates ask the user themselves for something; the administrator can neither answer nor accept it.
    gate: row.actorUserId === null ? gate : null,
    isReadOnly: row.isLookOnly,
    isClosing: row.closingAt !== null,
    idleMinutes: row.idleMinutes ?? DEFAULT_IDLE_MINUTES,
    lastActiveAt: row.lastActiveAt,
    writtenTo: row.writtenTo === null ? 0n : positionOf(row.writtenTo),
    csrfHash: row.csrfHash,
  }
}

const gateOfRow = (row: SessionRow, passwordMaxAgeDays: number): Gate | null =>
  gateOf(
    {
      signInKind: row.signInKind,
      isInternal: row.isInternal,
      licenseAcceptedAt: row.licenseAcceptedAt,
      passwordChangedAt: row.passwordChangedAt,
      passwordSpentAt: row.passwordSpentAt,
      passwordAges: row.passwordAges,
      securityQuestionId: row.securityQuestionId,
    },
    row.now,
    passwordMaxAgeDays,
  )

/** A session as it is at this moment, for those who act for it without its token. */
export interface LiveSession {
  sessionId: number
  userId: number
  clientId: number
  /** The administrator who emulates the user; null: nobody. */
  actorId: number | null
  isReadOnly: boolean
  bindingHash: Buffer
  authenticatedAt: Date
}

const sessionById = statement([int], {
  name: 'session: caller by id',
  text: `select ${columns}, authenticated_at as "authenticatedAt" from session_callers where session_id = $1`,
  row: { ...callerRow, authenticatedAt: instant },
})

/** Returns a session that is alive, past its gates and not closing, as the next request of its tab would find it. */
export async function readLiveSession(db: Db, id: number, passwordMaxAgeDays: number): Promise<LiveSession | null> {
  const row = await runFirst(db, sessionById(id))
  if (!row || row.closingAt !== null || !isAlive(lifeOf(row), row.now)) return null
  const isEmulated = row.actorUserId !== null
  if (isEmulated ? !(await mayContinueEmulation(db, id)) : gateOfRow(row, passwordMaxAgeDays) !== null) return null
  return {
    sessionId: row.sessionId,
    userId: row.userId,
    clientId: row.clientId,
    actorId: row.actorUserId,
    isReadOnly: row.isLookOnly,
    bindingHash: row.bindingHash,
    authenticatedAt: row.authenticatedAt,
  }
}
