import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TrashedDocument } from '@portico/contract/documents/documents.ts'
import { documentPageTexts } from '@portico/contract/documents/document-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { DataTable } from '../../patterns/DataTable.tsx'
import { formatBytes, formatInstant } from '../../ui/format.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { toast } from '../../ui/toast.ts'
import { removeForGood, restore, trashQuery } from './document-queries.ts'
import classes from './DocumentLibraryPage.module.css'

/** Documents in the trash: restore or delete permanently. */
export function TrashedDocuments() {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const { data: rows } = useSuspenseQuery(trashQuery(uid))
  const [removing, setRemoving] = useState<TrashedDocument | null>(null)
  const restoreDocument = async ({ documentId, documentNm: name }: TrashedDocument) => {
    const { ok, message } = await restore(uid, documentId, formatMessage(t.restore_done, { name }))
    if (ok) toast.success(message)
    else toast.error(message)
  }
  return (
    <>
      <div className={classes['list']}>
        {rows.length === 0 ? (
          <EmptyState drawing="list" title={t.documents_trash_none} hint={t.documents_trash_none_hint} />
        ) : (
          <DataTable
            caption={t.documents_tab_trash}
            columns={columnsOf(t)}
            rows={rows}
            rowKey={({ documentId }) => documentId}
            rowName={({ documentNm }) => documentNm}
            rowActions={(document) => [
              {
                entries: [
                  { label: t.documents_restore, icon: 'refresh', onSelect: () => void restoreDocument(document) },
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
      </div>
      {removing && <RemoveModal document={removing} onClose={() => setRemoving(null)} />}
    </>
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
      confirmLabel={formatMessage(t.delete_confirm, { name })}
      cancelLabel={general.cancel}
      closeAfterMs={CLOSE_AFTER_MS.file}
      onConfirm={() => removeForGood(uid, document.documentId, t.delete_for_good_done)}
    >
      <p>{formatMessage(t.delete_for_good_body, { name })}</p>
    </ConfirmModal>
  )
}

const columnsOf = (t: Texts<typeof documentPageTexts>): Column<TrashedDocument>[] => [
  { key: 'documentNm', title: t.documents_name, cell: ({ documentNm }) => documentNm },
  {
    key: 'size',
    oneLine: true,
    title: t.documents_size,
    align: 'end',
    cell: ({ documentSizeByteCnt }) => formatBytes(documentSizeByteCnt),
  },
  { key: 'deleted', oneLine: true, title: t.documents_deleted, cell: ({ deletedDt }) => formatInstant(deletedDt) },
  { key: 'purge', oneLine: true, title: t.documents_gone_on, cell: ({ purgeDt }) => formatInstant(purgeDt) },
]
