import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog-rules.ts'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import type { ManagedUser } from '../../http/authority.ts'
import type { Authority } from '../../http/caller.ts'

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

export interface NamedUser {
  id: number
  userName: string
  firstName: string
  lastName: string
  clientId: number
}

const target = `
  select u.id, u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName",
         u.is_us_associate as "isUsAssociate", u.email, u.client_id as "clientId", u.status,
         u.is_internal as "isInternal", u.sign_in_kind as "signInKind", u.password_hash as "passwordHash",
         coalesce(s.locked_until > clock_now(), false) as "isLocked",
         u.may_sign_on_as as "maySignOnAs", held.is_portal_admin as "isPortalAdmin", held.admin_system_ids as "adminSystemIds",
         array(select page_name from held_admin_pages where user_id = u.id) as "adminPages"
    from users u
    join user_authorities held on held.user_id = u.id
    left join user_sign_ins s on s.user_id = u.id
   where u.id = $1 and u.status <= 3
     for no key update of u`

/** The user of this id in the scope of the transaction, locked until its end; undefined where there is none. */
export async function findTarget(tx: Tx, id: number): Promise<UserTarget | undefined> {
  const [found] = await query<UserTarget & { adminPages: AdminPage[] }>(tx, target, [id])
  return found
}

/**
 * True for the only portal administrator: nobody else could give them anything, so they may give it to themselves
 * (decision E4, record 29).
 */
export const mayGiveToThemselves = async (tx: Tx, { userId, isPortalAdmin }: Authority): Promise<boolean> =>
  isPortalAdmin && (await isLastPortalAdmin(tx, userId))

/** A user of the scope, as headings name them; undefined where there is none. */
export async function findUserInScope(tx: Tx, id: number): Promise<NamedUser | undefined> {
  const [found] = await query<NamedUser>(
    tx,
    `select id, user_name as "userName", first_name as "firstName", last_name as "lastName", client_id as "clientId"
       from users where id = $1 and status <= 3`,
    [id],
  )
  return found
}

/**
 * True where no other active user is a portal administrator, without a lock and without an end of that right. Holds a lock until the end of the transaction, so that
 * two administrators cannot remove each other at the same moment.
 */
export async function isLastPortalAdmin(tx: Tx, userId: number): Promise<boolean> {
  await query(tx, `select pg_advisory_xact_lock(hashtext('portal administrators'))`, [])
  const [other] = await query(
    tx,
    `select 1 from user_authorities held join users u on u.id = held.user_id
       join user_system_grants given on given.user_id = u.id and given.system_id = ${PORTAL_SYSTEM_ID} and given.valid_to is null
       left join user_sign_ins s on s.user_id = u.id
      where held.is_portal_admin and u.id <> $1 and u.status = 1 and given.ends_at is null
        and coalesce(s.locked_until <= clock_now(), true) limit 1`,
    [userId],
  )
  return other === undefined
}
