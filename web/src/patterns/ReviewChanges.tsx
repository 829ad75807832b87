import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { ModalActions } from '../ui/ModalActions.tsx'
import { DiffView } from './DiffView.tsx'

interface ReviewChangesProps {
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
  labels: Readonly<Record<string, string>>
  format?: (field: string, value: unknown) => string | undefined
  /** A verb and its object: "Save client". */
  confirmLabel: string
  isBusy: boolean
  onBack: () => void
  onConfirm: () => void
}

/** The changes of a form, shown before it is saved. */
export function ReviewChanges({ confirmLabel, isBusy, onBack, onConfirm, ...changes }: ReviewChangesProps) {
  const t = useTexts(formTexts)
  return (
    <>
      <DiffView label={t.review_title} {...changes} />
      <ModalActions>
        <Button onClick={isBusy ? undefined : onBack} data-autofocus>
          {t.review_back}
        </Button>
        <Button kind="primary" busy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </ModalActions>
    </>
  )
}
