import type { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import type { userFieldTexts } from '@portico/contract/users/user-field-texts.ts'
import { columnFieldList, columnFieldsFor } from '@portico/contract/users/user-fields.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import type { Tone } from '../../ui/Alert.tsx'
import { formatDayOf, formatInstant } from '../../ui/format.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { nameColumns } from './name-columns.tsx'

type Words = Texts<typeof userListTexts & typeof userFieldTexts>
type Statuses = readonly { clsVldValId: number; valueMediumNm: string }[]

/**
 * Columns of the user list that are off until they are chosen: the fields that only some portals use, and the employer
 * where all users have the same one.
 */
export const userColumnsOff = (isInternal: boolean): string[] => [
  ...(isInternal ? [] : ['employer']),
  ...columnFieldList.map(({ wire }) => wire),
]

/** The columns of the user list; keys of sortable ones are the wire's (decision E3). */
export const userColumns = (t: Words, statuses: Statuses, isInternal: boolean): Column<ListedUser>[] => [
  ...nameColumns(t),
  {
    key: 'emailAddress',
    title: t.users_email,
    sortable: true,
    truncate: 'wide',
    cell: ({ emailAddress }) => <BreakableText>{emailAddress ?? ''}</BreakableText>,
  },
  {
    key: 'employer',
    title: t.users_employer,
    truncate: 'narrow',
    priority: 2,
    cell: ({ employerNm }) => employerNm,
  },
  ...columnFieldsFor(isInternal).map(({ wire, heading }) => ({
    key: wire,
    title: t[heading],
    truncate: 'narrow' as const,
    priority: 3 as const,
    cell: (user: ListedUser) => user[wire],
  })),
  {
    key: 'userStatus',
    title: t.users_status,
    sortable: true,
    cell: (user) => (
      <>
        <StatusDot tone={statusTone(user)}>{statusText(user, t, statuses)}</StatusDot>
        {user.closesDt && <div>{formatMessage(t.users_closes_on, { date: formatDayOf(user.closesDt) })}</div>}
      </>
    ),
  },
  {
    key: 'lastLoginDt',
    title: t.users_last_sign_in,
    sortable: true,
    oneLine: true,
    cell: ({ lastLoginDt }) =>
      lastLoginDt === null ? (
        t.users_never
      ) : (
        <time dateTime={lastLoginDt.toISOString()} title={formatInstant(lastLoginDt)}>
          {formatDayOf(lastLoginDt)}
        </time>
      ),
  },
]

const tones: Readonly<Record<ListedUser['userStatus'], Tone | 'neutral'>> = { 1: 'success', 2: 'neutral', 3: 'error' }

/** The color of a user's status. */
export const statusTone = ({ userStatus, acctLockedFlg }: ListedUser) =>
  acctLockedFlg && userStatus === 1 ? 'warning' : tones[userStatus]

/** 'Active', 'Locked', 'Inactive, locked': an active user who is locked cannot sign in. */
export function statusText(
  { userStatus, acctLockedFlg }: ListedUser,
  t: Texts<typeof userListTexts>,
  statuses: Statuses,
): string {
  const status = statuses.find(({ clsVldValId }) => clsVldValId === userStatus)?.valueMediumNm ?? ''
  if (!acctLockedFlg) return status
  return userStatus === 1 ? t.users_locked : formatMessage(t.users_status_locked, { status })
}
