import type { UserDocument } from '@portico/contract/documents.ts'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { fill } from '../../ui/fill.ts'
import { trash } from './document-queries.ts'

/** After upload, overwrite, delete and share (DOCS-033..036). */
export const CLOSE_AFTER_MS = 1000

/** Says whom it touches before a document goes to the trash (DOCS-015). */
export function DeleteModal({ document, onClose }: { document: UserDocument; onClose: () => void }) {
  const t = useTexts(documentPageTexts)
  const general = useTexts(generalTexts)
  const { documentId, documentNm: name, sharedCnt: count } = document
  const body = count === 0 ? t.delete_body : count === 1 ? t.delete_shared_with_one_body : t.delete_shared_body
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={t.delete_title}
      confirmLabel={fill(t.delete_confirm, { name })}
      cancelLabel={general.cancel}
      closeAfterMs={CLOSE_AFTER_MS}
      onConfirm={() => trash(documentId, t.delete_done)}
    >
      <p>{fill(body, { name, count })}</p>
    </ConfirmModal>
  )
}
