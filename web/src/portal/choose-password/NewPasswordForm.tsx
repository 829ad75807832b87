import { useId, useRef, useState, type FormEvent } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { passwordTexts } from '@portico/contract/texts/password-texts.ts'
import { recoveryTexts } from '@portico/contract/texts/recovery-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { CalmActions, CalmForm } from '../../shell/CalmPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { errorsFrom, errorsOf, firstOf, type PasswordErrors } from '../password/password-form.ts'
import { ruleIds, RuleList } from '../password/RuleList.tsx'
import { type Link, storePassword } from './choose-password.ts'

interface NewPasswordFormProps {
  link: Link
  onStored: () => void
  onOver: () => void
}

/** The new password twice, its rules ticked off while it is typed. */
export function NewPasswordForm({ link, onStored, onOver }: NewPasswordFormProps) {
  const t = useTexts(passwordTexts)
  const { recovery_link_submit: submitLabel } = useTexts(recoveryTexts)
  const { values, errors, failure, busy, refs, type, submit } = useNewPassword(link.token, onStored, onOver)
  const rulesId = useId()
  const field = (name: 'newPassword' | 'confirmPassword') => ({
    name,
    ref: refs[name],
    showLabel: t.password_show,
    hideLabel: t.password_hide,
    autoComplete: 'new-password',
    value: values[name],
    error: errors[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => type(name, event.currentTarget.value),
  })
  return (
    <CalmForm onSubmit={submit}>
      {/* So that a password manager knows whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={link.userNm} readOnly hidden />
      <PasswordField
        {...field('newPassword')}
        label={t.password_new}
        autoFocus
        aria-describedby={ruleIds(rulesId, link.rules)}
      />
      <RuleList id={rulesId} rules={link.rules} password={values.newPassword} />
      <PasswordField {...field('confirmPassword')} label={t.password_confirm} />
      {failure !== null && <Message tone="error">{failure}</Message>}
      <CalmActions>
        <Button kind="primary" type="submit" busy={busy}>
          {submitLabel}
        </Button>
      </CalmActions>
    </CalmForm>
  )
}

function useNewPassword(token: string, onStored: () => void, onOver: () => void) {
  const t = useTexts(passwordTexts)
  const { field_required: required } = useTexts(generalTexts)
  const [values, setValues] = useState({ newPassword: '', confirmPassword: '' })
  const [errors, setErrors] = useState<PasswordErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const newPassword = useRef<HTMLInputElement>(null)
  const confirmPassword = useRef<HTMLInputElement>(null)
  const refs = { newPassword, confirmPassword }

  const show = (found: PasswordErrors, message: string | null) => {
    setErrors(found)
    const first = firstOf(found)
    setFailure(first === undefined ? message : null)
    if (first === 'newPassword' || first === 'confirmPassword') refs[first].current?.focus()
  }

  const store = async () => {
    setBusy(true)
    setFailure(null)
    const choice = await storePassword(token, values.newPassword, values.confirmPassword)
    setBusy(false)
    if (choice.kind === 'stored') onStored()
    else if (choice.kind === 'over') onOver()
    else show(errorsFrom(choice.fields), choice.message)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    // Whoever has the link needs no present password.
    const found = errorsOf({ ...values, currentPassword: token }, t, required)
    if (firstOf(found)) show(found, null)
    else void store()
  }
  const type = (name: keyof typeof values, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _mended, ...others }) => others)
  }
  return { values, errors, failure, busy, refs, type, submit }
}
