import { adminPages, type Gate } from '@portico/contract/kit/guard.ts'
import { languageOfCode } from '@portico/contract/texts/languages.ts'
import { hashToken, isSameHash } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { write } from '../../db/run.ts'
import { arrayOf, int, statement, text } from '../../db/statement.ts'
import { sharedReads } from '../../db/shared-reads.ts'
import type { Authority, Caller, HeldAdminPage, SessionReader } from '../../http/caller.ts'
import { LRUCache } from 'lru-cache'
import type { AuditTrail } from '../audit/public.ts'
import { DEFAULT_IDLE_MINUTES, endOf, gateOf, isAlive, isAuthenticationFresh, TOUCH_AFTER_MS } from './session-rules.ts'

/** A row of the view `session_callers`: the session, its user and what gates need, in one read. */
interface SessionRow {
  session_id: number
  csrf_hash: Buffer
  binding_hash: Buffer
  actor_user_id: number | null
  actor_session_id: number | null
  is_look_only: boolean
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
  license_accepted_at: Date | null
  password_changed_at: Date | null
  password_spent_at: Date | null
  password_ages: boolean
  security_question_id: number | null
  client_is_deleted: boolean
  language: string | null
  now: Date
  closing_at: Date | null
  authenticated_at: Date
}

const columns = `
  session_id, csrf_hash, binding_hash, actor_user_id, actor_session_id, is_look_only, last_active_at, idle_minutes,
  expires_at, ended_at, end_reason, user_id, user_name, first_name, client_id, status, is_internal, sign_in_kind,
  license_accepted_at, password_changed_at, password_spent_at, password_ages, security_question_id, client_is_deleted,
  now, closing_at, language`

/** Runs on every request, hence no column more than needed. */
const sessionCaller = `select ${columns} from session_callers where token_hash = $1`

const touchSessions = statement([arrayOf(int)], {
  name: 'touch sessions',
  text: `
  with touched as (
    update sessions set last_active_at = clock_now() where id = any($1::bigint[]) and ended_at is null returning 1)
  select set_config('synchronous_commit', 'off', true) as setting from (values (1)) now left join touched on true`,
  row: { setting: text },
})

const authenticatedAt = 'select authenticated_at as at, clock_now() as now from sessions where id = $1'

const heldAdminPages = 'select page_id as "pageId", page_name as "pageNm" from held_admin_pages where user_id = $1'

/** A page that was added under another name matches no screen (decision E5) and opens none. */
async function readAdminPages(db: Db, userId: number): Promise<readonly HeldAdminPage[]> {
  const held = await db.prepared<{ pageId: number; pageNm: string }>(heldAdminPages, [userId])
  return held.filter((page): page is HeldAdminPage => adminPages.some((name) => name === page.pageNm))
}

const heldAuthority =
  'select is_portal_admin as "isPortalAdmin", admin_system_ids as "adminSystemIds", page_ids as "pageIds", may_sign_on_as as "maySignOnAs", is_us_associate as "isUsAssociate" from user_authorities where user_id = $1'

interface HeldAuthority {
  isPortalAdmin: boolean
  adminSystemIds: number[]
  pageIds: number[]
  maySignOnAs: boolean
  isUsAssociate: boolean
}

const emulationStanding = 'select may_continue as "mayContinue" from emulation_standings where session_id = $1'

/** True while the administrator may act as the user, and is signed in themselves. */
async function mayContinueEmulation(db: Db, sessionId: number): Promise<boolean> {
  const [standing] = await db.prepared<{ mayContinue: boolean }>(emulationStanding, [sessionId])
  return standing?.mayContinue === true
}

/** The caller, with fields that only this reader needs. */
interface ReadCaller extends Caller {
  csrfHash: Buffer
}

/** Reads the session of every request from the database, so that a session that ends on one node ends on all. */
export function sessionReader(db: Db, audit: AuditTrail, passwordMaxAgeDays: number): SessionReader {
  const reuse = throttle(10 * 60_000)
  const touch = touchCoalescer(db)
  const rowOf = sharedReads((tokenHash: string) =>
    db.prepared<SessionRow>(sessionCaller, [Buffer.from(tokenHash, 'base64')]),
  )
  return {
    read: async ({ token, binding }, context, isActivity) => {
      const [row] = await rowOf(hashToken(token).toString('base64'))
      if (!row) return null
      const life = lifeOf(row)
      const isOver = !isAlive(life, row.now)
      if (binding === undefined || !isSameHash(hashToken(binding), row.binding_hash)) {
        if (isOver) return null
        const about = { actorId: null, subjectId: row.user_id, sessionId: row.session_id }
        if (reuse(row.session_id)) await audit.record(context, { event: 'authn_token_reuse', ...about })
        return null
      }
      if (isOver) return endOf(life, row.end_reason, row.now)
      if (row.actor_user_id !== null && !(await mayContinueEmulation(db, row.session_id))) return null
      if (isActivity && row.now.getTime() - row.last_active_at.getTime() >= TOUCH_AFTER_MS) await touch(row)
      const isSignInFresh = async (): Promise<boolean> => {
        const [session] = await db.prepared<{ at: Date; now: Date }>(authenticatedAt, [row.session_id])
        return session !== undefined && isAuthenticationFresh(session.at, session.now)
      }
      return { ...callerOf(row, passwordMaxAgeDays), ...administrationOf(db, row), isSignInFresh }
    },
    checkCsrf: (caller, csrfToken) =>
      csrfToken !== undefined && isSameHash(hashToken(csrfToken), (caller as ReadCaller).csrfHash),
  }
}

