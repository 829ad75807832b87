import { brandingPageTexts } from '@portico/contract/branding/branding-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../../../api/texts.ts'
import { ConfirmQuestion } from '../../../ui/ConfirmModal.tsx'
import { ModalPicture } from '../../../ui/Modal.tsx'

/** A question in a brand. */
export function DialogPreview() {
  const t = useTexts(brandingPageTexts)
  const { cancel } = useTexts(generalTexts)
  return (
    <ModalPicture title={t.brand_preview_question} size="s">
      <ConfirmQuestion
        confirmLabel={t.brand_preview_confirm}
        cancelLabel={cancel}
        onConfirm={() => Promise.resolve(null)}
        onClose={ignore}
        onBusy={ignore}
      >
        <p>{t.brand_preview_question_body}</p>
      </ConfirmQuestion>
    </ModalPicture>
  )
}

const ignore = () => undefined
