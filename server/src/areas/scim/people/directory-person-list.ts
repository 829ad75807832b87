import type { DirectoryPerson, directoryPersonList } from '@portico/contract/scim/directory-people.ts'
import { userStatuses } from '@portico/contract/users/users.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ListSource } from '../../../db/list-page.ts'
import { hasWords } from '../../../db/search-words.ts'
import { userNameColumns } from '../../../db/user-orders.ts'
import { sentences as t, type Translate } from '../../../http/sentences.ts'
import type { SheetColumn } from '../../../spreadsheet/sheet-columns.ts'

interface Filters {
  nm?: string | undefined
  stateCd?: DirectoryPerson['stateCd'] | undefined
  accountCd?: DirectoryPerson['accountCd'] | undefined
}

/** What the directory of the employer says of a user; the view of searches knows nobody whom it has deleted. */
const provided = (user: 'u' | 'person') =>
  sql`left join scim_users provided on provided.user_id = ${sql.ref(`${user}.id`)} and provided.client_id = ${sql.ref(`${user}.client_id`)}`

const isIn: Readonly<Record<DirectoryPerson['stateCd'], RawBuilder<boolean>>> = {
  'not-provided': sql<boolean>`provided.id is null`,
  removed: sql<boolean>`provided.deleted_at is not null`,
  'no-external-id': sql<boolean>`(provided.id is not null and provided.deleted_at is null and provided.external_id is null)`,
}

/** Users of an employer whom its directory does not provide, or provides without an external id. */
export const directoryPeople = (
  clientId: number,
): ListSource<(typeof directoryPersonList.columns)[number], Filters, DirectoryPerson> => ({
  from: sql`users_in_scope u ${provided('u')}`,
  id: sql`u.id`,
  where: sql<boolean>`u.client_id = ${clientId} and u.status < ${sql.lit(userStatuses.deleted)}
    and (provided.id is null or provided.deleted_at is not null or provided.external_id is null)`,
  columns: userNameColumns('u'),
  filters: {
    nm: (text) => hasWords(sql`u.search_text`, text),
    stateCd: (state) => isIn[state],
    accountCd: (account) => sql`u.status = ${sql.lit(userStatuses[account])}`,
  },
  searches: ['nm'],
  rows: {
    from: sql`(users person ${provided('person')})`,
    id: sql`person.id`,
    select: sql<DirectoryPerson>`
      person.id as "userId", person.user_name as "userNm", person.first_name as "firstNm",
      person.last_name as "lastNm", person.email as "emailAddress",
      case when ${isIn['not-provided']} then 'not-provided' when ${isIn.removed} then 'removed' else 'no-external-id' end
        as "stateCd",
      case person.status when ${sql.lit(userStatuses.active)} then 'active' else 'inactive' end as "accountCd"`,
  },
})

const stateTexts = {
  'not-provided': t.directory_person_not_provided,
  removed: t.directory_person_removed,
  'no-external-id': t.directory_person_no_external_id,
} as const satisfies Record<DirectoryPerson['stateCd'], unknown>

/** The columns of the list in a spreadsheet, in the wording of its reader. */
export const directoryPersonSheetColumns = (translate: Translate): readonly SheetColumn<DirectoryPerson>[] => [
  { header: translate(t.users_first_name), value: ({ firstNm }) => firstNm },
  { header: translate(t.users_last_name), value: ({ lastNm }) => lastNm },
  { header: translate(t.users_user_id), value: ({ userNm }) => userNm, width: 24 },
  { header: translate(t.users_email), value: ({ emailAddress }) => emailAddress, width: 32 },
  { header: translate(t.directory_person_state), value: ({ stateCd }) => translate(stateTexts[stateCd]), width: 28 },
  {
    header: translate(t.directory_person_account),
    value: ({ accountCd }) =>
      translate(accountCd === 'active' ? t.directory_person_active : t.directory_person_inactive),
  },
]
