import type { Tx } from '../../db/database.ts'
import type { HeldAccount, WantedAccount } from './account-rules.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, bool, int, jsonText, statement, text } from '../../db/statement.ts'

const accounts = statement([int, int], {
  name: 'system-accounts: accounts',
  text: `
  select account.id, account.version, account.type_id as "typeId", account.name,
         array(select client_id from user_system_account_clients served where served.account_id = account.id order by 1)
           as "clientIds",
         exists (
           select from system_account_sessions used join sessions session on session.id = used.session_id
            where used.account_id = account.id and session.ended_at is null and session.expires_at > clock_now()
              and session.last_active_at > clock_now() - make_interval(mins => coalesce(session.idle_minutes, 1440))
         ) as "isLocked"
    from user_system_accounts account join system_account_types type on type.id = account.type_id
   where account.user_id = $1 and type.system_id = $2
   order by type.description, account.name, account.id`,
  row: { id: int, version: int, typeId: int, name: text, clientIds: arrayOf(int), isLocked: bool },
})

/** Names can be exchanged, because uniqueness is checked at the end of the statement. */
const rename = statement([jsonText, int], {
  name: 'system-accounts: rename',
  text: `
  update user_system_accounts account set name = wanted.name, type_id = wanted."typeId", changed_by = $2
    from json_to_recordset($1::json) as wanted (id integer, "typeId" integer, name text) where account.id = wanted.id`,
})

const serve = statement([int, arrayOf(int)], {
  name: 'system-accounts: serve',
  text: `
  with former as (delete from user_system_account_clients where account_id = $1 and not client_id = any($2::int[]))
  insert into user_system_account_clients (account_id, client_id)
  select $1, client from unnest($2::int[]) client on conflict do nothing`,
})

// The accounts of users in systems.

const selectSystems = statement([int], {
  name: 'system-accounts: select systems',
  text: 'select from systems where id = $1 and has_account_setup and deleted_at is null',
})

/** True for a system whose accounts are set up here (systemAccountSetupFlg). */
export const hasAccountSetup = async (tx: Tx, systemId: number): Promise<boolean> =>
  (await run(tx, selectSystems(systemId))).length > 0

export const listHeldAccounts = (tx: Tx, userId: number, systemId: number): Promise<HeldAccount[]> =>
  run(tx, accounts(userId, systemId))

const selectClients = statement([int], {
  name: 'system-accounts: select clients',
  text: `select client.id as "clientId", client.name as "clientNm" from clients client
          where not client.is_deleted
            and (client.id = (select client_id from users where id = $1)
                 or client.id in (select client_id from client_representatives where user_id = $1))
          order by client.name, client.id`,
  row: { clientId: int, clientNm: text },
})

/** The employer of a user, and the clients that they represent. */
export const listClientsOfUser = (tx: Tx, userId: number) => run(tx, selectClients(userId))

const deleteUserSystemAccounts = statement([arrayOf(int)], {
  name: 'system-accounts: delete user system accounts',
  text: 'delete from user_system_accounts where id = any($1::int[])',
})

export const removeAccounts = (tx: Tx, ids: readonly number[]) => run(tx, deleteUserSystemAccounts(ids))

/** Also of accounts whose clients alone change, so that each counts its changes. */
export const renameAccounts = (tx: Tx, changed: readonly (WantedAccount & { id: number })[], by: number) =>
  run(tx, rename(JSON.stringify(changed), by))

const insertUserSystemAccounts = statement([int, int, text], {
  name: 'system-accounts: insert user system accounts',
  text: 'insert into user_system_accounts (user_id, type_id, name) values ($1, $2, $3) returning id',
  row: { id: int },
})

export async function addAccount(tx: Tx, userId: number, { typeId, name }: WantedAccount): Promise<number> {
  const row = await runFirst(tx, insertUserSystemAccounts(userId, typeId, name))
  if (!row) throw new Error('The account was not stored')
  return row.id
}

/** Makes these the clients that an account serves. */
export const setServedClients = (tx: Tx, accountId: number, clientIds: readonly number[]) =>
  run(tx, serve(accountId, clientIds))

const lockUserSystemAccounts = statement([int, int, int], {
  name: 'system-accounts: lock user system accounts',
  text: `select from user_system_accounts account join system_account_types type on type.id = account.type_id
           join pages page on page.system_id = type.system_id
          where account.id = $1 and account.user_id = $2 and page.id = $3 for share of account`,
})

const insertSystemAccountSessions = statement([int, int], {
  name: 'system-accounts: insert system account sessions',
  text: 'insert into system_account_sessions (account_id, session_id) values ($1, $2) on conflict do nothing',
})

/** Notes that a session opens a page with an account; false where it isn't the user's for the system of the page. */
export async function openAccount(
  tx: Tx,
  accountId: number,
  use: { userId: number; pageId: number; sessionId: number },
): Promise<boolean> {
  const found = await run(tx, lockUserSystemAccounts(accountId, use.userId, use.pageId))
  if (found.length === 0) return false
  await run(tx, insertSystemAccountSessions(accountId, use.sessionId))
  return true
}
