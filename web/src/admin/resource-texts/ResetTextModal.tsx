import { listResourceTexts, type ResourceText } from '@portico/contract/texts/resource-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { resourceTextTexts } from '@portico/contract/texts/resource-text-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { runAction } from '../../patterns/run-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { inheritedText, saveWording, type TextScope } from './resource-text-queries.ts'

interface ResetTextModalProps {
  text: ResourceText
  scope: TextScope
  onClose: () => void
}

/** The way back from a wording to the text before it. */
export function ResetTextModal({ text, scope, onClose }: ResetTextModalProps) {
  const t = useTexts(resourceTextTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { client } = scope
  const next = inheritedText(text, client?.clientId)
  return (
    <ConfirmModal
      opened
      title={t.text_reset_title}
      confirmLabel={t.text_reset_confirm}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.setting}
      onClose={onClose}
      onConfirm={() => runAction(() => saveWording(uid, text, scope, null), [listResourceTexts])}
    >
      <p>
        {client
          ? formatMessage(t.text_reset_to_everyone, { client: client.clientNm, text: next })
          : formatMessage(t.text_reset_to_shipped, { text: next })}
      </p>
    </ConfirmModal>
  )
}
