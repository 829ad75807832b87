import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'

/** What an application may get of a user. */
export interface UserFacts {
  /** Name by which the application knows the user. */
  subject: string
  values: Readonly<Record<string, string | null>>
}

export interface DryRunFacts extends Pick<UserFacts, 'values'> {
  subject: string | null
}

interface Row {
  userName: string
  email: string
  firstName: string
  lastName: string
  employer: string
  isInternal: boolean
  source: 'user-name' | 'email' | 'pairwise' | 'system-account'
  pairwise: string | null
  account: string | null
}

/** The account that the user chose last, or their only one. */
const accountName = `
  (select min(account.name) from user_system_accounts account
     join system_account_types type on type.id = account.type_id
     left join system_account_choices choice on choice.user_id = account.user_id and choice.system_id = type.system_id
    where account.user_id = u.id and type.system_id = $2 and (choice.account_id is null or choice.account_id = account.id)
   having count(*) = 1)`

const facts = `
  select u.user_name as "userName", u.email, u.first_name as "firstName", u.last_name as "lastName",
         client.name as employer, u.is_internal as "isInternal", setting.name_source as source, pairwise.name as pairwise, ${accountName} as account
    from users u join clients client on client.id = u.client_id
    join single_sign_on_settings setting on setting.system_id = $2
    left join pairwise_names pairwise on pairwise.user_id = u.id and pairwise.system_id = $2
   where u.id = $1`

/** Returns what the application gets of the user; undefined where it has no name for them. */
export async function readUserFacts(tx: Tx, userId: number, systemId: number): Promise<UserFacts | undefined> {
  const found = await readDryRunFacts(tx, userId, systemId)
  return found?.subject ? { ...found, subject: found.subject } : undefined
}

/** Returns what the application would get of a user. `subject`: null where it has no name for them, or not yet. */
export async function readDryRunFacts(tx: Tx, userId: number, systemId: number): Promise<DryRunFacts | undefined> {
  const [row] = await query<Row>(tx, facts, [userId, systemId])
  if (!row) return undefined
  const { userName, email, pairwise, account } = row
  const names = { 'user-name': userName, email, pairwise, 'system-account': account }
  return { subject: names[row.source] || null, values: valuesOf(row) }
}

/** Returns the claims of an application that have a value for the user. */
export const claimsOf = (
  claims: Readonly<Record<string, string>>,
  values: UserFacts['values'],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(claims).flatMap(([name, fact]) => {
      const value = values[fact]
      return value === undefined || value === null ? [] : [[name, value] as const]
    }),
  )

/** Facts by the names that the settings of applications use. */
const valuesOf = ({
  userName,
  email,
  firstName,
  lastName,
  employer,
  isInternal,
  account,
}: Row): UserFacts['values'] => ({
  'user-name': userName,
  email,
  'first-name': firstName,
  'last-name': lastName,
  'display-name': `${firstName} ${lastName}`,
  client: employer,
  'is-internal': String(isInternal),
  account,
})

/** Gives the user a random name at the application, where it knows users by those and has none yet. */
export async function addPairwiseName(tx: Tx, userId: number, systemId: number): Promise<void> {
  await query(
    tx,
    `insert into pairwise_names (system_id, user_id, name)
     select system_id, $1, gen_random_uuid() from single_sign_on_settings
      where system_id = $2 and name_source = 'pairwise'
     on conflict do nothing`,
    [userId, systemId],
  )
}
