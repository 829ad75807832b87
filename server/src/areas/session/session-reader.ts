import type { Gate } from '@portico/contract/kit/guard.ts'
import { hashToken, isSameHash } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { sharedReads } from '../../db/shared-reads.ts'
import type { Caller, HeldAdminPage, SessionReader } from '../../http/caller.ts'
import type { AuditTrail } from '../audit/public.ts'
import { DEFAULT_IDLE_MINUTES, endOf, gateOf, isAlive, TOUCH_AFTER_MS } from './session-rules.ts'

/** A row of the view `session_callers`: the session, its user and what gates need, in one read. */
interface SessionRow {
  session_id: number
  csrf_hash: Buffer
  binding_hash: Buffer
  actor_user_id: number | null
  last_active_at: Date
  idle_minutes: number | null
  expires_at: Date
  ended_at: Date | null
  end_reason: string | null
  user_id: number
  user_name: string
  first_name: string
  client_id: number
  status: number
  is_internal: boolean
  sign_in_kind: 'password' | 'directory' | 'federated'
  licence_accepted_at: Date | null
  password_changed_at: Date | null
  password_spent_at: Date | null
  password_ages: boolean
  security_question_id: number | null
  client_is_deleted: boolean
  now: Date
}

/** Asked at every request, hence no column more than needed. */
const sessionCaller = `
  select session_id, csrf_hash, binding_hash, actor_user_id, last_active_at, idle_minutes, expires_at, ended_at, end_reason,
         user_id, user_name, first_name, client_id, status, is_internal, sign_in_kind, licence_accepted_at,
         password_changed_at, password_spent_at, password_ages, security_question_id, client_is_deleted, now
    from session_callers where token_hash = $1`

const touchSession = `
  with touched as (
    update sessions set last_active_at = clock_now() where id = $1 and ended_at is null returning 1)
  select set_config('synchronous_commit', 'off', true) from (values (1)) now left join touched on true`

const heldAdminPages = 'select page_id as "pageId", page_name as "pageNm" from held_admin_pages where user_id = $1'

/** The caller plus what only this reader needs. */
interface ReadCaller extends Caller {
  csrfHash: Buffer
}

/** Reads the session of every request from the database, so that what ends it anywhere ends it everywhere at once. */
export function sessionReader(db: Db, audit: AuditTrail, passwordMaxAgeDays: number): SessionReader {
  const reuse = seldom(10 * 60_000)
  const touch = toucher(db)
  const rowOf = sharedReads((tokenHash: string) =>
    db.prepared<SessionRow>('session-caller', sessionCaller, [Buffer.from(tokenHash, 'base64')]),
  )
  return {
    read: async ({ token, binding }, facts, isActivity) => {
      const [row] = await rowOf(hashToken(token).toString('base64'))
      if (!row) return null
      const life = lifeOf(row)
      const isOver = !isAlive(life, row.now)
      if (binding === undefined || !isSameHash(hashToken(binding), row.binding_hash)) {
        if (isOver) return null
        const about = { actorId: null, subjectId: row.user_id, sessionId: row.session_id }
        if (reuse(row.session_id)) await audit.record(facts, { event: 'authn_token_reuse', ...about })
        return null
      }
      if (isOver) return endOf(life, row.end_reason, row.now)
      if (isActivity && row.now.getTime() - row.last_active_at.getTime() >= TOUCH_AFTER_MS) await touch(row.session_id)
      const adminPages = async (): Promise<readonly HeldAdminPage[]> =>
        row.actor_user_id === null ? db.prepared('held-admin-pages', heldAdminPages, [row.user_id]) : []
      return { ...callerOf(row, passwordMaxAgeDays), adminPages }
    },
    checkCsrf: (caller, csrfToken) =>
      csrfToken !== undefined && isSameHash(hashToken(csrfToken), (caller as ReadCaller).csrfHash),
  }
}

/**
 * Notes that a session is in use, once for a burst of calls. Nobody waits for the disk: should the note be
 * lost, the session goes idle a minute sooner.
 */
function toucher(db: Db): (id: number) => Promise<unknown> {
  const underWay = new Map<number, Promise<unknown>>()
  return (id) => {
    const known = underWay.get(id)
    if (known) return known
    const touched = db.prepared('session-touch', touchSession, [id]).finally(() => underWay.delete(id))
    underWay.set(id, touched)
    return touched
  }
}

/** True the first time for an id, and again after a while: so that a flood of tries does not flood the audit trail. */
function seldom(milliseconds: number): (id: number) => boolean {
  const told = new Map<number, number>()
  return (id) => {
    const now = performance.now()
    const last = told.get(id)
    if (last !== undefined && now - last < milliseconds) return false
    if (told.size >= 10_000) told.clear()
    told.set(id, now)
    return true
  }
}

const lifeOf = (row: SessionRow) => ({
  lastActiveAt: row.last_active_at,
  idleMinutes: row.idle_minutes ?? DEFAULT_IDLE_MINUTES,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
  userStatus: row.status,
  isClientDeleted: row.client_is_deleted,
})

function callerOf(row: SessionRow, passwordMaxAgeDays: number): Omit<ReadCaller, 'adminPages'> {
  const gate: Gate | null = gateOf(
    {
      signInKind: row.sign_in_kind,
      isInternal: row.is_internal,
      licenceAcceptedAt: row.licence_accepted_at,
      passwordChangedAt: row.password_changed_at,
      passwordSpentAt: row.password_spent_at,
      passwordAges: row.password_ages,
      securityQuestionId: row.security_question_id,
    },
    row.now,
    passwordMaxAgeDays,
  )
  return {
    user: {
      id: row.user_id,
      userName: row.user_name,
      firstName: row.first_name,
      clientId: row.client_id,
      isInternal: row.is_internal,
    },
    actorId: row.actor_user_id,
    sessionId: row.session_id,
    gate,
    idleMinutes: row.idle_minutes ?? DEFAULT_IDLE_MINUTES,
    lastActiveAt: row.last_active_at,
    csrfHash: row.csrf_hash,
  }
}
