import type { ReactNode } from 'react'
import type { Endpoint, RequestOf } from '@portico/contract/kit/endpoint.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import type { Input } from '../api/call.ts'
import { useTexts } from '../api/texts.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import type { ModalProps } from '../ui/Modal.tsx'
import type { Outcome } from '../ui/outcome.ts'
import { type ActionOptions, useAction } from './use-action.ts'

interface DeleteDialogProps<E extends Endpoint> extends ActionOptions<E>, Pick<ModalProps, 'title' | 'size'> {
  /** The call that deletes, and its input. */
  call: E
  input: RequestOf<E>
  /** The action as a verb and its object; the title by default. */
  confirmLabel?: string
  closeAfterMs?: number
  /** Why it cannot be deleted now. */
  disabledReason?: string | undefined
  /** Called before it is sent. */
  onSubmit?: () => void
  onDone?: (outcome: Outcome) => void
  onClose: () => void
  /** What it affects. */
  children: ReactNode
}

/** Asks before something is deleted; what can be taken back says so in `undo`. */
export function DeleteDialog<E extends Endpoint>(props: DeleteDialogProps<E>) {
  const { call, input, title, confirmLabel = title, closeAfterMs, disabledReason, size, onClose } = props
  const { cancel } = useTexts(generalTexts)
  const remove = useAction(call, props)
  return (
    <ConfirmModal
      opened
      danger
      title={title}
      confirmLabel={confirmLabel}
      cancelLabel={cancel}
      {...(size && { size })}
      {...(closeAfterMs !== undefined && { closeAfterMs })}
      {...(disabledReason !== undefined && { disabledReason })}
      onClose={onClose}
      onConfirm={async () => {
        props.onSubmit?.()
        const outcome = await remove.submit(...([input] as Input<E>))
        props.onDone?.(outcome)
        return outcome
      }}
    >
      {props.children}
    </ConfirmModal>
  )
}
