import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { newToken } from '../../crypto/tokens.ts'
import type { LaunchAccount, UserFacts } from './launch-rules.ts'

/** What a statement needs of the user and the session. */
export interface LaunchUser extends Omit<UserFacts, 'account' | 'pairwiseName' | 'actorName'> {
  isPasswordUser: boolean
  authenticatedAt: Date
  sessionEndsAt: Date
  now: Date
}

const userColumns = `
  account.user_name as "userName", account.email, account.first_name as "firstName", account.last_name as "lastName",
  account.is_internal as "isInternal", account.sign_in_kind = 'password' as "isPasswordUser",
  client.name as "clientName", coalesce(given.is_admin, false) as "isAdministrator", clock_now() as now`

const userOfSession = `
  select ${userColumns}, session.authenticated_at as "authenticatedAt", session.expires_at as "sessionEndsAt"
    from users account join clients client on client.id = account.client_id
    join sessions session on session.user_id = account.id
    left join current_system_grants given on given.user_id = account.id and given.system_id = $2
   where session.id = $1`

const factsOfUser = `
  select ${userColumns}, coalesce(known.name, '') as "pairwiseName"
    from users account join clients client on client.id = account.client_id
    left join current_system_grants given on given.user_id = account.id and given.system_id = $2
    left join pairwise_names known on known.user_id = account.id and known.system_id = $2
   where account.id = $1`

const accountsOfUser = `
  select account.id, account.name, type.description as "typeDescription",
         choice.account_id is not null as "isLastUsed"
    from user_system_accounts account join system_account_types type on type.id = account.type_id
    left join system_account_choices choice on choice.user_id = account.user_id and choice.account_id = account.id
   where account.user_id = $1 and type.system_id = $2
   order by type.description, account.name, account.id`

const openSession = `
  insert into application_sessions (session_id, system_id, session_index) values ($1, $2, $3)
  on conflict (session_id, system_id) do update set opened_at = clock_now()
  returning session_index as "sessionIndex"`

const nameForApplication = `
  insert into pairwise_names as known (system_id, user_id, name) values ($1, $2, $3)
  on conflict (system_id, user_id) do update set name = known.name
  returning name`

/** What attributes of a user are made of, without a session; the random name is '' until there is one. */
export async function userFactsOf(
  tx: Tx,
  userId: number,
  systemId: number,
): Promise<Omit<UserFacts, 'account' | 'actorName'>> {
  const [user] = await query<Omit<UserFacts, 'account' | 'actorName'>>(tx, factsOfUser, [userId, systemId])
  if (!user) throw new Error('The user was not found')
  return user
}

/** Reads and writes of a launch: the user, their accounts, and the applications of the session. */
export function launchStore(tx: Tx) {
  return {
    userOfSession: async (sessionId: number, systemId: number): Promise<LaunchUser> => {
      const [user] = await query<LaunchUser>(tx, userOfSession, [sessionId, systemId])
      if (!user) throw new Error('The session of this call was not found')
      return user
    },

    accountsOfUser: (userId: number, systemId: number) => query<LaunchAccount>(tx, accountsOfUser, [userId, systemId]),

    /** Records that the session has opened the system, and returns the name of the session there. */
    openSession: async (sessionId: number, systemId: number): Promise<string> => {
      const [row] = await query<{ sessionIndex: string }>(tx, openSession, [sessionId, systemId, `_${newToken()}`])
      if (!row) throw new Error('The session of the application was not stored')
      return row.sessionIndex
    },

    /** Returns the random name of a user for one application, the same at every launch. */
    nameForApplication: async (systemId: number, userId: number): Promise<string> => {
      const [row] = await query<{ name: string }>(tx, nameForApplication, [systemId, userId, newToken()])
      if (!row) throw new Error('The name of the user was not stored')
      return row.name
    },

    /** The next picker of the system begins with this account. */
    rememberAccount: (userId: number, systemId: number, accountId: number) =>
      query(
        tx,
        `insert into system_account_choices (user_id, system_id, account_id) values ($1, $2, $3)
         on conflict (user_id, system_id) do update set account_id = excluded.account_id`,
        [userId, systemId, accountId],
      ),
  }
}
