import type { LogoutOutcome } from '@portico/contract/logout-chain/logout-chain.ts'
import type { Tx } from '../../db/database.ts'
import { registeredAddresses } from './registered-addresses.ts'
import { run, runFirst, runCount } from '../../db/run.ts'
import { arrayOf, bool, int, nullable, type RowOf, statement, text, textOf } from '../../db/statement.ts'

export type OpenApplication = RowOf<typeof openApplications>

export interface StoredStep extends OpenApplication {
  outcome: LogoutOutcome
  /** State of the logout token; null: the application gets none. */
  backChannel: 'waiting' | 'retrying' | 'delivered' | 'failed' | null
}

const columns = `
  system.id as "systemId", system.name, system.code, system.browser_logout_url as "logoutTemplate",
  ${registeredAddresses} as registered,
  coalesce(setting.protocol = 'oidc' and setting.back_channel_logout_address is not null, false) as "hasBackChannel"`

const applicationRow = {
  systemId: int,
  name: text,
  code: nullable(text),
  logoutTemplate: nullable(text),
  registered: arrayOf(nullable(text)),
  hasBackChannel: bool,
}

const openApplications = statement([arrayOf(int)], {
  name: 'logout-chain: open applications',
  text: `
  select ${columns}
    from (select system_id, min(opened_at) as opened_at from application_sessions where session_id = any ($1)
           group by system_id) open
    join systems system on system.id = open.system_id
    left join single_sign_on_settings setting on setting.system_id = system.id
   order by open.opened_at, system.id`,
  row: applicationRow,
})

/**
 * An application that several sessions opened gets a token for each: 'delivered' only where all are. By their letters
 * the states stand in that order, `delivered`, `failed`, `retrying`, `waiting`, so that the last one counts.
 */
const steps = statement([int, arrayOf(int)], {
  name: 'logout-chain: steps',
  text: `
  select ${columns}, step.outcome,
         (select max(state) from back_channel_logouts sent
           where sent.session_id = any ($2) and sent.system_id = step.system_id) as "backChannel"
    from logout_steps step
    join systems system on system.id = step.system_id
    left join single_sign_on_settings setting on setting.system_id = system.id
   where step.session_id = $1
   order by step.position`,
  row: {
    ...applicationRow,
    outcome: textOf<LogoutOutcome>(),
    backChannel: nullable(textOf<'waiting' | 'retrying' | 'delivered' | 'failed'>()),
  },
})

/** The session itself, those begun from it, and in an emulation that of the administrator with all begun from there. */
const endedTogether = statement([int], {
  name: 'logout-chain: ended together',
  text: `
  with own as (select coalesce(actor_session_id, id) as id from sessions where id = $1)
  select session.id from sessions session, own
   where (session.id = own.id or session.actor_session_id = own.id) and session.ended_at is null`,
  row: { id: int },
})

// The tables `logout_steps` and `application_sessions`, as far as a sign-out needs them.

/** Ids of the sessions that a sign-out of this one ends. */
export const findSessionsEndedTogether = async (tx: Tx, sessionId: number): Promise<number[]> =>
  (await run(tx, endedTogether(sessionId))).map(({ id }) => id)

export const findOpenApplications = (tx: Tx, sessionIds: readonly number[]) => run(tx, openApplications(sessionIds))

const updateSessions = statement([arrayOf(int)], {
  name: 'logout-chain: update sessions',
  text: `update sessions set closing_at = clock_now()
          where id = any ($1) and ended_at is null and closing_at is null`,
})

/** From now on only the calls of the chain work in these sessions. False where it had begun before. */
export async function closeSessions(tx: Tx, sessionIds: readonly number[]): Promise<boolean> {
  const closed = await runCount(tx, updateSessions(sessionIds))
  return closed > 0
}

const queueLogoutTokensStatement = statement([arrayOf(int)], {
  name: 'logout-chain: queue logout tokens',
  text: 'select from queue_back_channel_logouts($1)',
})

export const queueLogoutTokens = (tx: Tx, sessionIds: readonly number[]) =>
  run(tx, queueLogoutTokensStatement(sessionIds))

const insertLogoutSteps = statement([int, int, int, text], {
  name: 'logout-chain: insert logout steps',
  text: `insert into logout_steps (session_id, system_id, position, outcome) values ($1, $2, $3, $4)
         on conflict do nothing`,
})

export const addLogoutStep = (
  tx: Tx,
  sessionId: number,
  step: { systemId: number; position: number; outcome: LogoutOutcome },
) => run(tx, insertLogoutSteps(sessionId, step.systemId, step.position, step.outcome))

export const findLogoutSteps = (tx: Tx, sessionId: number, sessionIds: readonly number[]) =>
  run(tx, steps(sessionId, sessionIds))

const updateLogoutSteps = statement([int, int, text], {
  name: 'logout-chain: update logout steps',
  text: `update logout_steps
            set outcome = case when outcome = 'waiting' then $3 else outcome end, changed_at = clock_now()
          where session_id = $1 and system_id = $2`,
})

/** Only a step that waits gets an outcome: what the user has seen does not change. False: there is no such step. */
export async function noteLogoutStep(
  tx: Tx,
  sessionId: number,
  systemId: number,
  outcome: LogoutOutcome,
): Promise<boolean> {
  const found = await runCount(tx, updateLogoutSteps(sessionId, systemId, outcome))
  return found > 0
}

const selectClockNow = statement([int, int], {
  name: 'logout-chain: select clock now',
  text: `select $2 - ceil(extract(epoch from clock_now() - coalesce(closing_at, clock_now())))::integer as left
           from sessions where id = $1`,
  row: { left: int },
})

export async function secondsLeftToSignOut(tx: Tx, sessionId: number, limit: number): Promise<number> {
  const row = await runFirst(tx, selectClockNow(sessionId, limit))
  return Math.max(0, row?.left ?? 0)
}
