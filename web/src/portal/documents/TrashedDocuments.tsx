import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TrashedDocument } from '@portico/contract/documents.ts'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { byteText } from '../../ui/byte-text.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { fill } from '../../ui/fill.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { momentText } from '../../ui/moment-text.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'
import { CLOSE_AFTER_MS } from './DeleteModal.tsx'
import { removeForGood, restore, trashQuery } from './document-queries.ts'
import { ListFrame, type ListProps } from './ListFrame.tsx'

/** What waits in the trash: back to the library, or gone for good. */
export function TrashedDocuments({ search, onSearch }: ListProps) {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const { data: rows } = useSuspenseQuery(trashQuery(uid))
  const [removing, setRemoving] = useState<TrashedDocument | null>(null)
  const bringBack = async ({ documentId, documentNm: name }: TrashedDocument) => {
    const { ok, message } = await restore(uid, documentId, fill(t.restore_done, { name }))
    if (ok) toast.success(message)
    else toast.error(message)
  }
  return (
    <ListFrame
      windows={removing && <RemoveModal document={removing} onClose={() => setRemoving(null)} />}
      search={search}
      onSearch={onSearch}
      total={rows.length > 0 ? 1 : 0}
      shown={rows.length}
      empty={{ drawing: 'list', title: t.documents_trash_none, hint: t.documents_trash_none_hint }}
    >
      <Table
        caption={t.documents_tab_trash}
        columns={columnsOf(t)}
        rows={rows}
        rowKey={({ documentId }) => documentId}
        actionsTitle={t.documents_actions}
        actions={(document) => (
          <MenuButton
            label={fill(t.documents_actions_of, { name: document.documentNm })}
            groups={[
              {
                entries: [
                  { label: t.documents_restore, icon: 'refresh', onSelect: () => void bringBack(document) },
                  {
                    label: t.documents_delete_for_good,
                    icon: 'trash',
                    tone: 'danger',
                    onSelect: () => setRemoving(document),
                  },
                ],
              },
            ]}
          />
        )}
      />
    </ListFrame>
  )
}

function RemoveModal({ document, onClose }: { document: TrashedDocument; onClose: () => void }) {
  const t = useTexts(documentPageTexts)
  const general = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const name = document.documentNm
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={t.delete_for_good_title}
      confirmLabel={fill(t.delete_confirm, { name })}
      cancelLabel={general.cancel}
      closeAfterMs={CLOSE_AFTER_MS}
      onConfirm={() => removeForGood(uid, document.documentId, t.delete_for_good_done)}
    >
      <p>{fill(t.delete_for_good_body, { name })}</p>
    </ConfirmModal>
  )
}

const columnsOf = (t: Readonly<Record<keyof typeof documentPageTexts, string>>): Column<TrashedDocument>[] => [
  { key: 'documentNm', title: t.documents_name, cell: ({ documentNm }) => documentNm },
  {
    key: 'size',
    oneLine: true,
    title: t.documents_size,
    align: 'end',
    cell: ({ documentSizeByteCnt }) => byteText(documentSizeByteCnt),
  },
  { key: 'deleted', oneLine: true, title: t.documents_deleted, cell: ({ deletedDt }) => momentText(deletedDt) },
  { key: 'purge', oneLine: true, title: t.documents_gone_on, cell: ({ purgeDt }) => momentText(purgeDt) },
]
