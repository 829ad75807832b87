import { useNavigate } from '@tanstack/react-router'
import { clientApplicationTexts } from '@portico/contract/clients/client-application-texts.ts'
import { type ClientApplication, CLIENT_USERS_COUNTED } from '@portico/contract/clients/client-applications.ts'
import { userStatuses } from '@portico/contract/users/users.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { linkTo } from '../../patterns/link-to.ts'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { useHoldsPage } from '../../shell/admin-screens.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { Button } from '../../ui/Button.tsx'
import { formatNumber } from '../../ui/format.ts'
import type { MenuGroup } from '../../ui/MenuButton.tsx'
import { ApplicationState } from '../application-search/ApplicationState.tsx'
import { applicationPage } from '../application/screen.ts'
import { type AccessAct, chosenApplication } from '../give-access/give-access-form.ts'
import { useAccessDialog } from '../give-access/use-access-dialog.tsx'
import { tileUsers } from '../tile-users/screen.ts'
import { clientApplicationSearch, clientApplicationsQuery } from './client-application-queries.ts'
import classes from './ClientApplicationsTab.module.css'

interface ClientApplicationsTabProps {
  clientId: number
  name: string
  users: { activeCnt: number; inactiveCnt: number }
}

/** What the users of a client have a permission for, with what gives it to all of them and ends it. */
export function ClientApplicationsTab({ clientId, name, users }: ClientApplicationsTabProps) {
  const t = useTexts(clientApplicationTexts)
  const { uid } = useSignedIn()
  const navigate = useNavigate()
  const pageName = usePortalPageName()
  const mayOpen = useHoldsPage()('Application Settings')
  const list = useListSearch(clientApplicationSearch)
  const page = useListPage(clientApplicationsQuery(uid, clientId, list))
  const access = useAccessDialog()
  const [giving] = access.entries((kind) => everyoneOf(clientId, users, kind))
  const give = users.activeCnt > 0 && (
    <Button icon="plus" onClick={giving?.onSelect}>
      {giving?.label}
    </Button>
  )
  const pageOf = (pageId: number, tabName: string) => applicationPage.link({ pageId, tabName })
  const linksOf = ({ pageId, sectionId }: ClientApplication): MenuGroup[] => {
    const toPage = (label: string, icon: 'pencil' | 'users', tabName: string) => ({
      label,
      icon,
      onSelect: () => void navigate({ href: pageOf(pageId, tabName) }),
    })
    const toTile = (tile: number) => ({
      label: t.client_applications_tile,
      icon: 'search' as const,
      onSelect: () => void navigate(linkTo(tileUsers.link(), { tile })),
    })
    const entries = [
      ...(mayOpen
        ? [
            toPage(t.client_applications_open, 'pencil', 'details'),
            toPage(t.client_applications_people, 'users', 'people'),
          ]
        : []),
      ...(sectionId === null ? [] : [toTile(sectionId)]),
    ]
    return entries.length === 0 ? [] : [{ entries }]
  }
  return (
    <div className={classes['list']}>
      <p>{leadOf(name, users.activeCnt, t)}</p>
      <FilterBar list={list} fields={[{ name: 'name', kind: 'search', label: t.client_applications_search }]}>
        {give}
      </FilterBar>
      <ListTable
        list={list}
        page={page}
        empty={{
          title: t.client_applications_none,
          hint: formatMessage(t.client_applications_none_hint, { name }),
          ...(give && { action: give }),
        }}
        caption={t.client_applications_tab}
        columns={columnsOf(t, pageName)}
        rowKey={({ pageId }) => pageId}
        rowName={({ pageNm }) => pageName(pageNm)}
        {...(mayOpen && { rowTarget: ({ pageId }: ClientApplication) => pageOf(pageId, 'details') })}
        rowActions={(application) => [
          {
            entries: access.entries((kind) => ({
              ...everyoneOf(clientId, users, kind),
              chosen: chosenApplication(kind, application, application.pageAssignableFlg ? application : null),
            })),
          },
          ...linksOf(application),
        ]}
      />
      {access.dialog}
    </div>
  )
}

/** All users of a client who can get access; or from whom it can be taken, inactive ones included. */
const everyoneOf = (
  clientId: number,
  { activeCnt, inactiveCnt }: ClientApplicationsTabProps['users'],
  kind: AccessAct['kind'],
): Pick<AccessAct, 'users' | 'count'> => ({
  users: {
    match: {
      employerId: clientId,
      userStatusIds: kind === 'give' ? [userStatuses.active] : [userStatuses.active, userStatuses.inactive],
    },
  },
  count: kind === 'give' ? activeCnt : activeCnt + inactiveCnt,
})

const leadOf = (name: string, count: number, t: Texts<typeof clientApplicationTexts>): string =>
  count > CLIENT_USERS_COUNTED
    ? formatMessage(t.client_applications_lead_part, { name, count, counted: CLIENT_USERS_COUNTED })
    : formatMessage(t.client_applications_lead, { name, count })

const columnsOf = (
  t: Texts<typeof clientApplicationTexts>,
  pageName: (pageNm: string) => string,
): Column<ClientApplication>[] => [
  {
    key: 'pageNm',
    title: t.client_applications_application,
    sortable: true,
    cell: ({ pageNm }) => pageName(pageNm),
  },
  { key: 'systemNm', title: t.client_applications_system, sortable: true, cell: ({ systemNm }) => systemNm },
  {
    key: 'userCnt',
    title: t.client_applications_users,
    align: 'end',
    sortable: true,
    cell: ({ userCnt }) => formatNumber(userCnt),
  },
  {
    key: 'state',
    title: t.client_applications_state,
    cell: (application) => <ApplicationState application={application} />,
  },
]
