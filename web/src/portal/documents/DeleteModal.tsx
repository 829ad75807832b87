import type { UserDocument } from '@portico/contract/documents/documents.ts'
import { documentPageTexts } from '@portico/contract/documents/document-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { trash } from './document-queries.ts'

/** Asks before a document moves to the trash, and says who loses access (DOCS-015). */
export function DeleteModal({ document, onClose }: { document: UserDocument; onClose: () => void }) {
  const t = useTexts(documentPageTexts)
  const general = useTexts(generalTexts)
  const { documentId, documentNm: name, sharedCnt: count } = document
  const body = count === 0 ? t.delete_body : t.delete_shared_body
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={t.delete_title}
      confirmLabel={formatMessage(t.delete_confirm, { name })}
      cancelLabel={general.cancel}
      closeAfterMs={CLOSE_AFTER_MS.file}
      onConfirm={() => trash(documentId, t.delete_done)}
    >
      <p>{formatMessage(body, { name, count })}</p>
    </ConfirmModal>
  )
}
