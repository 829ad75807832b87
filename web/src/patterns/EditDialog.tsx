import type { ReactNode } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Modal, type ModalProps } from '../ui/Modal.tsx'
import { ModalActions } from '../ui/ModalActions.tsx'
import { SuccessThenClose } from '../ui/SuccessThenClose.tsx'
import classes from './Form.module.css'
import { FormProblem } from './FormProblem.tsx'
import { RemoteChangesAlert } from './RemoteChangesAlert.tsx'
import { UnsavedChangesInDialog } from './UnsavedChanges.tsx'
import type { Form } from './use-form.ts'

interface EditDialogProps extends Pick<ModalProps, 'onClose' | 'title' | 'size'> {
  form: Pick<
    Form<never>,
    'problem' | 'remoteChanges' | 'saved' | 'isBusy' | 'isUnsaved' | 'submit' | 'reset' | 'leaving' | 'leave'
  >
  /** A verb and its object: "Save department". */
  submitLabel: string
  /** Cancel by default. */
  cancelLabel?: string
  /** See `CLOSE_AFTER_MS`. Needless for a form whose result has no message. */
  closeAfterMs?: number
  danger?: boolean
  /** Closes only by its buttons, neither by Escape nor by a click on the backdrop. */
  mustDecide?: boolean
  /** Why saving is unavailable now. */
  disabledReason?: string | undefined
  children: ReactNode
}

/**
 * A form in a dialog: after a successful submit the dialog closes with a delay, errors show in place (UIGN-035).
 * Mount it to open it. A click on the backdrop closes it only while nothing is typed; Escape and its buttons ask first.
 * Values entered during the save keep it open.
 */
export function EditDialog({ form, onClose, title, size = 'm', children, ...rest }: EditDialogProps) {
  const { cancel, close } = useTexts(generalTexts)
  const message = form.saved === '' ? null : form.saved
  const closeAndForget = () =>
    form.leave(() => {
      form.reset()
      onClose()
    })
  return (
    <Modal
      opened
      title={title}
      size={size}
      closeLabel={close}
      onClose={closeAndForget}
      mayClose={!form.isBusy && rest.mustDecide !== true}
      closesByPressBeside={!form.isUnsaved}
    >
      {message !== null && !form.isUnsaved ? (
        <SuccessThenClose message={message} afterMs={rest.closeAfterMs ?? 0} onClose={onClose} />
      ) : (
        <form className={classes['form']} onSubmit={form.submit} noValidate>
          <RemoteChangesAlert changes={form.remoteChanges} />
          {children}
          <ModalActions
            problem={
              <>
                <FormProblem problem={form.problem} />
                {message !== null && <Alert tone="success">{message}</Alert>}
                <UnsavedChangesInDialog form={form} />
              </>
            }
          >
            <Button onClick={form.isBusy ? undefined : closeAndForget}>{rest.cancelLabel ?? cancel}</Button>
            <Button
              type="submit"
              kind={rest.danger ? 'danger' : 'primary'}
              busy={form.isBusy}
              disabledReason={rest.disabledReason}
            >
              {rest.submitLabel}
            </Button>
          </ModalActions>
        </form>
      )}
    </Modal>
  )
}
