import { useState } from 'react'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Modal } from '../ui/Modal.tsx'
import { ReviewChanges } from './ReviewChanges.tsx'
import { SaveCanceled } from './use-form.ts'

type FieldValues = Readonly<Record<string, unknown>>

interface Asked {
  before: FieldValues
  after: FieldValues
  labels: Readonly<Record<string, string>>
  answer: (isConfirmed: boolean) => void
}

/**
 * Shows the changes of a form before `save` sends them: `await review.ask(before, after)` resolves when they are
 * confirmed and throws SaveCanceled when the user goes back. Its labels replace those of all reviews.
 */
export function useReview({
  confirmLabel,
  labels = {},
  format,
}: {
  confirmLabel: string
  labels?: Readonly<Record<string, string>>
  format?: (field: string, value: unknown) => string | undefined
}) {
  const { review_title: title } = useTexts(formTexts)
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = async (before: FieldValues, after: FieldValues, names = labels): Promise<void> => {
    const isConfirmed = await new Promise<boolean>((answer) => setAsked({ before, after, labels: names, answer }))
    setAsked(null)
    if (!isConfirmed) throw new SaveCanceled()
  }
  const dialog = asked && (
    <Modal opened size="l" title={title} onClose={() => asked.answer(false)}>
      <ReviewChanges
        before={asked.before}
        after={asked.after}
        labels={asked.labels}
        {...(format && { format })}
        confirmLabel={confirmLabel}
        isBusy={false}
        onBack={() => asked.answer(false)}
        onConfirm={() => asked.answer(true)}
      />
    </Modal>
  )
  return { ask, dialog }
}
