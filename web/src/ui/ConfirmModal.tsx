import { useId, useState, type FormEvent } from 'react'
import { Button } from './Button.tsx'
import { Alert } from './Alert.tsx'
import classes from './ConfirmModal.module.css'
import { Modal, type ModalProps } from './Modal.tsx'
import { ModalActions } from './ModalActions.tsx'
import type { Outcome } from './outcome.ts'
import { SuccessThenClose } from './SuccessThenClose.tsx'
import { useFocusFirstError } from './use-focus-first-error.ts'

interface ConfirmModalProps extends Omit<ModalProps, 'mayClose'> {
  /** The action as a verb and its object: "Delete 3 users", never "OK". */
  confirmLabel: string
  cancelLabel: string
  /** Resolves with the result; null when fields of the question already show errors. */
  onConfirm: () => Promise<Outcome | null>
  /** Delay before the dialog closes after a success. */
  closeAfterMs?: number
  danger?: boolean
  /** Why it cannot be confirmed now. */
  disabledReason?: string
}

const DEFAULT_CLOSE_MS = 1500

type Stage = { at: 'open' } | { at: 'busy' } | { at: 'done'; message: string } | { at: 'failed'; message: string }

/**
 * Asks before a consequential action; the children list what it affects. Focus starts in their first field, else on
 * Cancel. After a success it closes with a delay, errors show in place (UIGN-035).
 */
export function ConfirmModal({ opened, onClose, closeLabel, size = 's', title, ...question }: ConfirmModalProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      mayClose={!busy}
      {...(closeLabel === undefined ? {} : { closeLabel })}
      size={size}
    >
      {/* The dialog unmounts its content when it closes, so that it opens with fresh state. */}
      <ConfirmQuestion {...question} onClose={onClose} onBusy={setBusy} />
    </Modal>
  )
}

interface QuestionProps extends Omit<ConfirmModalProps, 'opened' | 'title' | 'size' | 'closeLabel'> {
  onBusy: (busy: boolean) => void
}

/** The content of the question: what it affects, and its buttons. */
export function ConfirmQuestion({
  children,
  onConfirm,
  onBusy,
  onClose,
  confirmLabel,
  cancelLabel,
  closeAfterMs = DEFAULT_CLOSE_MS,
  danger,
  disabledReason,
}: QuestionProps) {
  const [stage, setStage] = useState<Stage>({ at: 'open' })
  const [tries, setTries] = useState(0)
  const focusFirstErrorIn = useFocusFirstError(tries)
  const formId = useId()
  const submit = async () => {
    setStage({ at: 'busy' })
    onBusy(true)
    let next: Stage = { at: 'open' }
    try {
      const outcome = await onConfirm()
      if (outcome) next = { at: outcome.ok ? 'done' : 'failed', message: outcome.message }
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
    <form ref={focusFirstErrorIn} id={formId} onSubmit={onFormSubmit} noValidate className={classes['form']}>
      {children}
      <ModalActions problem={stage.at === 'failed' && <Alert tone="error">{stage.message}</Alert>}>
        <Button onClick={stage.at === 'busy' ? undefined : onClose} data-autofocus>
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          kind={danger ? 'danger' : 'primary'}
          busy={stage.at === 'busy'}
          disabledReason={disabledReason}
        >
          {confirmLabel}
        </Button>
      </ModalActions>
    </form>
  )
}
