import type { ReactNode } from 'react'
import { accountTexts } from '@portico/contract/texts/account-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import classes from './AccountForm.module.css'
import type { RuledForm } from './use-ruled-form.ts'

interface AccountFormProps {
  /** What the form is about; names it for those who do not see it. */
  title: string
  form: Pick<RuledForm<object>, 'failure' | 'busy' | 'submit'>
  onCancel: () => void
  /** Why it cannot be saved now. */
  refusedBecause?: string | undefined
  children: ReactNode
}

/** The form of one panel: fields, what is said over several of them, Cancel and Save. */
export function AccountForm({ title, form, onCancel, refusedBecause, children }: AccountFormProps) {
  const t = useTexts(accountTexts)
  return (
    <form className={classes['form']} aria-label={title} onSubmit={form.submit} noValidate>
      {form.failure !== null && <Message tone="error">{form.failure}</Message>}
      {children}
      <div className={classes['actions']}>
        <Button onClick={form.busy ? undefined : onCancel}>{t.account_cancel}</Button>
        <Button kind="primary" type="submit" busy={form.busy} refusedBecause={refusedBecause}>
          {t.account_save}
        </Button>
      </div>
    </form>
  )
}
