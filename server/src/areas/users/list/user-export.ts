import { columnFieldsFor } from '@portico/contract/users/user-fields.ts'
import { userStatuses } from '@portico/contract/users/users.ts'
import { sentences as t, type Translate } from '../../../http/sentences.ts'
import type { SheetColumn } from '../../../spreadsheet/sheet-columns.ts'
import type { ExportedUser } from './user-list.ts'

/** Names of the states, for the filter of the list and its export. */
export const statusNames = {
  [userStatuses.active]: t.shipped_active,
  [userStatuses.inactive]: t.shipped_inactive,
  [userStatuses.deleted]: t.shipped_deleted,
} as const

/** The state as the list shows it: 'Active', 'Locked', 'Inactive, locked'. */
export function userStatusText(
  { status, isLocked }: Pick<ExportedUser, 'status' | 'isLocked'>,
  translate: Translate,
): string {
  if (!isLocked) return translate(statusNames[status])
  return status === userStatuses.active
    ? translate(t.users_locked)
    : translate(t.users_status_locked({ status: statusNames[status] }))
}

/** The columns of the user list in a spreadsheet, in the wording of its reader. */
export const userSheetColumns = (
  translate: Translate,
  { isInternal }: { isInternal: boolean },
): readonly SheetColumn<ExportedUser>[] => [
  { header: translate(t.users_first_name), value: (user) => user.firstName },
  { header: translate(t.users_last_name), value: (user) => user.lastName },
  { header: translate(t.users_user_id), value: (user) => user.userName, width: 24 },
  { header: translate(t.users_email), value: (user) => user.email, width: 32 },
  { header: translate(t.users_employer), value: (user) => user.clientName, width: 28 },
  { header: translate(t.users_status), value: (user) => userStatusText(user, translate) },
  { header: translate(t.users_last_sign_in_utc), value: (user) => user.lastSignedInAt, width: 20 },
  ...columnFieldsFor(isInternal).map(({ name, heading }) => ({
    header: translate(t[heading]),
    value: (user: ExportedUser) => user[name],
  })),
]
