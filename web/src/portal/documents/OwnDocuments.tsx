import { useState } from 'react'
import type { UserDocument } from '@portico/contract/documents.ts'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { type Column, DataTable } from '../../patterns/DataTable.tsx'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { PaginatedList } from '../../patterns/PaginatedList.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { formatBytes, formatInstant } from '../../ui/format.ts'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { useTyped } from '../../ui/typed.ts'
import { documentsQuery } from './document-queries.ts'
import { ownDocumentSearch } from './document-search.ts'
import { DocumentFilterBar } from './DocumentFilterBar.tsx'
import { DeleteModal } from './DeleteModal.tsx'
import { DocumentName } from './DocumentName.tsx'
import { openDocument } from './open-document.ts'
import { ShareModal } from './ShareModal.tsx'
import { VersionsModal } from './VersionsModal.tsx'

type Doing = { what: WindowProps['what']; documentId: number } | null

/** The document of an open dialog; kept when its row is gone, because the dialog shows the result. */
function useConcerned(rows: readonly UserDocument[], doing: Doing): UserDocument | undefined {
  const found = rows.find(({ documentId }) => documentId === doing?.documentId)
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  return found ?? (last?.documentId === doing?.documentId ? last : undefined)
}

/** The user's own documents (DOCS-007, DOCS-011). */
export function OwnDocuments() {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const list = useListSearch(ownDocumentSearch)
  const page = useListPage(documentsQuery(uid, list))
  // A dialog with unsaved values opens again after sign-in.
  const [doing, setDoing] = useTyped<Doing>('own-documents-doing', null)
  const concerned = useConcerned(page.rows, doing)
  return (
    <>
      <DocumentFilterBar list={list} />
      <PaginatedList list={list} page={page} empty={{ title: t.documents_own_none, hint: t.documents_own_none_hint }}>
        <DataTable
          caption={t.documents_tab_own}
          columns={columnsOf(t)}
          rows={page.rows}
          rowKey={({ documentId }) => documentId}
          rowName={({ documentNm }) => documentNm}
          sort={list.sort}
          onSort={(sort) => list.set({ sort })}
          isStale={page.isStale}
          rowActions={(document) => [
            {
              entries: [
                { label: t.documents_open, icon: 'download', onSelect: () => void openDocument(document) },
                {
                  label: t.documents_share,
                  icon: 'users',
                  onSelect: () => setDoing({ what: 'share', documentId: document.documentId }),
                },
                {
                  label: t.documents_versions,
                  icon: 'clock',
                  onSelect: () => setDoing({ what: 'versions', documentId: document.documentId }),
                },
              ],
            },
            {
              entries: [
                {
                  label: t.documents_delete,
                  icon: 'trash',
                  tone: 'danger',
                  onSelect: () => setDoing({ what: 'delete', documentId: document.documentId }),
                },
              ],
            },
          ]}
        />
      </PaginatedList>
      {concerned && doing && <Window what={doing.what} document={concerned} onClose={() => setDoing(null)} />}
    </>
  )
}

interface WindowProps {
  what: 'share' | 'versions' | 'delete'
  document: UserDocument
  onClose: () => void
}

function Window({ what, ...about }: WindowProps) {
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
