import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedApplication } from '@portico/contract/catalog/catalog-records.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import type { Column } from '../../patterns/column.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useScreenList } from '../../patterns/screen-list.ts'
import { useManagedMark } from '../../patterns/use-managed-mark.tsx'
import { ListTable } from '../../patterns/ListTable.tsx'
import { useHoldsPage } from '../../shell/admin-screens.ts'
import { Button } from '../../ui/Button.tsx'
import { applicationPage } from '../application/screen.ts'
import { applicationPages, deletedQuery, catalogSectionsQuery } from './application-queries.ts'
import { catalogSystemsQuery } from './system-queries.ts'
import { ApplicationState } from './ApplicationState.tsx'
import { DeleteApplicationDialog } from './DeleteApplicationDialog.tsx'
import { DeletedApplicationsDialog } from './DeletedApplicationsDialog.tsx'
import { DeleteRecordsDialog } from './DeleteRecordsDialog.tsx'
import { RecordsDialog } from './RecordsDialog.tsx'
import { addApplication } from '../application-settings/screen.ts'
import { chosenApplication } from '../give-access/give-access-form.ts'
import { useAccessDialog } from '../give-access/use-access-dialog.tsx'

type DialogState =
  | { kind: 'delete'; application: ListedApplication }
  | { kind: 'sections' | 'systems' | 'deleteSections' | 'deleteSystems' | 'deleted' }

/** Finds one application among all, to edit or delete it (CATA-016..022). */
export function ApplicationSearchPage() {
  const t = useTexts(catalogPageTexts)
  const { admin_applications: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const navigate = useNavigate()
  const { list, page } = useScreenList(applicationPages)
  const systems = useSuspenseQuery(catalogSystemsQuery(uid)).data
  const sections = useSuspenseQuery(catalogSectionsQuery(uid)).data
  const deleted = useSuspenseQuery(deletedQuery(uid)).data
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const access = useAccessDialog()
  const mark = useManagedMark('applications', page.rows, ({ pageId }) => pageId)
  const mayManageUsers = useHoldsPage()('User Administration')
  const add = (
    <Button kind="primary" icon="plus" root={(props) => <Link {...props} to={addApplication.link()} />}>
      {t.applications_add}
    </Button>
  )
  return (
    <AdminPage title={title} subtitle={t.applications_subtitle} actions={add}>
      <FilterBar
        list={list}
        fields={[
          { name: 'keyword', kind: 'search', label: t.applications_search },
          {
            name: 'system',
            kind: 'choice',
            isId: true,
            label: t.application_system,
            options: systems.map(({ systemId, systemNm }) => ({ value: String(systemId), label: systemNm })),
          },
          {
            name: 'section',
            kind: 'choice',
            isId: true,
            label: t.application_section,
            options: sections.map(({ sectionId, sectionNm }) => ({ value: String(sectionId), label: sectionNm })),
          },
        ]}
      >
        {deleted.length > 0 && (
          <Button icon="clock" onClick={() => setDialog({ kind: 'deleted' })}>
            {t.applications_deleted}
          </Button>
        )}
        <Button onClick={() => setDialog({ kind: 'sections' })}>{t.sections_title}</Button>
        <Button onClick={() => setDialog({ kind: 'systems' })}>{t.systems_title}</Button>
      </FilterBar>
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.applications_none, hint: t.applications_none_hint, action: add }}
        caption={title}
        columns={columnsOf(t)}
        rowKey={({ pageId }) => pageId}
        rowMark={mark}
        rowName={({ pageNm }) => pageNm}
        rowTarget={({ pageId }) => applicationPage.link({ pageId, tabName: 'details' })}
        rowActions={(application) => [
          {
            entries: [
              {
                label: t.applications_edit,
                icon: 'pencil',
                onSelect: () =>
                  void navigate({
                    href: applicationPage.link({ pageId: application.pageId, tabName: 'details' }),
                  }),
              },
              ...(application.protectedFlg
                ? []
                : [
                    {
                      label: t.applications_delete,
                      icon: 'trash' as const,
                      tone: 'danger' as const,
                      onSelect: () => setDialog({ kind: 'delete', application }),
                    },
                  ]),
            ],
          },
          ...(mayManageUsers
            ? [
                {
                  entries: access.entries((kind) => ({
                    users: null,
                    count: 0,
                    chosen: chosenApplication(
                      kind,
                      application.system,
                      application.pageAssignableFlg ? application : null,
                    ),
                  })),
                },
              ]
            : []),
        ]}
      />
      {access.dialog}
      <Dialog state={dialog} onChange={setDialog} />
    </AdminPage>
  )
}

function Dialog({ state, onChange }: { state: DialogState | null; onChange: (next: DialogState | null) => void }) {
  const close = () => onChange(null)
  switch (state?.kind) {
    case 'delete':
      return <DeleteApplicationDialog application={state.application} onClose={close} />
    case 'sections':
      return <RecordsDialog kind="sections" onClose={close} onDelete={() => onChange({ kind: 'deleteSections' })} />
    case 'systems':
      return <RecordsDialog kind="systems" onClose={close} onDelete={() => onChange({ kind: 'deleteSystems' })} />
    case 'deleteSections':
      return <DeleteRecordsDialog kind="sections" onClose={close} />
    case 'deleteSystems':
      return <DeleteRecordsDialog kind="systems" onClose={close} />
    case 'deleted':
      return <DeletedApplicationsDialog onClose={close} />
    default:
      return null
  }
}

const columnsOf = (t: Texts<typeof catalogPageTexts>): Column<ListedApplication>[] => [
  {
    key: 'pageNm',
    title: t.application_name,
    sortable: true,
    cell: ({ pageNm }) => pageNm,
  },
  { key: 'systemNm', title: t.application_system, sortable: true, cell: ({ system }) => system.systemNm },
  {
    key: 'sectionNm',
    title: t.application_section,
    sortable: true,
    cell: ({ section }) => section?.sectionNm ?? t.application_no_section,
  },
  {
    key: 'state',
    title: t.application_state,
    cell: (application) => <ApplicationState application={application} />,
  },
]
