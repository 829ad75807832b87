import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { signInTestTexts } from '@portico/contract/federation/sign-in-test-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { runAction } from '../../patterns/run-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { openEmptyWindow } from '../../ui/empty-window.ts'
import type { Outcome } from '../../ui/outcome.ts'

interface StartTestDialogProps {
  /** The name of the provider. */
  name: string
  /** Starts a test; returns the provider's address. */
  begin: () => Promise<{ urlTxt: string }>
  onClose: () => void
}

/** Opens an identity provider in a new tab for a test sign-in. */
export function StartTestDialog({ name, begin, onClose }: StartTestDialogProps) {
  const t = useTexts(signInTestTexts)
  const { cancel } = useTexts(generalTexts)
  const title = formatMessage(t.sign_in_test_title, { name })
  const start = async (): Promise<Outcome> => {
    const newTab = openEmptyWindow(title, formatMessage(t.sign_in_test_opening, { name }))
    if (!newTab) return { ok: false, message: t.sign_in_test_blocked }
    const outcome = await runAction(async () => {
      const { urlTxt } = await begin()
      newTab.location.replace(urlTxt)
      return t.sign_in_test_opened
    })
    if (!outcome.ok) newTab.close()
    return outcome
  }
  return (
    <ConfirmModal
      opened
      title={title}
      confirmLabel={t.sign_in_test_start}
      cancelLabel={cancel}
      onConfirm={start}
      onClose={onClose}
    >
      <p>{t.sign_in_test_intro}</p>
    </ConfirmModal>
  )
}
