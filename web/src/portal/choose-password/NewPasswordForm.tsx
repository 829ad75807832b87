import { useId, useRef, useState, type FormEvent } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { passwordTexts } from '@portico/contract/texts/password-texts.ts'
import { recoveryTexts } from '@portico/contract/texts/recovery-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { PageActions, PageForm } from '../../shell/CenteredPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import {
  errorsFromIssues,
  validatePasswords,
  firstInvalidField,
  type PasswordErrors,
} from '../password/password-form.ts'
import { ruleIds, RuleList } from '../password/RuleList.tsx'
import { type Link, storePassword } from './choose-password.ts'

interface NewPasswordFormProps {
  link: Link
  onStored: () => void
  onExpired: () => void
}

/** The new password twice; its rules are checked while the user types. */
export function NewPasswordForm({ link, onStored, onExpired }: NewPasswordFormProps) {
  const t = useTexts(passwordTexts)
  const { recovery_link_submit: submitLabel } = useTexts(recoveryTexts)
  const { values, errors, failure, busy, refs, setValue, submit } = useNewPassword(link.token, onStored, onExpired)
  const rulesId = useId()
  const field = (name: 'newPassword' | 'confirmPassword') => ({
    name,
    ref: refs[name],
    showLabel: t.password_show,
    hideLabel: t.password_hide,
    autoComplete: 'new-password',
    value: values[name],
    error: errors[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setValue(name, event.currentTarget.value),
  })
  return (
    <PageForm onSubmit={submit}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={link.userNm} readOnly hidden />
      <PasswordField
        {...field('newPassword')}
        label={t.password_new}
        autoFocus
        aria-describedby={ruleIds(rulesId, link.rules)}
      />
      <RuleList id={rulesId} rules={link.rules} password={values.newPassword} />
      <PasswordField {...field('confirmPassword')} label={t.password_confirm} />
      {failure !== null && <Alert tone="error">{failure}</Alert>}
      <PageActions>
        <Button kind="primary" type="submit" busy={busy}>
          {submitLabel}
        </Button>
      </PageActions>
    </PageForm>
  )
}

function useNewPassword(token: string, onStored: () => void, onExpired: () => void) {
  const t = useTexts(passwordTexts)
  const { field_required: required } = useTexts(generalTexts)
  const [values, setValues] = useState({ newPassword: '', confirmPassword: '' })
  const [errors, setErrors] = useState<PasswordErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const newPassword = useRef<HTMLInputElement>(null)
  const confirmPassword = useRef<HTMLInputElement>(null)
  const refs = { newPassword, confirmPassword }

  const showErrors = (found: PasswordErrors, message: string | null) => {
    setErrors(found)
    const first = firstInvalidField(found)
    setFailure(first === undefined ? message : null)
    if (first === 'newPassword' || first === 'confirmPassword') refs[first].current?.focus()
  }

  const store = async () => {
    setBusy(true)
    setFailure(null)
    const choice = await storePassword(token, values.newPassword, values.confirmPassword)
    setBusy(false)
    if (choice.kind === 'stored') onStored()
    else if (choice.kind === 'over') onExpired()
    else showErrors(errorsFromIssues(choice.fields), choice.message)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    // A mailed link replaces the current password.
    const found = validatePasswords({ ...values, currentPassword: token }, t, required)
    if (firstInvalidField(found)) showErrors(found, null)
    else void store()
  }
  const setValue = (name: keyof typeof values, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _cleared, ...others }) => others)
  }
  return { values, errors, failure, busy, refs, setValue, submit }
}
