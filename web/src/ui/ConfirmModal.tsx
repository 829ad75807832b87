import { ModalForm, type ModalFormProps, type Outcome } from './ModalForm.tsx'

interface ConfirmModalProps extends Omit<ModalFormProps, 'onSubmit' | 'submitLabel' | 'closeAfterMs' | 'beginsSafe'> {
  /** What will happen, as a verb: "Delete 3 users", never "OK". */
  confirmLabel: string
  onConfirm: () => Promise<Outcome | null>
  closeAfterMs?: number
}

const DEFAULT_CLOSE_MS = 1500

/** Asks before something that matters; the children say what it will touch. A field in them has the focus, else Cancel. */
export function ConfirmModal({
  confirmLabel,
  onConfirm,
  closeAfterMs = DEFAULT_CLOSE_MS,
  size = 's',
  ...rest
}: ConfirmModalProps) {
  return (
    <ModalForm
      {...rest}
      beginsSafe
      size={size}
      submitLabel={confirmLabel}
      closeAfterMs={closeAfterMs}
      onSubmit={onConfirm}
    />
  )
}
