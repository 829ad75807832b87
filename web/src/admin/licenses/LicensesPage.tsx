import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { License } from '@portico/contract/licenses/licenses.ts'
import { licensePageTexts } from '@portico/contract/licenses/license-page-texts.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import type { Column } from '../../patterns/column.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { ListTable } from '../../patterns/ListTable.tsx'
import { useScreenList } from '../../patterns/screen-list.ts'
import { Button } from '../../ui/Button.tsx'
import { languageInWords } from '../../patterns/language-in-words.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { LicenseDialog } from './LicenseDialog.tsx'
import { licenseOptionsQuery, licensePages } from './license-queries.ts'
import { licenseName, stateTones, stateWords, type Words, actInWords } from './license-words.ts'
import { licenseVersion } from './screen.ts'

/** What users of clients accept: the default license, and those of clients that have or had their own. */
export function LicensesPage() {
  const t = useTexts(licensePageTexts)
  const { admin_licenses: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const { mayChangeFlg: mayChange } = useSuspenseQuery(licenseOptionsQuery(uid)).data
  const { list, page } = useScreenList(licensePages)
  const [isAdding, setAdding] = useState(false)
  return (
    <AdminPage
      title={title}
      subtitle={t.licenses_subtitle}
      actions={
        <Button
          kind="primary"
          icon="plus"
          disabledReason={mayChange ? undefined : t.licenses_portal_admin_only}
          onClick={() => setAdding(true)}
        >
          {t.licenses_add}
        </Button>
      }
    >
      <FilterBar list={list} fields={[{ name: 'client', kind: 'search', label: t.licenses_search }]} />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.licenses_none }}
        caption={title}
        columns={columnsOf(t)}
        rowKey={({ licenseId }) => licenseId}
        rowName={(license) => licenseName(t, license)}
        rowTarget={({ licenseId }) => licenseVersion.link({ licenseId })}
      />
      {isAdding && <LicenseDialog license={null} onClose={() => setAdding(false)} />}
    </AdminPage>
  )
}

const columnsOf = (t: Words): Column<License>[] => [
  { key: 'clientNm', title: t.licenses_client, sortable: true, cell: ({ clientNm }) => clientNm ?? t.licenses_default },
  { key: 'title', title: t.licenses_title, cell: ({ titleTxt }) => titleTxt },
  {
    key: 'languages',
    title: t.licenses_languages,
    priority: 3,
    cell: ({ languageList }) => languageList.map(languageInWords).join(', '),
  },
  {
    key: 'state',
    title: t.licenses_state,
    cell: ({ stateCd }) => <StatusDot tone={stateTones[stateCd]}>{stateWords(t)[stateCd]}</StatusDot>,
  },
  {
    key: 'createdDt',
    title: t.licenses_written,
    sortable: true,
    priority: 2,
    cell: ({ createdDt, createdByNm }) => actInWords(createdDt, createdByNm),
  },
]
