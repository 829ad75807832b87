import type { DeletedUser, deletedUserList } from '@portico/contract/users/deleted-users.ts'
import { userStatuses } from '@portico/contract/users/users.ts'
import { sql } from 'kysely'
import type { ListSource } from '../../../db/list-page.ts'
import { hasWords } from '../../../db/search-words.ts'
import { userNameColumns } from '../../../db/user-orders.ts'
import type { Translate } from '../../../http/sentences.ts'
import { sentences as t } from '../../../http/sentences.ts'
import { ageDate, isWaitingFor } from '../actions/erasure-due.ts'
import type { SheetColumn } from '../../../spreadsheet/sheet-columns.ts'

interface Filters {
  nm?: string | undefined
  employerId?: number | undefined
  deletedFromDt?: Date | undefined
  deletedBeforeDt?: Date | undefined
}

const ageDateOf = (keptDays: number) => sql.raw(ageDate('person.status_changed_at', String(keptDays)))

const allDeleted = sql<{ total: number }>`
  select coalesce(sum(users), 0)::int as total from user_counts where status = ${sql.lit(userStatuses.deleted)}`

/**
 * Users of the scope with status 3. Row-level security leaves out the name of who deleted them outside the scope.
 * @param keptDays days after which they are erased; 0: never
 */
export const deletedUsers = (
  keptDays: number,
): ListSource<(typeof deletedUserList.columns)[number], Filters, DeletedUser> => ({
  from: sql`users_in_scope u`,
  id: sql`u.id`,
  where: sql`u.status = ${sql.lit(userStatuses.deleted)}`,
  columns: { deletedDt: sql`u.status_changed_at`, ...userNameColumns('u') },
  filters: {
    nm: (text) => hasWords(sql`u.search_text`, text),
    employerId: (id) => sql`u.client_id = ${id}`,
    deletedFromDt: (from) => sql`u.status_changed_at >= ${from}::timestamptz`,
    deletedBeforeDt: (end) => sql`u.status_changed_at < ${end}::timestamptz`,
  },
  searches: ['nm'],
  total: (given) => (Object.keys(given).length === 0 ? allDeleted : undefined),
  rows: {
    from: sql`(users person
      join clients employer on employer.id = person.client_id
      left join users deleter on deleter.id = person.status_changed_by
      left join erasures asked on ${sql.raw(isWaitingFor('person'))})`,
    id: sql`person.id`,
    select: sql<DeletedUser>`
      person.id as "userId", person.user_name as "userNm", person.first_name as "firstNm",
      person.last_name as "lastNm", person.email as "emailAddress", employer.id as "employerId",
      employer.name::text as "employerNm", person.status_changed_at as "deletedDt",
      deleter.first_name || ' ' || deleter.last_name as "deletedByNm",
      least(asked.due_at, ${ageDateOf(keptDays)}) as "erasedFromDt", asked.requested_at as "erasureRequestedDt",
      ${ageDateOf(keptDays)} as "erasedByAgeDt"`,
  },
})

/** The columns of the list in a spreadsheet, in the wording of its reader. */
export const deletedUserSheetColumns = (translate: Translate): readonly SheetColumn<DeletedUser>[] => [
  { header: translate(t.users_first_name), value: ({ firstNm }) => firstNm },
  { header: translate(t.users_last_name), value: ({ lastNm }) => lastNm },
  { header: translate(t.users_user_id), value: ({ userNm }) => userNm, width: 24 },
  { header: translate(t.users_email), value: ({ emailAddress }) => emailAddress, width: 32 },
  { header: translate(t.users_employer), value: ({ employerNm }) => employerNm, width: 28 },
  { header: translate(t.deleted_users_deleted_on_utc), value: ({ deletedDt }) => deletedDt, width: 20 },
  { header: translate(t.deleted_users_deleted_by), value: ({ deletedByNm }) => deletedByNm, width: 24 },
  { header: translate(t.deleted_users_erased_from_utc), value: ({ erasedFromDt }) => erasedFromDt, width: 20 },
]
