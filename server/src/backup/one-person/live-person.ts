import type { Tx } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, bool, int, intOf, type RowOf, statement, text } from '../../db/statement.ts'
import { isErasureDue } from '../../areas/users/actions/erasure-due.ts'
import { StartError } from '../../start-error.ts'
import type { ErasedUser } from '../erasure-list.ts'
import { planLostAccount } from './lost-account.ts'
import type { BackupPerson } from './person-in-backup.ts'

const live = statement([int, text], {
  name: 'restore person: account',
  text: `
  select person.id, person.user_name as "userName", person.status, person.client_id as "clientId",
         person.is_internal as "isInternal", client.is_deleted as "isClientDeleted", client.name::text as "clientName",
         person.created_at = $2::text::timestamptz as "isSame"
    from users person join clients client on client.id = person.client_id
   where person.id = $1 for no key update of person`,
  row: {
    id: int,
    userName: text,
    status: intOf<1 | 2 | 3 | 4>(),
    clientId: int,
    isInternal: bool,
    isClientDeleted: bool,
    clientName: text,
    isSame: bool,
  },
})

/** The account of a person in the portal that goes on; not erased. */
export type LivePerson = Omit<RowOf<typeof live>, 'status'> & {
  status: 1 | 2 | 3
  /** There is no row of it: this is what comes back. */
  isLost: boolean
}

export interface LiveTerms {
  /** A library comes back to an account alone. */
  kind: 'person' | 'library'
  /** Users who were erased; null: there is no list. */
  erased: readonly ErasedUser[] | null
  deletedUsersKeptDays: number
}

/**
 * Returns the account of a person of a backup, locked until the end of the transaction.
 * @throws StartError where nothing of the person may come back
 */
export async function lockLivePerson(
  tx: Tx,
  person: BackupPerson,
  { kind, erased, deletedUsersKeptDays }: LiveTerms,
): Promise<LivePerson> {
  const { id, userName, madeAt } = person
  const found = await runFirst(tx, live(id, madeAt))
  const { status, isSame } = found ?? { status: 4, isSame: false }
  if (isListed({ id, madeAt }, erased) || (isSame && status === 4))
    throw new StartError(`${userName} of the backup (user ${id}) was erased: erased users do not come back.`)
  if (!found) {
    const lost = await planLostAccount(tx, person, erased)
    if (kind === 'person') return lost
    throw new StartError(`The account of ${userName} is lost: restore person brings it back, with the library.`)
  }
  if (!isSame || status === 4)
    throw new StartError(
      `The portal has no account that is the one of ${userName} in the backup (user ${id}), as where it was itself restored to an earlier moment: restore the whole backup, or create the user anew.`,
    )
  if (await isErasureDue(tx, id, deletedUsersKeptDays))
    throw new StartError(`${found.userName} is being erased: nothing comes back.`)
  if (found.isClientDeleted)
    throw new StartError(`The client of ${found.userName} is deleted (${found.clientName}): nothing comes back.`)
  return { ...found, status, isLost: false }
}

function isListed({ id, madeAt }: { id: number; madeAt: string }, erased: readonly ErasedUser[] | null): boolean {
  const moment = new Date(madeAt).toISOString()
  return erased?.some((one) => one.user === id && one.madeAt === moment) === true
}

const lacking = statement([int, arrayOf(int)], {
  name: 'restore person: tiles that are no favorites',
  text: `
  select tile.id, exists (select from user_section_preferences chosen
                           where chosen.user_id = $1 and chosen.section_id = tile.id and chosen.is_favorite) as "isThere"
    from sections tile where tile.id = any ($2::integer[]) and tile.deleted_at is null order by tile.id`,
  row: { id: int, isThere: bool },
})

/** Of these tiles those that exist, and whether each is a favorite of the user. */
export const readTiles = (tx: Tx, userId: number, ids: readonly number[]) => run(tx, lacking(userId, ids))

const places = statement([arrayOf(text), arrayOf(int)], {
  name: 'restore person: facilities and customers',
  text: `
  select array(select code from facilities where code = any ($1::text[]) order by code) as "facilityCodes",
         array(select id from customers where id = any ($2::integer[]) order by id) as "customerIds"`,
  row: { facilityCodes: arrayOf(text), customerIds: arrayOf(int) },
})

/** Of these facilities and customers those that exist. */
export async function readPlaces(tx: Tx, codes: readonly string[], customerIds: readonly number[]) {
  const found = await runFirst(tx, places(codes, customerIds))
  return { facilityCodes: new Set(found?.facilityCodes), customerIds: new Set(found?.customerIds) }
}

const ended = statement([int], {
  name: 'restore person: ended grants',
  text: `
  select 'system ' || system_id as key from user_system_grants where user_id = $1 and valid_to is null and ends_at <= clock_now()
  union all
  select 'page ' || page_id from user_page_grants where user_id = $1 and valid_to is null and ends_at <= clock_now()
  union all
  select 'facility ' || facility_code from user_facility_grants where user_id = $1 and valid_to is null and ends_at <= clock_now()
  union all
  select 'customer ' || customer_id from user_customer_grants where user_id = $1 and valid_to is null and ends_at <= clock_now()`,
  row: { key: text },
})

/** What grants of a user gave whose end has passed and is not recorded yet: until then it cannot be given again. */
export const readEndedGrants = async (tx: Tx, userId: number): Promise<string[]> =>
  (await run(tx, ended(userId))).map(({ key }) => key)
