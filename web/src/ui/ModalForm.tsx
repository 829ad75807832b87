import { useEffect, useId, useState, type FormEvent } from 'react'
import { Button } from './Button.tsx'
import { Message } from './Message.tsx'
import { Modal, type ModalProps } from './Modal.tsx'
import { ModalActions } from './ModalActions.tsx'
import classes from './ModalForm.module.css'
import { takeFocus } from './take-focus.ts'
import { toast } from './toast.ts'
import { useFocusOnBroken } from './use-focus-on-broken.ts'

/** How a submit ended; the message is shown in the window. */
export type Outcome = { ok: true; message: string } | { ok: false; message: string }

export interface ModalFormProps extends Omit<ModalProps, 'mayClose'> {
  /** Resolves when it is decided; null where fields in the form already say what is wrong. */
  onSubmit: () => Promise<Outcome | null>
  submitLabel: string
  cancelLabel: string
  /** How long a success stays before the window closes itself. */
  closeAfterMs: number
  danger?: boolean
  /** The focus begins on the way out, so that a hasty Enter changes nothing. */
  beginsSafe?: boolean
  /** It closes only by its buttons, neither by Escape nor by a click beside it. */
  mustDecide?: boolean
  /** Why it cannot be submitted now. */
  refusedBecause?: string
}

type Stage = { at: 'open' } | { at: 'busy' } | { at: 'done'; message: string } | { at: 'failed'; message: string }

/** Opened, submitted, then success (closing itself after a while) or an error in place (UIGN-035). */
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
      {/* The window unmounts what it holds when it closes: the next opening starts afresh. */}
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
  refusedBecause,
}: FormStagesProps) {
  const [stage, setStage] = useState<Stage>({ at: 'open' })
  const [tries, setTries] = useState(0)
  const lookAt = useFocusOnBroken(tries)
  const formId = useId()
  const submit = async () => {
    setStage({ at: 'busy' })
    onBusy(true)
    let next: Stage = { at: 'open' }
    try {
      const outcome = await onSubmit()
      if (outcome) next = { at: outcome.ok ? 'done' : 'failed', message: outcome.message }
      if (outcome?.ok) toast.remember('success', outcome.message)
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
  if (stage.at === 'done') return <Done message={stage.message} closeAfterMs={closeAfterMs} onClose={onClose} />
  return (
    <form ref={lookAt} id={formId} onSubmit={onFormSubmit} noValidate className={classes['form']}>
      {children}
      <ModalActions problem={stage.at === 'failed' && <Message tone="error">{stage.message}</Message>}>
        <Button onClick={stage.at === 'busy' ? undefined : onClose} data-autofocus={beginsSafe || undefined}>
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          kind={danger ? 'danger' : 'primary'}
          busy={stage.at === 'busy'}
          refusedBecause={refusedBecause}
        >
          {submitLabel}
        </Button>
      </ModalActions>
    </form>
  )
}

/** Success: waits its time, longer while somebody points at it, and closes the window. */
function Done({ message, closeAfterMs, onClose }: { message: string; closeAfterMs: number; onClose: () => void }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(onClose, closeAfterMs)
    return () => clearTimeout(timer)
  }, [held, closeAfterMs, onClose])
  return (
    // The button that had the focus is gone; the window keeps it.
    <div ref={takeFocus} tabIndex={-1} onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <Message tone="success">{message}</Message>
    </div>
  )
}