/** The administration scope of the user, read at most once a request; empty in an emulated session (decision E8). */
function administrationOf(db: Db, row: SessionRow): Pick<Caller, 'adminPages' | 'authority'> {
  const isEmulated = row.actor_user_id !== null
  const heldPages = once(async (): Promise<readonly HeldAdminPage[]> =>
    isEmulated ? [] : await readAdminPages(db, row.user_id),
  )
  const authority = once(async (): Promise<Authority> => {
    const [held] = isEmulated ? [] : await db.prepared<HeldAuthority>(heldAuthority, [row.user_id])
    return {
      userId: row.user_id,
      clientId: row.client_id,
      isInternal: row.is_internal,
      isPortalAdmin: held?.isPortalAdmin ?? false,
      adminSystemIds: held?.adminSystemIds ?? [],
      pageIds: held?.pageIds ?? [],
      maySignOnAs: held?.maySignOnAs ?? false,
      isUsAssociate: held?.isUsAssociate ?? false,
    }
  })
  return { adminPages: heldPages, authority }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => (answer ??= read())
}

/**
 * Returns a function that updates the session's last activity, and that of the administrator's own session behind an
 * emulated one (decision E8), once for concurrent calls. The write is not durable: if it is lost, the session goes idle
 * a minute sooner.
 */
function touchCoalescer(db: Db): (row: Pick<SessionRow, 'session_id' | 'actor_session_id'>) => Promise<unknown> {
  const underWay = new Map<number, Promise<unknown>>()
  return ({ session_id: id, actor_session_id: actorSessionId }) => {
    const known = underWay.get(id)
    if (known) return known
    const ids = actorSessionId === null ? [id] : [id, actorSessionId]
    const touched = write(db, touchSessions(ids)).finally(() => underWay.delete(id))
    underWay.set(id, touched)
    return touched
  }
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
  lastActiveAt: row.last_active_at,
  idleMinutes: row.idle_minutes ?? DEFAULT_IDLE_MINUTES,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
  closingAt: row.closing_at,
  userStatus: row.status,
  isClientDeleted: row.client_is_deleted,
})

function callerOf(
  row: SessionRow,
  passwordMaxAgeDays: number,
): Omit<ReadCaller, 'adminPages' | 'authority' | 'isSignInFresh'> {
  const gate = gateOfRow(row, passwordMaxAgeDays)
  return {
    user: {
      id: row.user_id,
      userName: row.user_name,
      firstName: row.first_name,
      clientId: row.client_id,
      isInternal: row.is_internal,
      language: languageOfCode(row.language),
    },
    actorId: row.actor_user_id,
    sessionId: row.session_id,
    // The gates ask the user themselves for something; the administrator can neither answer nor accept it.
    gate: row.actor_user_id === null ? gate : null,
    isReadOnly: row.is_look_only,
    isClosing: row.closing_at !== null,
    idleMinutes: row.idle_minutes ?? DEFAULT_IDLE_MINUTES,
    lastActiveAt: row.last_active_at,
    csrfHash: row.csrf_hash,
  }
}

const gateOfRow = (row: SessionRow, passwordMaxAgeDays: number): Gate | null =>
  gateOf(
    {
      signInKind: row.sign_in_kind,
      isInternal: row.is_internal,
      licenseAcceptedAt: row.license_accepted_at,
      passwordChangedAt: row.password_changed_at,
      passwordSpentAt: row.password_spent_at,
      passwordAges: row.password_ages,
      securityQuestionId: row.security_question_id,
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

const sessionById = `select ${columns}, authenticated_at from session_callers where session_id = $1`

/** Returns a session that is alive, past its gates and not closing, as the next request of its tab would find it. */
export async function readLiveSession(db: Db, id: number, passwordMaxAgeDays: number): Promise<LiveSession | null> {
  const [row] = await db.prepared<SessionRow>(sessionById, [id])
  if (!row || row.closing_at !== null || !isAlive(lifeOf(row), row.now)) return null
  const isEmulated = row.actor_user_id !== null
  if (isEmulated ? !(await mayContinueEmulation(db, id)) : gateOfRow(row, passwordMaxAgeDays) !== null) return null
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    clientId: row.client_id,
    actorId: row.actor_user_id,
    isReadOnly: row.is_look_only,
    bindingHash: row.binding_hash,
    authenticatedAt: row.authenticated_at,
  }
}
