import type { ReactNode } from 'react'
import { accountTexts } from '@portico/contract/texts/account-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Alert.tsx'
import classes from './AccountForm.module.css'
import type { RuledForm } from './use-ruled-form.ts'

interface AccountFormProps {
  /** Accessible name of the form. */
  title: string
  form: Pick<RuledForm<object>, 'failure' | 'busy' | 'submit'>
  onCancel: () => void
  /** Why saving is unavailable now. */
  disabledReason?: string | undefined
  children: ReactNode
}

/** The form of one panel: fields, message about several of them, Cancel and Save. */
export function AccountForm({ title, form, onCancel, disabledReason, children }: AccountFormProps) {
  const t = useTexts(accountTexts)
  return (
    <form className={classes['form']} aria-label={title} onSubmit={form.submit} noValidate>
      {form.failure !== null && <Alert tone="error">{form.failure}</Alert>}
      {children}
      <div className={classes['actions']}>
        <Button onClick={form.busy ? undefined : onCancel}>{t.account_cancel}</Button>
        <Button kind="primary" type="submit" busy={form.busy} disabledReason={disabledReason}>
          {t.account_save}
        </Button>
      </div>
    </form>
  )
}
