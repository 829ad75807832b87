import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ModalActions } from '../ui/ModalActions.tsx'
import type { Form } from './use-form.ts'

interface UnsavedChangesProps {
  form: Pick<Form<never>, 'leaving'>
}

/** Asks for confirmation before the user leaves a page with unsaved values. */
export function UnsavedChanges({ form: { leaving } }: UnsavedChangesProps) {
  const t = useTexts(formTexts)
  if (!leaving) return null
  return (
    <Modal opened size="s" title={t.unsaved_title} onClose={leaving.stay}>
      <p>{t.unsaved_body}</p>
      <ModalActions>
        <Button onClick={leaving.stay} data-autofocus>
          {t.unsaved_stay}
        </Button>
        <Button kind="danger" onClick={leaving.leave}>
          {t.unsaved_leave}
        </Button>
      </ModalActions>
    </Modal>
  )
}

/** The same inside a dialog, since a dialog never opens over another. */
export function UnsavedChangesInDialog({ form: { leaving } }: UnsavedChangesProps) {
  const t = useTexts(formTexts)
  if (!leaving) return null
  return (
    <Alert
      tone="warning"
      action={
        <>
          <Button size="s" onClick={leaving.stay}>
            {t.unsaved_stay}
          </Button>
          <Button size="s" kind="danger" onClick={leaving.leave}>
            {t.unsaved_leave}
          </Button>
        </>
      }
    >
      {t.unsaved_body}
    </Alert>
  )
}
