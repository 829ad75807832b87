import { useNavigate } from '@tanstack/react-router'
import type { ApplicationUser } from '@portico/contract/catalog/catalog-records.ts'
import { applicationPageTexts } from '@portico/contract/catalog/application-page-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { useSelection } from '../../patterns/use-selection.ts'
import { useHoldsPage } from '../../shell/admin-screens.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDay } from '../../ui/format.ts'
import { chosenApplication } from '../give-access/give-access-form.ts'
import { useAccessDialog } from '../give-access/use-access-dialog.tsx'
import { dayOfEnd } from '../permissions/permissions-form.ts'
import { userProfile } from '../user-profile/screen.ts'
import { applicationUserSearch, applicationUsersQuery } from './application-page-queries.ts'
import classes from './ApplicationPage.module.css'
import type { ApplicationTabProps } from './DetailsTab.tsx'

/** Who has the application, with what gives it to others and ends it. */
export function PeopleTab({ application }: ApplicationTabProps) {
  const t = useTexts(applicationPageTexts)
  const { profile_view: viewProfile } = useTexts(userProfileTexts)
  const { uid } = useSignedIn()
  const navigate = useNavigate()
  const pageName = usePortalPageName()
  const mayManageUsers = useHoldsPage()('User Administration')
  const list = useListSearch(applicationUserSearch)
  const page = useListPage(applicationUsersQuery(uid, application.pageId, list))
  const selection = useSelection()
  const access = useAccessDialog(selection.clear)
  const { system, pageAssignableFlg } = application
  const chosen = (kind: 'give' | 'end') => chosenApplication(kind, system, pageAssignableFlg ? application : null)
  const [giving] = access.entries((kind) => ({ users: null, count: 0, chosen: chosen(kind) }))
  const give = mayManageUsers && (
    <Button icon="plus" onClick={giving?.onSelect}>
      {giving?.label}
    </Button>
  )
  const profileOf = (userId: number) => userProfile.link({ userId, tabName: 'permissions' })
  const lead = pageAssignableFlg ? t.application_people_own : t.application_people_system
  return (
    <div className={classes['list']}>
      <p>{formatMessage(lead, { application: pageName(application.pageNm), system: system.systemNm })}</p>
      {!mayManageUsers && (
        <Alert tone="info" live={false}>
          {formatMessage(t.application_people_read_only, { page: pageName('User Administration') })}
        </Alert>
      )}
      <FilterBar list={list} fields={[{ name: 'name', kind: 'search', label: t.application_people_search }]}>
        {give}
      </FilterBar>
      <ListTable
        list={list}
        page={page}
        empty={{
          title: t.application_people_none,
          ...(mayManageUsers && { hint: t.application_people_none_hint, action: give }),
        }}
        caption={t.application_tab_people}
        columns={columnsOf(t)}
        rowKey={({ userId }) => userId}
        rowName={fullName}
        {...(mayManageUsers && {
          selection,
          bulkActions: access.entries((kind) => ({
            users: { userIds: [...selection.keys].map(Number) },
            count: selection.keys.size,
            chosen: chosen(kind),
          })),
          rowTarget: ({ userId }: ApplicationUser) => profileOf(userId),
          rowActions: ({ userId }: ApplicationUser) => [
            {
              entries: [
                {
                  label: viewProfile,
                  icon: 'user' as const,
                  onSelect: () => void navigate({ href: profileOf(userId) }),
                },
              ],
            },
            {
              entries: access
                .entries((kind) => ({ users: { userIds: [userId] }, count: 1, chosen: chosen(kind) }))
                .slice(1),
            },
          ],
        })}
      />
      {access.dialog}
    </div>
  )
}

const columnsOf = (t: Texts<typeof applicationPageTexts>): Column<ApplicationUser>[] => [
  { key: 'firstNm', title: t.application_people_user, sortable: true, cell: fullName },
  {
    key: 'userNm',
    title: t.application_people_user_id,
    sortable: true,
    truncate: 'narrow',
    cell: ({ userNm }) => userNm,
  },
  {
    key: 'employer',
    title: t.application_people_employer,
    truncate: 'narrow',
    cell: ({ employerNm }) => employerNm,
  },
  {
    key: 'until',
    title: t.application_people_until,
    oneLine: true,
    cell: ({ endDt }) => endDt && formatDay(dayOfEnd(endDt.toISOString())),
  },
]
