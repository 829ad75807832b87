import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Personal } from './profile-rules.ts'
import { columnOfField } from './user-field-columns.ts'
import { queries } from '../../db/queries.ts'
import { run, runFirst } from '../../db/run.ts'

// The rows that users change themselves: `users` and `user_notification_types`.

/** Locks the row until the transaction ends; false when the profile has another version. */
export async function isProfileAtVersion(tx: Tx, userId: number, version: number): Promise<boolean> {
  const row = await runFirst(
    tx,
    queries.selectFrom('users').select('profile_version').where('id', '=', userId).forUpdate(),
  )
  return row?.profile_version === version
}

/** Stores the named fields as they are in `values`; a new address and a new employer are not in effect yet. */
export async function setOwnFields(
  tx: Tx,
  userId: number,
  values: Personal,
  fields: readonly (keyof Personal)[],
): Promise<void> {
  const changes = Object.fromEntries(
    fields.flatMap((field) =>
      field === 'email' || field === 'clientId' ? [] : [[columnOfField(field), values[field]]],
    ),
  )
  if (Object.keys(changes).length === 0) return
  await run(
    tx,
    queries
      .updateTable('users')
      .set({ ...changes, updated_at: sql<Date>`clock_now()` })
      .where('id', '=', userId),
  )
}

/** Null: withdraws the request. */
export async function askForClient(tx: Tx, userId: number, clientId: number | null): Promise<void> {
  await run(tx, queries.updateTable('users').set({ pending_client_id: clientId }).where('id', '=', userId))
}

/** Number, carrier and consent are set together; null removes all three. */
export async function setSmsRecipient(
  tx: Tx,
  userId: number,
  recipient: { mobilePhone: string; smsCarrierId: number } | null,
) {
  await run(
    tx,
    queries
      .updateTable('users')
      .set({
        mobile_phone: recipient?.mobilePhone ?? null,
        sms_carrier_id: recipient?.smsCarrierId ?? null,
        agreed_to_texts_at: recipient ? sql<Date>`coalesce(agreed_to_texts_at, clock_now())` : null,
        updated_at: sql<Date>`clock_now()`,
      })
      .where('id', '=', userId),
  )
}

export async function setNotificationTypes(tx: Tx, userId: number, typeIds: readonly number[]): Promise<void> {
  await run(tx, queries.deleteFrom('user_notification_types').where('user_id', '=', userId))
  if (typeIds.length === 0) return
  await run(
    tx,
    queries
      .insertInto('user_notification_types')
      .values(typeIds.map((notification_type_id) => ({ user_id: userId, notification_type_id }))),
  )
}
