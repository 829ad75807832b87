import { userStatuses } from '@portico/contract/users.ts'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { defaultTexts as t } from '@portico/contract/texts/texts.ts'
import type { SheetColumn } from '../../spreadsheet/sheet-columns.ts'
import type { ListedUser } from './user-list.ts'

/** Names of the states, for the filter of the list and its export. */
export const statusNames = {
  [userStatuses.active]: 'Active',
  [userStatuses.inactive]: 'Inactive',
  [userStatuses.deleted]: 'Deleted',
} as const

/** The state as the list shows it: 'Active', 'Locked', 'Inactive, locked'. */
function statusText({ status, isLocked }: ListedUser): string {
  if (!isLocked) return statusNames[status]
  return status === userStatuses.active
    ? t.users_locked
    : formatMessage(t.users_status_locked, { status: statusNames[status] })
}

/** The columns of the user list in a spreadsheet. */
export const userSheetColumns: readonly SheetColumn<ListedUser>[] = [
  { header: t.users_first_name, value: (user) => user.firstName },
  { header: t.users_last_name, value: (user) => user.lastName },
  { header: t.users_user_id, value: (user) => user.userName, width: 24 },
  { header: t.users_email, value: (user) => user.email, width: 32 },
  { header: t.users_employer, value: (user) => user.clientName, width: 28 },
  { header: t.users_status, value: statusText },
  { header: t.users_last_sign_in_utc, value: (user) => user.lastSignedInAt, width: 20 },
]
