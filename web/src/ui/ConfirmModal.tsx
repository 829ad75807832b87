import { ModalForm, type ModalFormProps } from './ModalForm.tsx'
import type { Outcome } from './outcome.ts'

interface ConfirmModalProps extends Omit<ModalFormProps, 'onSubmit' | 'submitLabel' | 'closeAfterMs' | 'beginsSafe'> {
  /** The action as a verb and its object: "Delete 3 users", never "OK". */
  confirmLabel: string
  onConfirm: () => Promise<Outcome | null>
  closeAfterMs?: number
}

const DEFAULT_CLOSE_MS = 1500

/**
 * Asks before a consequential action; the children list what it affects. Focus starts in their first field, else on
 * Cancel.
 */
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
