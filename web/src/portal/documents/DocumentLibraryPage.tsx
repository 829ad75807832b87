import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { DOCUMENT_QUOTA } from '@portico/contract/documents.ts'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { isWindowOpen } from '../../ui/open-windows.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { SegmentedChoice } from '../../ui/SegmentedChoice.tsx'
import { usedSpaceQuery } from './document-queries.ts'
import { type ChangeSearch, type DocumentSearch, readDocumentSearch } from './document-search.ts'
import { Filters } from './Filters.tsx'
import classes from './DocumentLibraryPage.module.css'
import { OwnDocuments } from './OwnDocuments.tsx'
import { SharedDocuments } from './SharedDocuments.tsx'
import { Space } from './Space.tsx'
import { TrashedDocuments } from './TrashedDocuments.tsx'
import { type Arrived, UploadFlow } from './UploadFlow.tsx'
import { useArrivingFiles } from './use-arriving-files.ts'

const lists = { own: OwnDocuments, shared: SharedDocuments, trash: TrashedDocuments }

/** Where somebody puts documents, finds them again and shares them. */
export function DocumentLibraryPage() {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const navigate = useNavigate()
  const search: DocumentSearch = useSearch({ strict: false })
  const tab = search.tab ?? 'own'
  const used = useSuspenseQuery(usedSpaceQuery(uid)).data
  const [arrived, setArrived] = useState<Arrived | null>(null)
  useArrivingFiles((files) => {
    // Never one window over another.
    if (!isWindowOpen()) setArrived({ files })
  }, arrived === null)
  const go: ChangeSearch = (change) =>
    void navigate({ to: paths.documentLibrary(), search: (before) => change(readDocumentSearch(before)) })
  const List = lists[tab]
  return (
    <div className={classes['page']}>
      <PageHeading
        title={t.documents_title}
        subtitle={t.documents_subtitle}
        actions={
          <Button kind="primary" icon="upload" onClick={() => setArrived({ files: [] })}>
            {t.documents_upload}
          </Button>
        }
      />
      <Space used={used} />
      <div className={classes['choices']}>
        <SegmentedChoice
          label={t.documents_tab}
          value={tab}
          onChange={(value) => go(() => (value === 'own' ? {} : { tab: value }))}
          options={[
            { value: 'own', label: t.documents_tab_own },
            { value: 'shared', label: t.documents_tab_shared },
            { value: 'trash', label: t.documents_tab_trash },
          ]}
        />
        {tab !== 'trash' && <Filters search={search} onChange={go} />}
      </div>
      <List search={search} onSearch={go} />
      {arrived && <UploadFlow arrived={arrived} freeBytes={DOCUMENT_QUOTA - used} onClose={() => setArrived(null)} />}
    </div>
  )
}
