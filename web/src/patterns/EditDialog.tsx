import type { ReactNode } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Modal, type ModalProps } from '../ui/Modal.tsx'
import { ModalActions } from '../ui/ModalActions.tsx'
import { SuccessThenClose } from '../ui/SuccessThenClose.tsx'
import classes from './Form.module.css'
import { FormProblem } from './FormProblem.tsx'
import { UnsavedChangesInDialog } from './UnsavedChanges.tsx'
import type { Form } from './use-form.ts'

interface EditDialogProps extends Pick<ModalProps, 'onClose' | 'title' | 'size'> {
  form: Pick<Form<never>, 'problem' | 'saved' | 'isBusy' | 'isUnsaved' | 'submit' | 'reset' | 'leaving'>
  /** A verb and its object: "Save department". */
  submitLabel: string
  /** See `CLOSE_AFTER_MS`. */
  closeAfterMs: number
  /** Why saving is unavailable now. */
  disabledReason?: string | undefined
  children: ReactNode
}

/**
 * A form in a dialog: after a successful submit the dialog closes with a delay, errors show in place (UIGN-035).
 * Mount it to open it. A click on the backdrop closes it only while nothing is typed.
 */
export function EditDialog({ form, onClose, title, size = 'm', children, ...rest }: EditDialogProps) {
  const { cancel, close } = useTexts(generalTexts)
  const closeAndForget = () => {
    form.reset()
    onClose()
  }
  return (
    <Modal
      opened
      title={title}
      size={size}
      closeLabel={close}
      onClose={closeAndForget}
      mayClose={!form.isBusy}
      closesByPressBeside={!form.isUnsaved}
    >
      {form.saved !== null ? (
        <SuccessThenClose message={form.saved} afterMs={rest.closeAfterMs} onClose={onClose} />
      ) : (
        <form className={classes['form']} onSubmit={form.submit} noValidate>
          {children}
          <ModalActions
            problem={
              <>
                <FormProblem problem={form.problem} />
                <UnsavedChangesInDialog form={form} />
              </>
            }
          >
            <Button onClick={form.isBusy ? undefined : closeAndForget}>{cancel}</Button>
            <Button type="submit" kind="primary" busy={form.isBusy} disabledReason={rest.disabledReason}>
              {rest.submitLabel}
            </Button>
          </ModalActions>
        </form>
      )}
    </Modal>
  )
}
