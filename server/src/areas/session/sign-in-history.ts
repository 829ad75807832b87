import type { SignInRow } from '@portico/contract/session.ts'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'
import { describePlace } from './device.ts'

interface HistoryRow {
  id: number
  at: Date
  event:
    | 'authn_login_success'
    | 'authn_login_stopped'
    | 'authn_login_fail'
    | 'authn_login_lock'
    | 'authn_login_fail_max'
  session_id: number | null
  address: string | null
  device: string | null
}

/** What the audit trail calls a try to sign in. */
const tries = `'authn_login_success', 'authn_login_stopped', 'authn_login_fail', 'authn_login_lock', 'authn_login_fail_max'`

const columns = `
  select e.id, e.at, e.event, e.session_id, host(e.address) as address, s.device
    from audit_events e left join sessions s on s.id = e.session_id
   where e.subject_user_id = $1 and e.event in (${tries})`

const outcomes: Readonly<Record<HistoryRow['event'], SignInRow['outcome']>> = {
  authn_login_success: 'opened',
  authn_login_stopped: 'stopped',
  authn_login_fail: 'failed',
  authn_login_lock: 'failed',
  authn_login_fail_max: 'failed',
}

const asSeenFrom =
  (sessionId: number) =>
  (row: HistoryRow): SignInRow => ({
    signInId: row.id,
    signInDt: row.at,
    outcome: outcomes[row.event],
    device: row.device,
    place: describePlace(row.address ?? ''),
    currentFlg: row.session_id === sessionId,
  })

/** The latest tries to sign in as a user, newest first. */
export async function readSignIns(tx: Tx, userId: number, sessionId: number): Promise<SignInRow[]> {
  const rows = await ask<HistoryRow>(tx, 'sign-ins', `${columns} order by e.id desc limit 20`, [userId])
  return rows.map(asSeenFrom(sessionId))
}

/** One of them, if it is about this user. */
export async function findSignIn(
  tx: Tx,
  userId: number,
  sessionId: number,
  signInId: number,
): Promise<SignInRow | undefined> {
  const rows = await ask<HistoryRow>(tx, 'sign-in', `${columns} and e.id = $2`, [userId, signInId])
  return rows.map(asSeenFrom(sessionId))[0]
}
