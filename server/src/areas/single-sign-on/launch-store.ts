import type { Tx } from '../../db/database.ts'
import { newToken } from '../../crypto/tokens.ts'
import { run, runFirst } from '../../db/run.ts'
import { bool, instant, int, type RowOf, statement, text } from '../../db/statement.ts'

/** What a statement needs of the session. */
export type LaunchSession = RowOf<typeof launchSession>

const launchSession = statement([int], {
  name: 'single-sign-on: launch session',
  text: `
  select account.sign_in_kind = 'password' as "isPasswordUser", session.authenticated_at as "authenticatedAt",
         session.expires_at as "sessionEndsAt"
    from sessions session join users account on account.id = session.user_id
   where session.id = $1`,
  row: { isPasswordUser: bool, authenticatedAt: instant, sessionEndsAt: instant },
})

const openSession = statement([int, int, text], {
  name: 'single-sign-on: open session',
  text: `
  insert into application_sessions (session_id, system_id, session_index) values ($1, $2, $3)
  on conflict (session_id, system_id) do update set opened_at = clock_now()
  returning session_index as "sessionIndex"`,
  row: { sessionIndex: text },
})

// Reads and writes of a launch: the session with its applications, and the choice of an account.

export async function getLaunchSession(tx: Tx, sessionId: number): Promise<LaunchSession> {
  const session = await runFirst(tx, launchSession(sessionId))
  if (!session) throw new Error('The session of this call was not found')
  return session
}

/** Records that the session has opened the system, and returns the name of the session there. */
export async function openApplicationSession(tx: Tx, sessionId: number, systemId: number): Promise<string> {
  const row = await runFirst(tx, openSession(sessionId, systemId, `_${newToken()}`))
  if (!row) throw new Error('The session of the application was not stored')
  return row.sessionIndex
}

const insertSystemAccountChoices = statement([int, int, int], {
  name: 'single-sign-on: insert system account choices',
  text: `insert into system_account_choices (user_id, system_id, account_id) values ($1, $2, $3)
         on conflict (user_id, system_id) do update set account_id = excluded.account_id`,
})

/** The next picker of the system begins with this account. */
export const rememberLaunchAccount = (tx: Tx, userId: number, systemId: number, accountId: number) =>
  run(tx, insertSystemAccountChoices(userId, systemId, accountId))
