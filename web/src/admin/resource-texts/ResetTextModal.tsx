import { listResourceTexts, type ResourceText, saveResourceText } from '@portico/contract/texts/resource-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { resourceTextTexts } from '@portico/contract/texts/resource-text-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { useAction } from '../../patterns/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { inheritedText, reloadTexts, takeBackText, type TextScope } from './resource-text-queries.ts'

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
  const takeBack = takeBackText(uid)
  const reset = useAction(saveResourceText, {
    invalidate: [listResourceTexts],
    success: () => {
      reloadTexts(uid)
      return t.text_reset
    },
    // Null where there was no wording any more.
    undo: async ({ data }) => (data ? takeBack(data.undoId) : t.text_reset),
  })
  const { textKey, version } = text
  const { client, language } = scope
  const next = inheritedText(text, client?.clientId)
  return (
    <ConfirmModal
      opened
      title={t.text_reset_title}
      confirmLabel={t.text_reset_confirm}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.setting}
      onClose={onClose}
      onConfirm={() =>
        reset.submit({
          params: { uid, textKey },
          body: { contentTxt: null, clientId: client?.clientId ?? null, languageCd: language, version },
        })
      }
    >
      <p>
        {client
          ? formatMessage(t.text_reset_to_everyone, { client: client.clientNm, text: next })
          : formatMessage(t.text_reset_to_shipped, { text: next })}
      </p>
    </ConfirmModal>
  )
}
