import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Application } from '@portico/contract/catalog/catalog-records.ts'
import { applicationPageTexts } from '@portico/contract/catalog/application-page-texts.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { usePathId } from '../../patterns/path-ids.ts'
import { TabbedPage } from '../../patterns/TabbedPage.tsx'
import { useHoldsPage } from '../../shell/admin-screens.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { Button } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { applicationQuery } from '../application-search/application-queries.ts'
import { ApplicationState } from '../application-search/ApplicationState.tsx'
import { DeleteApplicationDialog } from '../application-search/DeleteApplicationDialog.tsx'
import { applicationSearch } from '../application-search/screen.ts'
import { editApplication } from '../application-settings/screen.ts'
import { chosenApplication } from '../give-access/give-access-form.ts'
import { useAccessDialog } from '../give-access/use-access-dialog.tsx'
import { DetailsTab } from './DetailsTab.tsx'
import { applicationPage } from './screen.ts'
import { SearchItemsTab } from './SearchItemsTab.tsx'

const PeopleTab = lazyPart(() => import('./PeopleTab.tsx').then((module) => module.PeopleTab))
const SignOnTab = lazyPart(() => import('./SignOnTab.tsx').then((module) => module.SignOnTab))
const ImageTab = lazyPart(() => import('./ImageTab.tsx').then((module) => module.ImageTab))
const RequestsTab = lazyPart(() => import('./RequestsTab.tsx').then((module) => module.RequestsTab))
const HistoryTab = lazyPart(() => import('./HistoryTab.tsx').then((module) => module.HistoryTab))

/** By their names in the address. */
const applicationTabs = [
  { id: 'details', title: 'application_tab_details', Tab: DetailsTab },
  { id: 'search-items', title: 'application_tab_search', Tab: SearchItemsTab },
  { id: 'sign-on', title: 'application_tab_sign_on', Tab: SignOnTab },
  { id: 'people', title: 'application_tab_people', Tab: PeopleTab },
  { id: 'image', title: 'application_tab_image', Tab: ImageTab },
  { id: 'requests', title: 'application_tab_requests', Tab: RequestsTab },
  { id: 'history', title: 'application_tab_history', Tab: HistoryTab },
] as const

/** One application: what it is, who has it, who wants it and what changed; each part has a form of its own. */
export function ApplicationPage() {
  const t = useTexts(applicationPageTexts)
  const { uid } = useSignedIn()
  const pageId = usePathId('pageId')
  const { tabName }: { tabName?: string } = useParams({ strict: false })
  const router = useRouter()
  const pageName = usePortalPageName()
  const application = useSuspenseQuery(applicationQuery(uid, pageId)).data
  const { pageNm, system, section } = application
  return (
    <AdminPage
      title={pageName(pageNm)}
      subtitle={
        <>
          {[system.systemNm, ...(section ? [section.sectionNm] : [])].join(' · ')}{' '}
          <ApplicationState application={application} />
        </>
      }
      actions={<ApplicationActions application={application} />}
    >
      <ManagedLine kind="applications" id={pageId} />
      <TabbedPage
        label={t.application_tabs}
        tabs={applicationTabs.map(({ id, title, Tab }) => ({
          id,
          title: t[title],
          panel: <Tab key={pageId} application={application} />,
        }))}
        inPath={{
          open: applicationTabs.find(({ id }) => id === tabName)?.id ?? 'details',
          setOpen: (next) => void router.navigate({ href: applicationPage.link({ pageId, tabName: next }) }),
        }}
      />
    </AdminPage>
  )
}

/** What the list of applications offers for one of them, and the way back to it. */
function ApplicationActions({ application }: { application: Application }) {
  const t = useTexts(catalogPageTexts)
  const { application_wizard: wizard } = useTexts(applicationPageTexts)
  const { list_actions_for: actionsFor } = useTexts(listTexts)
  const router = useRouter()
  const pageName = usePortalPageName()
  const mayManageUsers = useHoldsPage()('User Administration')
  const access = useAccessDialog()
  const [deleting, setDeleting] = useState<'asked' | 'done' | null>(null)
  const { pageId, pageNm, system, pageAssignableFlg, protectedFlg } = application
  const giving = access.entries((kind) => ({
    users: null,
    count: 0,
    chosen: chosenApplication(kind, system, pageAssignableFlg ? application : null),
  }))
  return (
    <>
      <Button icon="search" root={(props) => <Link {...props} to={applicationSearch.link()} />}>
        {t.applications_open_search}
      </Button>
      <MenuButton
        label={formatMessage(actionsFor, { name: pageName(pageNm) })}
        groups={[
          ...(mayManageUsers ? [{ entries: giving }] : []),
          {
            entries: [
              {
                label: wizard,
                icon: 'pencil' as const,
                onSelect: () => void router.navigate({ href: editApplication.link({ pageId }) }),
              },
            ],
          },
          ...(protectedFlg
            ? []
            : [
                {
                  entries: [
                    {
                      label: t.applications_delete,
                      icon: 'trash' as const,
                      tone: 'danger' as const,
                      onSelect: () => setDeleting('asked'),
                    },
                  ],
                },
              ]),
        ]}
      />
      {access.dialog}
      {deleting !== null && (
        <DeleteApplicationDialog
          application={application}
          onDeleted={() => setDeleting('done')}
          onClose={() => {
            if (deleting === 'done') void router.navigate({ href: applicationSearch.link() })
            else setDeleting(null)
          }}
        />
      )}
    </>
  )
}
