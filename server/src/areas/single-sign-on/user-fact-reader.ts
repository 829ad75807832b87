import { newToken } from '../../crypto/tokens.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { LaunchAccount } from './launch-rules.ts'
import type { UserFacts } from './user-fact-rules.ts'
import { run, runFirst } from '../../db/run.ts'
import { bool, int, statement, text } from '../../db/statement.ts'

/** Facts that do not depend on how the user opens the application. */
type StoredFacts = Omit<UserFacts, 'account' | 'actorName'>

const userFacts = statement([int, int], {
  name: 'single-sign-on: user facts',
  text: `
  select account.user_name as "userName", account.email, account.first_name as "firstName",
         account.last_name as "lastName", account.is_internal as "isInternal", client.name as "clientName",
         coalesce(given.is_admin, false) as "isAdministrator", coalesce(known.name, '') as "pairwiseName"
    from users account join clients client on client.id = account.client_id
    left join current_system_grants given on given.user_id = account.id and given.system_id = $2
    left join pairwise_names known on known.user_id = account.id and known.system_id = $2
   where account.id = $1`,
  row: {
    userName: text,
    email: text,
    firstName: text,
    lastName: text,
    isInternal: bool,
    clientName: text,
    isAdministrator: bool,
    pairwiseName: text,
  },
})

/** Returns what the application of a system may get of a user. */
export async function readUserFacts(tx: Tx, userId: number, systemId: number): Promise<StoredFacts> {
  const user = await runFirst(tx, userFacts(userId, systemId))
  if (!user) throw new Error('The user was not found')
  return user
}

const accountsOfUser = statement([int, int], {
  name: 'single-sign-on: accounts of user',
  text: `
  select account.id, account.name, type.description as "typeDescription",
         choice.account_id is not null as "isLastUsed"
    from user_system_accounts account join system_account_types type on type.id = account.type_id
    left join system_account_choices choice on choice.user_id = account.user_id and choice.account_id = account.id
   where account.user_id = $1 and type.system_id = $2
   order by type.description, account.name, account.id`,
  row: { id: int, name: text, typeDescription: text, isLastUsed: bool },
})

/** Returns the accounts of a user in a system, as the picker lists them. */
export const readLaunchAccounts = (tx: Tx, userId: number, systemId: number): Promise<LaunchAccount[]> =>
  run(tx, accountsOfUser(userId, systemId))

const pairwiseName = statement([int, int, text], {
  name: 'single-sign-on: pairwise name',
  text: `
  insert into pairwise_names as known (system_id, user_id, name) values ($1, $2, $3)
  on conflict (system_id, user_id) do update set name = known.name
  returning name`,
  row: { name: text },
})

/** Returns the random name of a user for one application, the same at every launch; made where there is none. */
export async function obtainPairwiseName(tx: Tx, userId: number, systemId: number): Promise<string> {
  const row = await runFirst(tx, pairwiseName(systemId, userId, newToken()))
  if (!row) throw new Error('The name of the user was not stored')
  return row.name
}

const selectUsers = statement([int], {
  name: 'single-sign-on: select users',
  text: 'select user_name as "userName" from users where id = $1',
  row: { userName: text },
})

/** Returns the user name of the administrator behind an emulated session; null: people act as themselves (decision E8). */
export async function readActorName(db: Pick<Db, 'read'>, actorId: number | null): Promise<string | null> {
  if (actorId === null) return null
  const [actor] = await db.read(everything, (tx) => run(tx, selectUsers(actorId)))
  if (!actor) throw new Error('The administrator of the emulation was not found')
  return actor.userName
}
