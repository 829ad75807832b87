import { fullName } from '@portico/contract/users/full-name.ts'
import { useState } from 'react'
import type { SharedDocument } from '@portico/contract/documents/documents.ts'
import { documentPageTexts } from '@portico/contract/documents/document-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { formatBytes, formatDay, formatInstant } from '../../ui/format.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { leaveShare, sharedDocumentsQuery } from './document-queries.ts'
import { sharedDocumentSearch } from './document-search.ts'
import { DocumentFilterBar } from './DocumentFilterBar.tsx'
import { DocumentName } from './DocumentName.tsx'
import { openDocument } from './open-document.ts'

const ownerOf = ({ doc }: SharedDocument) => fullName(doc)

/** Documents that others share with the user (DOCS-008). */
export function SharedDocuments() {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const list = useListSearch(sharedDocumentSearch)
  const page = useListPage(sharedDocumentsQuery(uid, list))
  const [leaving, setLeaving] = useState<SharedDocument | null>(null)
  return (
    <>
      <DocumentFilterBar list={list} />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.documents_shared_none, hint: t.documents_shared_none_hint }}
        caption={t.documents_tab_shared}
        columns={columnsOf(t)}
        rowKey={({ documentShareDtlId }) => documentShareDtlId}
        rowName={({ doc }) => doc.documentNm}
        rowActions={(shared) => [
          {
            entries: [
              { label: t.documents_open, icon: 'download', onSelect: () => void openDocument(shared.doc) },
              { label: t.documents_drop_share, icon: 'close', onSelect: () => setLeaving(shared) },
            ],
          },
        ]}
      />
      {leaving && <DropShareModal shared={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function DropShareModal({ shared, onClose }: { shared: SharedDocument; onClose: () => void }) {
  const t = useTexts(documentPageTexts)
  const general = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const name = shared.doc.documentNm
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={t.drop_share_title}
      confirmLabel={formatMessage(t.drop_share_confirm, { name })}
      cancelLabel={general.cancel}
      closeAfterMs={CLOSE_AFTER_MS.file}
      onConfirm={() => leaveShare(uid, shared.documentShareDtlId, t.drop_share_done)}
    >
      <p>{formatMessage(t.drop_share_body, { name, owner: ownerOf(shared) })}</p>
    </ConfirmModal>
  )
}

const columnsOf = (t: Texts<typeof documentPageTexts>): Column<SharedDocument>[] => [
  { key: 'documentNm', title: t.documents_name, sortable: true, cell: ({ doc }) => <DocumentName document={doc} /> },
  { key: 'ownerNm', title: t.documents_owner, sortable: true, cell: ownerOf },
  {
    key: 'documentSizeByteCnt',
    oneLine: true,
    title: t.documents_size,
    sortable: true,
    align: 'end',
    cell: ({ doc }) => formatBytes(doc.documentSizeByteCnt),
  },
  {
    key: 'sharedDt',
    oneLine: true,
    title: t.documents_shared_on,
    sortable: true,
    cell: ({ sharedDt }) => formatInstant(sharedDt),
  },
  {
    key: 'expireDt',
    oneLine: true,
    title: t.documents_until,
    sortable: true,
    cell: ({ expireDt }) => (expireDt === null ? t.documents_no_end : formatDay(expireDt)),
  },
]
