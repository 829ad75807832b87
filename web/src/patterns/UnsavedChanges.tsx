import { useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ModalActions } from '../ui/ModalActions.tsx'
import { isQuestionPlaceOpen, onModalsChange, returnFocus, topQuestionPlace } from '../ui/modal-stack.ts'
import type { Form } from './use-form.ts'

interface UnsavedChangesProps {
  form: Pick<Form<never>, 'leaving'>
}

/** Asks for confirmation before the user leaves a page with unsaved values, in the open dialog if there is one. */
export function UnsavedChanges({ form }: UnsavedChangesProps) {
  return form.leaving && <Question leaving={form.leaving} />
}

interface QuestionProps {
  leaving: NonNullable<UnsavedChangesProps['form']['leaving']>
}

function Question({ leaving }: QuestionProps) {
  const t = useTexts(formTexts)
  const [place] = useState(topQuestionPlace)
  const isInDialog = useSyncExternalStore(onModalsChange, () => place !== null && isQuestionPlaceOpen(place))
  if (place && isInDialog) return createPortal(<UnsavedChangesInDialog form={{ leaving }} />, place)
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
export const UnsavedChangesInDialog = ({ form: { leaving } }: UnsavedChangesProps) =>
  leaving && <QuestionInDialog key={leaving.timesAsked} leaving={leaving} />

/**
 * Beside the buttons of a dialog, which are always in view but in very low windows, see `ModalActions.module.css`; in a
 * dialog without buttons it may be scrolled away.
 */
const focusInPlace = (question: HTMLElement | null) => {
  const isInView = question?.closest('[data-modal-actions]') && !matchMedia('(height < 320px)').matches
  question?.focus({ preventScroll: Boolean(isInView) })
}

function QuestionInDialog({ leaving }: QuestionProps) {
  const t = useTexts(formTexts)
  const [focused] = useState(() => document.activeElement)
  const stay = () => {
    leaving.stay()
    // A choice does not open its list by that.
    if (focused instanceof HTMLElement) returnFocus(() => focused.focus())
  }
  return (
    <div ref={focusInPlace} tabIndex={-1}>
      <Alert
        tone="warning"
        action={
          <>
            <Button size="s" onClick={stay}>
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
    </div>
  )
}
