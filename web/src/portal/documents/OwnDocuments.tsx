import { useState } from 'react'
import type { UserDocument } from '@portico/contract/documents/documents.ts'
import { documentPageTexts } from '@portico/contract/documents/document-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { formatBytes, formatInstant } from '../../ui/format.ts'
import { useRestorableState } from '../../ui/restorable-state.ts'
import { documentsQuery } from './document-queries.ts'
import { ownDocumentSearch } from './document-search.ts'
import { DocumentFilterBar } from './DocumentFilterBar.tsx'
import { DeleteModal } from './DeleteModal.tsx'
import { DocumentName } from './DocumentName.tsx'
import { openDocument } from './open-document.ts'
import { ShareModal } from './ShareModal.tsx'
import { VersionsModal } from './VersionsModal.tsx'

type DialogState = { what: DocumentDialogProps['what']; documentId: number } | null

/** The document of an open dialog; kept when its row is gone, because the dialog shows the result. */
function useConcerned(rows: readonly UserDocument[], dialog: DialogState): UserDocument | undefined {
  const found = rows.find(({ documentId }) => documentId === dialog?.documentId)
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  return found ?? (last?.documentId === dialog?.documentId ? last : undefined)
}

/** The user's own documents (DOCS-007, DOCS-011). */
export function OwnDocuments() {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const list = useListSearch(ownDocumentSearch)
  const page = useListPage(documentsQuery(uid, list))
  // A dialog with unsaved values opens again after sign-in.
  const [dialog, setDialog] = useRestorableState<DialogState>('own-documents-dialog', null)
  const concerned = useConcerned(page.rows, dialog)
  return (
    <>
      <DocumentFilterBar list={list} />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.documents_own_none, hint: t.documents_own_none_hint }}
        caption={t.documents_tab_own}
        columns={columnsOf(t)}
        rowKey={({ documentId }) => documentId}
        rowName={({ documentNm }) => documentNm}
        rowActions={(document) => [
          {
            entries: [
              { label: t.documents_open, icon: 'download', onSelect: () => void openDocument(document) },
              {
                label: t.documents_share,
                icon: 'users',
                onSelect: () => setDialog({ what: 'share', documentId: document.documentId }),
              },
              {
                label: t.documents_versions,
                icon: 'clock',
                onSelect: () => setDialog({ what: 'versions', documentId: document.documentId }),
              },
            ],
          },
          {
            entries: [
              {
                label: t.documents_delete,
                icon: 'trash',
                tone: 'danger',
                onSelect: () => setDialog({ what: 'delete', documentId: document.documentId }),
              },
            ],
          },
        ]}
      />
      {concerned && dialog && (
        <DocumentDialog what={dialog.what} document={concerned} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

interface DocumentDialogProps {
  what: 'share' | 'versions' | 'delete'
  document: UserDocument
  onClose: () => void
}

function DocumentDialog({ what, ...about }: DocumentDialogProps) {
  if (what === 'share') return <ShareModal {...about} />
  return what === 'versions' ? <VersionsModal {...about} /> : <DeleteModal {...about} />
}

const columnsOf = (t: Texts<typeof documentPageTexts>): Column<UserDocument>[] => [
  {
    key: 'documentNm',
    title: t.documents_name,
    sortable: true,
    cell: (document) => (
      <>
        <DocumentName document={document} />{' '}
        {document.sharedCnt > 0 && (
          <Badge>{formatMessage(t.documents_shared_with, { count: document.sharedCnt })}</Badge>
        )}
      </>
    ),
  },
  {
    key: 'documentTypeTxt',
    oneLine: true,
    title: t.documents_type,
    sortable: true,
    cell: ({ documentTypeTxt }) => documentTypeTxt.toUpperCase(),
  },
  {
    key: 'documentSizeByteCnt',
    oneLine: true,
    title: t.documents_size,
    sortable: true,
    align: 'end',
    cell: ({ documentSizeByteCnt }) => formatBytes(documentSizeByteCnt),
  },
  {
    key: 'recordAddDt',
    oneLine: true,
    title: t.documents_added,
    sortable: true,
    cell: ({ recordAddDt }) => formatInstant(recordAddDt),
  },
]
