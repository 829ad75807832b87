import type { LogoutOutcome } from '@portico/contract/logout-chain.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'

export interface OpenApplication {
  systemId: number
  name: string
  code: string | null
  logoutTemplate: string | null
  registered: (string | null)[]
  hasBackChannel: boolean
}

export interface StoredStep extends OpenApplication {
  outcome: LogoutOutcome
  /** State of the logout token; null: the application gets none. */
  backChannel: 'waiting' | 'retrying' | 'delivered' | 'failed' | null
}

const columns = `
  system.id as "systemId", system.name, system.code, system.browser_logout_url as "logoutTemplate",
  array(select page.location from pages page where page.system_id = system.id and page.deleted_at is null)
    || array[system.launch_url, system.setup_url] as registered,
  coalesce(setting.protocol = 'oidc' and setting.back_channel_logout_address is not null, false) as "hasBackChannel"`

const openApplications = `
  select ${columns}
    from (select system_id, min(opened_at) as opened_at from application_sessions where session_id = any ($1)
           group by system_id) open
    join systems system on system.id = open.system_id
    left join single_sign_on_settings setting on setting.system_id = system.id
   order by open.opened_at, system.id`

const steps = `
  select ${columns}, step.outcome,
         (select min(state) from back_channel_logouts sent
           where sent.session_id = any ($2) and sent.system_id = step.system_id) as "backChannel"
    from logout_steps step
    join systems system on system.id = step.system_id
    left join single_sign_on_settings setting on setting.system_id = system.id
   where step.session_id = $1
   order by step.position`

/** The session itself, those begun from it, and in an emulation that of the administrator with all begun from there. */
const endedTogether = `
  with own as (select coalesce(actor_session_id, id) as id from sessions where id = $1)
  select session.id from sessions session, own
   where (session.id = own.id or session.actor_session_id = own.id) and session.ended_at is null`

/** The tables `logout_steps` and `application_sessions`, as far as a sign-out needs them. */
export function logoutStore(tx: Tx) {
  return {
    /** Ids of the sessions that a sign-out of this one ends. */
    findEndedTogether: async (sessionId: number): Promise<number[]> =>
      (await query<{ id: number }>(tx, endedTogether, [sessionId])).map(({ id }) => id),

    findOpenApplications: (sessionIds: readonly number[]) => query<OpenApplication>(tx, openApplications, [sessionIds]),

    /** From now on only the calls of the chain work in these sessions. False where it had begun before. */
    close: async (sessionIds: readonly number[]): Promise<boolean> => {
      const closed = await query(
        tx,
        `update sessions set closing_at = clock_now()
          where id = any ($1) and ended_at is null and closing_at is null returning 1`,
        [sessionIds],
      )
      return closed.length > 0
    },

    queueLogoutTokens: (sessionIds: readonly number[]) =>
      query(tx, 'select queue_back_channel_logouts($1)', [sessionIds]),

    addStep: (sessionId: number, step: { systemId: number; position: number; outcome: LogoutOutcome }) =>
      query(
        tx,
        `insert into logout_steps (session_id, system_id, position, outcome) values ($1, $2, $3, $4)
         on conflict do nothing`,
        [sessionId, step.systemId, step.position, step.outcome],
      ),

    findSteps: (sessionId: number, sessionIds: readonly number[]) =>
      query<StoredStep>(tx, steps, [sessionId, sessionIds]),

    /** Only a step that waits gets an outcome: what the user has seen does not change. False: there is no such step. */
    noteStep: async (sessionId: number, systemId: number, outcome: LogoutOutcome): Promise<boolean> => {
      const found = await query(
        tx,
        `update logout_steps
            set outcome = case when outcome = 'waiting' then $3 else outcome end, changed_at = clock_now()
          where session_id = $1 and system_id = $2 returning 1`,
        [sessionId, systemId, outcome],
      )
      return found.length > 0
    },

    secondsLeft: async (sessionId: number, limit: number): Promise<number> => {
      const [row] = await query<{ left: number }>(
        tx,
        `select $2 - ceil(extract(epoch from clock_now() - coalesce(closing_at, clock_now())))::integer as left
           from sessions where id = $1`,
        [sessionId, limit],
      )
      return Math.max(0, row?.left ?? 0)
    },
  }
}
