import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SharedDocument } from '@portico/contract/documents.ts'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { byteText } from '../../ui/byte-text.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { dayText } from '../../ui/day-text.ts'
import { fill } from '../../ui/fill.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { momentText } from '../../ui/moment-text.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { leaveShare, sharedDocumentsQuery } from './document-queries.ts'
import { CLOSE_AFTER_MS } from './DeleteModal.tsx'
import { DocumentName } from './DocumentName.tsx'
import { ListFrame, type ListProps } from './ListFrame.tsx'
import { openDocument } from './open-document.ts'

const ownerOf = ({ doc }: SharedDocument) => `${doc.firstNm} ${doc.lastNm}`

/** What others share with me (DOCS-008). */
export function SharedDocuments({ search, onSearch }: ListProps) {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const { data } = useSuspenseQuery(sharedDocumentsQuery(uid, search))
  const [leaving, setLeaving] = useState<SharedDocument | null>(null)
  const { sort = 'sharedDt', dir = sort === 'sharedDt' ? 'desc' : 'asc' } = search
  return (
    <ListFrame
      windows={leaving && <DropShareModal shared={leaving} onClose={() => setLeaving(null)} />}
      search={search}
      onSearch={onSearch}
      total={data.total}
      shown={data.rows.length}
      empty={{ drawing: 'list', title: t.documents_shared_none, hint: t.documents_shared_none_hint }}
    >
      <Table
        caption={t.documents_tab_shared}
        columns={columnsOf(t)}
        rows={data.rows}
        rowKey={({ documentShareDtlId }) => documentShareDtlId}
        sorting={{ key: sort, direction: dir }}
        onSort={({ key, direction }) => onSearch(({ page: _, ...kept }) => ({ ...kept, sort: key, dir: direction }))}
        actionsTitle={t.documents_actions}
        actions={(shared) => (
          <MenuButton
            label={fill(t.documents_actions_of, { name: shared.doc.documentNm })}
            groups={[
              {
                entries: [
                  { label: t.documents_open, icon: 'download', onSelect: () => void openDocument(shared.doc) },
                  { label: t.documents_drop_share, icon: 'close', onSelect: () => setLeaving(shared) },
                ],
              },
            ]}
          />
        )}
      />
    </ListFrame>
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
      confirmLabel={fill(t.drop_share_confirm, { name })}
      cancelLabel={general.cancel}
      closeAfterMs={CLOSE_AFTER_MS}
      onConfirm={() => leaveShare(uid, shared.documentShareDtlId, t.drop_share_done)}
    >
      <p>{fill(t.drop_share_body, { name, owner: ownerOf(shared) })}</p>
    </ConfirmModal>
  )
}

const columnsOf = (t: Readonly<Record<keyof typeof documentPageTexts, string>>): Column<SharedDocument>[] => [
  { key: 'documentNm', title: t.documents_name, sortable: true, cell: ({ doc }) => <DocumentName document={doc} /> },
  { key: 'ownerNm', title: t.documents_owner, sortable: true, cell: ownerOf },
  {
    key: 'documentSizeByteCnt',
    oneLine: true,
    title: t.documents_size,
    sortable: true,
    align: 'end',
    cell: ({ doc }) => byteText(doc.documentSizeByteCnt),
  },
  {
    key: 'sharedDt',
    oneLine: true,
    title: t.documents_shared_on,
    sortable: true,
    cell: ({ sharedDt }) => momentText(sharedDt),
  },
  {
    key: 'expireDt',
    oneLine: true,
    title: t.documents_until,
    sortable: true,
    cell: ({ expireDt }) => (expireDt === null ? t.documents_no_end : dayText(expireDt)),
  },
]
