import type { DeletedUser } from '@portico/contract/users/deleted-users.ts'
import type { deletedUserTexts } from '@portico/contract/users/deleted-user-texts.ts'
import type { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import type { Texts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { formatDayOf, formatInstant } from '../../ui/format.ts'
import { nameColumns } from '../users/name-columns.tsx'

type Words = Texts<typeof userListTexts> & Texts<typeof deletedUserTexts>

/** The columns of the list; keys of sortable ones are the wire's. */
export const deletedUserColumns = (t: Words): Column<DeletedUser>[] => [
  ...nameColumns(t),
  {
    key: 'emailAddress',
    title: t.users_email,
    truncate: 'wide',
    cell: ({ emailAddress }) => <BreakableText>{emailAddress}</BreakableText>,
  },
  {
    key: 'employer',
    title: t.users_employer,
    truncate: 'narrow',
    priority: 2,
    cell: ({ employerNm }) => employerNm,
  },
  {
    key: 'deletedDt',
    title: t.deleted_users_deleted_on,
    sortable: true,
    oneLine: true,
    cell: ({ deletedDt }) => dayCell(deletedDt),
  },
  {
    key: 'deletedBy',
    title: t.deleted_users_deleted_by,
    truncate: 'narrow',
    priority: 3,
    cell: ({ deletedByNm }) => deletedByNm,
  },
  {
    key: 'erasedFrom',
    title: t.deleted_users_erased_from,
    oneLine: true,
    cell: ({ erasedFromDt, erasureRequestedDt }) => (
      <>
        {erasedFromDt === null ? t.deleted_users_never_erased : dayCell(erasedFromDt)}
        {erasureRequestedDt !== null && ` (${t.deleted_users_requested})`}
      </>
    ),
  },
]

const dayCell = (moment: Date) => (
  <time dateTime={moment.toISOString()} title={formatInstant(moment)}>
    {formatDayOf(moment)}
  </time>
)
