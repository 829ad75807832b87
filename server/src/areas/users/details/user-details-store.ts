import { sql } from 'kysely'
import { normalizeUserName } from '@portico/contract/users/user-details-rules.ts'
import type { UserFieldName } from '@portico/contract/users/user-fields.ts'
import type { Tx } from '../../../db/database.ts'
import type { ManagedUser } from '../../../http/authority.ts'
import type { NewUserDetails, UserDetails } from './user-details-rules.ts'
import { type ListedUser, listedUserColumns } from './listed-user.ts'
import { selectedFieldRow, storedFields } from '../../account/public.ts'
import { queries } from '../../../db/queries.ts'
import { run, runFirst } from '../../../db/run.ts'
import {
  arrayOf,
  bool,
  instant,
  int,
  intOf,
  json,
  nullable,
  type RowOf,
  statement,
  text,
  textOf,
} from '../../../db/statement.ts'

const activeByName = statement([text], {
  name: 'users: active of name',
  text: `select id from users where user_name = $1 and status = 1`,
  row: { id: int },
})

/** Id of the active user of this user ID, whatever its letters; undefined where there is none. */
export const findActiveUserId = async (tx: Tx, userName: string): Promise<number | undefined> =>
  (await runFirst(tx, activeByName(normalizeUserName(userName))))?.id

/** A user as the profile reads them: with what rules decide on, and the names that ids stand for. */
export interface ProfiledUser extends ListedUser, Pick<ManagedUser, 'isPortalAdmin' | 'adminSystemIds' | 'pageIds'> {
  departmentName: string | null
  carrierName: string | null
  pendingEmail: string | null
  pendingClientId: number | null
  pendingClientName: string | null
  /** Fields that the directory of the employer provides. */
  providedFields: UserFieldName[]
  notificationTypes: { id: number; name: string; isText: boolean }[]
  version: number
}

const profiledUser = statement([int], {
  name: 'users: profiled user',
  text: `
  select ${listedUserColumns},
         (select min(planned.planned_at) from planned_hand_overs planned where planned.leaver_id = u.id) as "closesAt",
         d.name::text as "departmentName", carrier.name as "carrierName",
         u.pending_email as "pendingEmail", u.pending_client_id as "pendingClientId",
         wanted.name::text as "pendingClientName",
         u.profile_version as version, u.provided_fields as "providedFields",
         coalesce((select json_agg(json_build_object('id', type.id, 'name', type.name, 'isText', type.is_text_message)
                                   order by type.display_order, type.id)
                     from user_notification_types chosen
                     join notification_types type on type.id = chosen.notification_type_id
                    where chosen.user_id = u.id), '[]') as "notificationTypes",
         held.is_portal_admin as "isPortalAdmin", held.admin_system_ids as "adminSystemIds",
         held.page_ids as "pageIds"
    from users u
    join clients c on c.id = u.client_id
    join protected_authorities held on held.user_id = u.id
    left join user_sign_ins s on s.user_id = u.id
    left join clients wanted on wanted.id = u.pending_client_id
    left join departments d on d.id = u.department_id
    left join sms_carriers carrier on carrier.id = u.sms_carrier_id
   where u.id = $1 and u.status <= 3`,
  row: {
    ...selectedFieldRow,
    id: int,
    userName: text,
    hasAgreedToTexts: bool,
    clientId: int,
    clientName: text,
    status: intOf<ProfiledUser['status']>(),
    signInKind: textOf<ProfiledUser['signInKind']>(),
    isSecondFactorRequired: bool,
    isLocked: bool,
    lastSignedInAt: nullable(instant),
    createdAt: instant,
    closesAt: nullable(instant),
    departmentName: nullable(text),
    carrierName: nullable(text),
    pendingEmail: nullable(text),
    pendingClientId: nullable(int),
    pendingClientName: nullable(text),
    version: int,
    providedFields: arrayOf(textOf<UserFieldName>()),
    notificationTypes: json<{ id: number; name: string; isText: boolean }[]>(),
    isPortalAdmin: bool,
    adminSystemIds: arrayOf(int),
    pageIds: arrayOf(int),
  },
})

/** The user of this id in the scope of the transaction; undefined where there is none. */
export async function readProfiledUser(tx: Tx, userId: number): Promise<ProfiledUser | undefined> {
  return runFirst(tx, profiledUser(userId))
}

const lockUsers = statement([int], {
  name: 'users: lock users',
  text: 'select profile_version as version from users where id = $1 for no key update',
  row: { version: int },
})

/** Locks the row until the transaction ends; false when the details have another version. */
export async function lockDetails(tx: Tx, userId: number, version: number): Promise<boolean> {
  const row = await runFirst(tx, lockUsers(userId))
  return row?.version === version
}

/** The columns of details that the profile shows. */
const columnsOf = (details: UserDetails) => ({
  ...storedFields(details),
  client_id: details.clientId,
  pending_client_id: details.pendingClientId,
})

/** Stores new users without passwords in one statement; returns the ids by user name, without those that are taken. */
export async function insertUsers(tx: Tx, users: readonly NewUserDetails[]): Promise<ReadonlyMap<string, number>> {
  const made = await run(
    tx,
    queries
      .insertInto('users')
      .values(
        users.map((user) => ({
          ...columnsOf(user),
          user_name: user.userName,
          agreed_to_texts_at: user.hasAgreedToTexts ? sql<Date>`clock_now()` : null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'user_name']),
  )
  return new Map(made.map(({ id, user_name: name }) => [name, id]))
}

/** Stores a new user without a password; undefined when the user name is taken, in any case. */
export async function insertUser(tx: Tx, user: NewUserDetails): Promise<number | undefined> {
  const [id] = (await insertUsers(tx, [user])).values()
  return id
}

/** Stores details, but the status and the notification types; the version is incremented. */
export async function storeDetails(tx: Tx, userId: number, details: UserDetails): Promise<void> {
  await run(
    tx,
    queries
      .updateTable('users')
      .set({
        ...columnsOf(details),
        agreed_to_texts_at: details.hasAgreedToTexts ? sql<Date>`coalesce(agreed_to_texts_at, clock_now())` : null,
        profile_version: sql<number>`profile_version + 1`,
        updated_at: sql<Date>`clock_now()`,
      })
      .where('id', '=', userId),
  )
}

/** What the rows that details name say. */
export type NamedRows = RowOf<typeof namedRows>

const namedRows = statement([nullable(int), nullable(int), int, arrayOf(int)], {
  name: 'users: named rows',
  text: `
  select $1::integer is null or exists (select from departments where id = $1) as "hasDepartment",
         $2::integer is null or exists (select from sms_carriers where id = $2 and is_active) as "hasCarrier",
         exists (select from clients where id = $3 and not is_deleted) as "hasClient",
         (select count(*)::integer from notification_types where id = any($4::integer[])) as "knownTypes",
         exists (select from notification_types where id = any($4::integer[]) and is_text_message) as "wantsSms"`,
  row: {
    hasDepartment: bool,
    hasCarrier: bool,
    hasClient: bool,
    knownTypes: int,
    wantsSms: bool,
  },
})

export async function readNamedRows(
  tx: Tx,
  {
    departmentId,
    smsCarrierId,
    clientId,
    typeIds,
  }: Pick<UserDetails, 'departmentId' | 'smsCarrierId' | 'clientId' | 'typeIds'>,
): Promise<NamedRows> {
  const rows = await runFirst(tx, namedRows(departmentId, smsCarrierId, clientId, typeIds))
  if (!rows) throw new Error('A query without a table answered nothing')
  return rows
}
