import { SIGN_INS_SHOWN } from '@portico/contract/limits.ts'
import type { SignInRow } from '@portico/contract/session/session.ts'
import type { Tx } from '../../db/database.ts'
import { describePlace } from './device.ts'
import { run } from '../../db/run.ts'
import { bool, instant, int, nullable, statement, text, textOf } from '../../db/statement.ts'

interface HistoryRow {
  id: number
  at: Date
  event:
    | 'authn_login_success'
    | 'authn_login_stopped'
    | 'authn_login_fail'
    | 'authn_login_lock'
    | 'authn_login_fail_max'
  address: string | null
  device: string | null
  why: string | null
  isHere: boolean
}

/** Audit actions of sign-in attempts. */
const tries = `'authn_login_success', 'authn_login_stopped', 'authn_login_fail', 'authn_login_lock', 'authn_login_fail_max'`

/** The browser of a session, as the audit trail names it (`nameOfBrowser`). */
const browserOf = (session: string) => `encode(substr(${session}.binding_hash, 1, 8), 'hex')`

/**
 * A step before the session (a question about another session, a second factor) is not an attempt of its own once the
 * same browser has signed in: only it has the secret of the binding.
 */
const wasFinished = `
  e.event = 'authn_login_stopped' and e.after->>'why' in ('duplicate session', 'second-factor') and exists (
    select from sessions own where own.user_id = $1 and own.actor_user_id is null
       and own.created_at between e.at and e.at + interval '15 minutes' and ${browserOf('own')} = e.after->>'browser')`

const columns = `
  select e.id, e.at, e.event, host(e.address) as address, e.after->>'why' as why,
         coalesce(s.device, e.after->>'device') as device,
         e.session_id is not distinct from here.id or e.event = 'authn_login_stopped' and coalesce(${browserOf('here')} = e.after->>'browser', false) as "isHere"
    from audit_events e join sessions here on here.id = $2 left join sessions s on s.id = e.session_id
   where e.subject_user_id = $1 and e.event in (${tries}) and not coalesce(${wasFinished}, false)`

const steps: Readonly<Record<string, SignInRow['outcome']>> = {
  'duplicate session': 'duplicate',
  'second-factor': 'factor',
}

const outcomes: Readonly<Record<HistoryRow['event'], SignInRow['outcome']>> = {
  authn_login_success: 'opened',
  authn_login_stopped: 'stopped',
  authn_login_fail: 'failed',
  authn_login_lock: 'failed',
  authn_login_fail_max: 'failed',
}

const rowOf = ({ id, at, event, why, device, address, isHere }: HistoryRow): SignInRow => ({
  signInId: id,
  signInDt: at,
  outcome: (event === 'authn_login_stopped' && steps[why ?? '']) || outcomes[event],
  device,
  place: describePlace(address ?? ''),
  currentFlg: isHere,
})

const readSignInsRow = {
  id: int,
  at: instant,
  event: textOf<
    'authn_login_success' | 'authn_login_stopped' | 'authn_login_fail' | 'authn_login_lock' | 'authn_login_fail_max'
  >(),
  address: nullable(text),
  why: nullable(text),
  device: nullable(text),
  isHere: bool,
}

const readSignInsStatement = statement([int, int], {
  name: 'session: read sign ins',
  text: `${columns} order by e.id desc limit ${SIGN_INS_SHOWN}`,
  row: readSignInsRow,
})

/** Returns the latest sign-in attempts at the user's account, newest first, as seen from one of the user's sessions. */
export async function readSignIns(tx: Tx, userId: number, sessionId: number): Promise<SignInRow[]> {
  const rows = await run(tx, readSignInsStatement(userId, sessionId))
  return rows.map(rowOf)
}

const findSignInStatement = statement([int, int, int], {
  name: 'session: find sign in',
  text: `${columns} and e.id = $3`,
  row: readSignInsRow,
})

/** Returns one attempt when it is this user's. */
export async function findSignIn(
  tx: Tx,
  userId: number,
  sessionId: number,
  signInId: number,
): Promise<SignInRow | undefined> {
  const rows = await run(tx, findSignInStatement(userId, sessionId, signInId))
  return rows.map(rowOf)[0]
}
