import { useId, useState, type FormEvent } from 'react'
import { Button } from './Button.tsx'
import { Alert } from './Alert.tsx'
import { Modal, type ModalProps } from './Modal.tsx'
import { ModalActions } from './ModalActions.tsx'
import classes from './ModalForm.module.css'
import type { Outcome } from './outcome.ts'
import { SuccessThenClose } from './SuccessThenClose.tsx'
import { toast } from './toast.ts'
import { useFocusFirstError } from './use-focus-first-error.ts'

export interface ModalFormProps extends Omit<ModalProps, 'mayClose'> {
  /** Resolves with the result; null when fields of the form already show errors. */
  onSubmit: () => Promise<Outcome | null>
  submitLabel: string
  cancelLabel: string
  /** Delay before the dialog closes after a success. */
  closeAfterMs: number
  danger?: boolean
  /** Focuses the cancel button first, so that a hasty Enter changes nothing. */
  beginsSafe?: boolean
  /** Closes only by its buttons, neither by Escape nor by a click on the backdrop. */
  mustDecide?: boolean
  /** Why it cannot be submitted now. */
  disabledReason?: string
}

type Stage = { at: 'open' } | { at: 'busy' } | { at: 'done'; message: string } | { at: 'failed'; message: string }

/** A form in a dialog: after a success it closes with a delay, errors show in place (UIGN-035). */
export function ModalForm({ opened, onClose, closeLabel, size, title, mustDecide = false, ...form }: ModalFormProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      mayClose={!busy && !mustDecide}
      {...(closeLabel === undefined ? {} : { closeLabel })}
      {...(size === undefined ? {} : { size })}
    >
      {/* The dialog unmounts its content when it closes, so that it opens with fresh state. */}
      <FormStages {...form} onClose={onClose} onBusy={setBusy} />
    </Modal>
  )
}

interface FormStagesProps extends Omit<ModalFormProps, 'opened' | 'title' | 'size' | 'closeLabel' | 'mustDecide'> {
  onBusy: (busy: boolean) => void
}

function FormStages({
  children,
  onSubmit,
  onBusy,
  onClose,
  submitLabel,
  cancelLabel,
  closeAfterMs,
  danger,
  beginsSafe,
  disabledReason,
}: FormStagesProps) {
  const [stage, setStage] = useState<Stage>({ at: 'open' })
  const [tries, setTries] = useState(0)
  const lookAt = useFocusFirstError(tries)
  const formId = useId()
  const submit = async () => {
    setStage({ at: 'busy' })
    onBusy(true)
    let next: Stage = { at: 'open' }
    try {
      const outcome = await onSubmit()
      if (outcome) next = { at: outcome.ok ? 'done' : 'failed', message: outcome.message }
      if (outcome?.ok) toast.record('success', outcome.message)
    } finally {
      onBusy(false)
      setStage(next)
      setTries((before) => before + 1)
    }
  }
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (stage.at !== 'busy') void submit()
  }
  if (stage.at === 'done') return <SuccessThenClose message={stage.message} afterMs={closeAfterMs} onClose={onClose} />
  return (
    <form ref={lookAt} id={formId} onSubmit={onFormSubmit} noValidate className={classes['form']}>
      {children}
      <ModalActions problem={stage.at === 'failed' && <Alert tone="error">{stage.message}</Alert>}>
        <Button onClick={stage.at === 'busy' ? undefined : onClose} data-autofocus={beginsSafe || undefined}>
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          kind={danger ? 'danger' : 'primary'}
          busy={stage.at === 'busy'}
          disabledReason={disabledReason}
        >
          {submitLabel}
        </Button>
      </ModalActions>
    </form>
  )
}
