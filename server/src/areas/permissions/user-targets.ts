import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { Tx } from '../../db/database.ts'
import type { ManagedUser } from '../../http/authority.ts'
import type { Authority } from '../../http/caller.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, bool, int, intOf, nullable, type RowOf, statement, text, textOf } from '../../db/statement.ts'

/** What an action on a user decides on. */
export interface UserTarget extends ManagedUser {
  id: number
  userName: string
  firstName: string
  lastName: string
  email: string
  status: 1 | 2 | 3
  signInKind: 'password' | 'directory' | 'federated'
  passwordHash: string | null
  isLocked: boolean
  isUsAssociate: boolean
}

export type NamedUser = RowOf<typeof selectUsers>

const targets = `
  select u.id, u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName",
         u.is_us_associate as "isUsAssociate", u.email, u.client_id as "clientId", u.status,
         u.is_internal as "isInternal", u.sign_in_kind as "signInKind", u.password_hash as "passwordHash",
         coalesce(s.locked_until > clock_now(), false) as "isLocked",
         u.may_sign_on_as as "maySignOnAs", held.is_portal_admin as "isPortalAdmin", held.admin_system_ids as "adminSystemIds",
         held.page_ids as "pageIds"
    from users u
    join protected_authorities held on held.user_id = u.id
    left join user_sign_ins s on s.user_id = u.id
   where u.id = any ($1::integer[]) and u.status <= 3`

const targetsRow = {
  id: int,
  userName: text,
  firstName: text,
  lastName: text,
  isUsAssociate: bool,
  email: text,
  clientId: int,
  status: intOf<1 | 2 | 3>(),
  isInternal: bool,
  signInKind: textOf<'password' | 'directory' | 'federated'>(),
  passwordHash: nullable(text),
  isLocked: bool,
  maySignOnAs: bool,
  isPortalAdmin: bool,
  adminSystemIds: arrayOf(int),
  pageIds: arrayOf(int),
}

const targetsStatement = statement([arrayOf(int)], {
  name: 'permissions: targets',
  text: targets,
  row: targetsRow,
})

const findTargetStatement = statement([arrayOf(int)], {
  name: 'permissions: find target',
  text: `${targets} order by u.id for no key update of u`,
  row: targetsRow,
})

/** The user of this id in the scope of the transaction, locked until its end; undefined where there is none. */
export async function findTarget(tx: Tx, id: number): Promise<UserTarget | undefined> {
  return runFirst(tx, findTargetStatement([id]))
}

/** The users of these ids in the scope of the transaction, locked until its end in the order of their ids. */
export const lockUserTargets = (tx: Tx, ids: readonly number[]): Promise<UserTarget[]> =>
  run(tx, findTargetStatement(ids))

/** The users of these ids in the scope of the transaction, as they are now and without a lock. */
export const readUserTargets = (tx: Tx, ids: readonly number[]): Promise<UserTarget[]> => run(tx, targetsStatement(ids))

/**
 * True for the only portal administrator: nobody else could give them anything, so they may give it to themselves
 * (decision E4, record 29).
 */
export const mayGiveToThemselves = async (tx: Tx, { userId, isPortalAdmin }: Authority): Promise<boolean> =>
  isPortalAdmin && (await isLastPortalAdmin(tx, userId))

const selectUsers = statement([int], {
  name: 'permissions: select users',
  text: `select id, user_name as "userName", first_name as "firstName", last_name as "lastName", client_id as "clientId"
       from users where id = $1 and status <= 3`,
  row: { id: int, userName: text, firstName: text, lastName: text, clientId: int },
})

/** A user of the scope, as headings name them; undefined where there is none. */
export async function findUserInScope(tx: Tx, id: number): Promise<NamedUser | undefined> {
  return runFirst(tx, selectUsers(id))
}

const takeLockRow = statement([], {
  name: 'permissions: take lock row',
  text: `select from pg_advisory_xact_lock(hashtext('portal administrators'))`,
})

const selectUserAuthorities = statement([int], {
  name: 'permissions: select user authorities',
  text: `select from user_authorities held join users u on u.id = held.user_id
       join user_system_grants given on given.user_id = u.id and given.system_id = ${PORTAL_SYSTEM_ID} and given.valid_to is null
       left join user_sign_ins s on s.user_id = u.id
      where held.is_portal_admin and u.id <> $1 and u.status = 1 and given.ends_at is null
        and coalesce(s.locked_until <= clock_now(), true) limit 1`,
})

/**
 * True where no other active user is a portal administrator, without a lock and without an end of that right. Holds a lock until the end of the transaction, so that
 * two administrators cannot remove each other at the same moment.
 */
export async function isLastPortalAdmin(tx: Tx, userId: number): Promise<boolean> {
  await run(tx, takeLockRow())
  const other = await runFirst(tx, selectUserAuthorities(userId))
  return other === undefined
}
