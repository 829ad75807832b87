import { useState } from 'react'
import { countLicenseUsers } from '@portico/contract/licenses/licenses.ts'
import { licensePageTexts } from '@portico/contract/licenses/license-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { SaveCanceled } from '../../patterns/use-form.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'

/**
 * Names how many users a new version asks again before it is saved: `await question.ask(clientId)` resolves when that is
 * confirmed and throws SaveCanceled when the user goes back. A client id of null is the default.
 */
export function useAskQuestion() {
  const t = useTexts(licensePageTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const [asked, setAsked] = useState<{ count: number; answer: (isConfirmed: boolean) => void } | null>(null)
  const ask = async (clientId: number | null): Promise<void> => {
    const query = clientId === null ? {} : { clientId }
    const { acceptedCnt: count } = await call(countLicenseUsers, { params: { uid }, query })
    const isConfirmed = await new Promise<boolean>((answer) => setAsked({ count, answer }))
    setAsked(null)
    if (!isConfirmed) throw new SaveCanceled()
  }
  const dialog = asked && (
    <ConfirmModal
      opened
      title={t.license_question}
      confirmLabel={t.license_question_confirm}
      cancelLabel={cancel}
      onClose={() => asked.answer(false)}
      onConfirm={() => {
        asked.answer(true)
        return Promise.resolve(null)
      }}
    >
      <p>{formatMessage(t.license_question_body, { count: asked.count })}</p>
    </ConfirmModal>
  )
  return { ask, dialog }
}
