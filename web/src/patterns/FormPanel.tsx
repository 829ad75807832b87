import type { ReactNode } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Alert } from '../ui/Alert.tsx'
import { focusOnMount } from '../ui/focus-on-mount.ts'
import classes from './Form.module.css'
import { FormProblem } from './FormProblem.tsx'
import { RemoteChangesAlert } from './RemoteChangesAlert.tsx'
import { UnsavedChanges } from './UnsavedChanges.tsx'
import type { Form } from './use-form.ts'

interface FormPanelProps {
  /** Accessible name of the form. */
  title: string
  form: Pick<Form<never>, 'problem' | 'remoteChanges' | 'saved' | 'isBusy' | 'submit' | 'reset' | 'leaving' | 'leave'>
  /** A verb and its object: "Save client". */
  submitLabel: string
  /** secondary: for a form beside the one that the screen is about. */
  submitKind?: 'primary' | 'secondary'
  /** Why saving is unavailable now. */
  disabledReason?: string | undefined
  /** Closes a form that replaced the value it edits, after the question about unsaved values; the form is reset first. */
  onCancel?: () => void
  /** A button at the other end of the row, such as one to leave. */
  startAction?: ReactNode
  /** A button before the one that submits, such as one that does something else with the same fields. */
  otherAction?: ReactNode
  children: ReactNode
}

/** A form on a page: errors, fields, result of the last save, and buttons. */
export function FormPanel({
  title,
  form,
  submitLabel,
  submitKind = 'primary',
  disabledReason,
  onCancel,
  startAction,
  otherAction,
  children,
}: FormPanelProps) {
  const { cancel } = useTexts(generalTexts)
  return (
    <form className={classes['form']} aria-label={title} onSubmit={form.submit} noValidate>
      <FormProblem problem={form.problem} />
      <RemoteChangesAlert changes={form.remoteChanges} />
      {children}
      {form.saved !== null && form.saved !== '' && (
        <div ref={focusOnMount} tabIndex={-1}>
          <Alert tone="success">{form.saved}</Alert>
        </div>
      )}
      <div className={classes['actions']}>
        {startAction !== undefined && <div className={classes['start']}>{startAction}</div>}
        {onCancel && (
          <Button
            onClick={() => {
              if (form.isBusy) return
              form.leave(() => {
                form.reset()
                onCancel()
              })
            }}
          >
            {cancel}
          </Button>
        )}
        {otherAction}
        <Button kind={submitKind} type="submit" busy={form.isBusy} disabledReason={disabledReason}>
          {submitLabel}
        </Button>
      </div>
      <UnsavedChanges form={form} />
    </form>
  )
}
