import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DOCUMENT_QUOTA } from '@portico/contract/documents/documents.ts'
import { documentPageTexts } from '@portico/contract/documents/document-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import type { PendingUpload } from '../../patterns/UploadFlow.tsx'
import { useTab } from '../../patterns/use-tab.ts'
import { Button } from '../../ui/Button.tsx'
import { isModalOpen } from '../../ui/modal-stack.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { usedSpaceQuery } from './document-queries.ts'
import { documentTabs } from './document-search.ts'
import classes from './DocumentLibraryPage.module.css'
import { OwnDocuments } from './OwnDocuments.tsx'
import { SharedDocuments } from './SharedDocuments.tsx'
import { StorageUsage } from './StorageUsage.tsx'
import { TrashedDocuments } from './TrashedDocuments.tsx'
import { UploadDocuments } from './UploadDocuments.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'

const lists = { own: OwnDocuments, shared: SharedDocuments, trash: TrashedDocuments }

/** The page where users store, find and share documents. */
export function DocumentLibraryPage() {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const [tab, openTab] = useTab(documentTabs)
  const used = useSuspenseQuery(usedSpaceQuery(uid)).data
  const [pending, setPending] = useState<PendingUpload | null>(null)
  useFileDrop((files) => {
    // Never one dialog over another.
    if (!isModalOpen()) setPending({ files })
  }, pending === null)
  const List = lists[tab]
  return (
    <div className={classes['page']}>
      <PageHeading
        title={t.documents_title}
        subtitle={t.documents_subtitle}
        actions={
          <Button kind="primary" icon="upload" onClick={() => setPending({ files: [] })}>
            {t.documents_upload}
          </Button>
        }
      />
      <StorageUsage used={used} />
      <div>
        <SegmentedControl
          label={t.documents_tab}
          value={tab}
          onChange={openTab}
          options={[
            { value: 'own', label: t.documents_tab_own },
            { value: 'shared', label: t.documents_tab_shared },
            { value: 'trash', label: t.documents_tab_trash },
          ]}
        />
      </div>
      <List />
      {pending && (
        <UploadDocuments pending={pending} freeBytes={DOCUMENT_QUOTA - used} onClose={() => setPending(null)} />
      )}
    </div>
  )
}
