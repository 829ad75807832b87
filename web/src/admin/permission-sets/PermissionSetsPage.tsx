import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import type { PermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import type { Column } from '../../patterns/column.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { ListTable } from '../../patterns/ListTable.tsx'
import { useScreenList } from '../../patterns/screen-list.ts'
import { useManagedMark } from '../../patterns/use-managed-mark.tsx'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { accessWords } from '../permissions/access-words.ts'
import { permissionSetPages } from './permission-set-queries.ts'
import { permissionSetPage } from './screen.ts'
import { type SetAct, SetDialog, useSetActions } from './SetDialog.tsx'

/** Named sets of applications and pages, which users have as a whole. */
export function PermissionSetsPage() {
  const t = useTexts(permissionSetPageTexts)
  const { admin_permission_sets: title } = useTexts(adminMenuTexts)
  const navigate = useNavigate()
  const pageName = usePortalPageName()
  const { list, page } = useScreenList(permissionSetPages)
  const [act, setAct] = useState<SetAct | null>(null)
  const actionsOf = useSetActions(setAct)
  const mark = useManagedMark('permissionSets', page.rows, ({ setId }) => setId)
  const linkTo = ({ setId }: PermissionSet) => permissionSetPage.link({ setId, tabName: 'contents' })
  return (
    <AdminPage
      title={title}
      subtitle={t.sets_subtitle}
      actions={
        <>
          <Button onClick={() => setAct({ kind: 'suggest' })}>{t.sets_suggest}</Button>
          <Button kind="primary" icon="plus" onClick={() => setAct({ kind: 'add' })}>
            {t.sets_add}
          </Button>
        </>
      }
    >
      <FilterBar list={list} fields={[{ name: 'name', kind: 'search', label: t.sets_search }]} />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.sets_none, hint: t.sets_none_hint }}
        caption={title}
        columns={columnsOf(t, pageName)}
        rowKey={({ setId }) => setId}
        rowMark={mark}
        rowName={({ setNm }) => setNm}
        rowTarget={linkTo}
        rowActions={(set) => [
          {
            entries: [{ label: t.sets_open, icon: 'eye', onSelect: () => void navigate({ href: linkTo(set) }) }],
          },
          ...actionsOf(set),
        ]}
      />
      {act && <SetDialog act={act} onNext={setAct} onClose={() => setAct(null)} />}
    </AdminPage>
  )
}

const columnsOf = (
  t: Texts<typeof permissionSetPageTexts>,
  pageName: (pageNm: string) => string,
): Column<PermissionSet>[] => [
  {
    key: 'setNm',
    title: t.sets_name,
    sortable: true,
    cell: ({ setNm }) => <BreakableText>{setNm}</BreakableText>,
  },
  {
    key: 'clientNm',
    title: t.sets_for,
    sortable: true,
    truncate: 'narrow',
    cell: ({ clientNm }) => clientNm ?? t.sets_installation,
  },
  {
    key: 'gives',
    title: t.sets_gives,
    truncate: 'wide',
    priority: 2,
    cell: ({ items }) => items.map((item) => accessWords(item, t, pageName)).join('; '),
  },
  { key: 'owner', title: t.sets_owner, truncate: 'narrow', priority: 3, cell: ({ ownerNm }) => ownerNm },
  {
    key: 'holderCnt',
    title: t.sets_holders,
    align: 'end',
    sortable: true,
    cell: ({ holderCnt }) => formatNumber(holderCnt),
  },
]
