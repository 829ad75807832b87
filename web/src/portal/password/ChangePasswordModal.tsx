import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { changePassword } from '@portico/contract/password.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { passwordTexts } from '@portico/contract/texts/password-texts.ts'
import { ApiError, request, type Answer } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { ModalForm } from '../../ui/ModalForm.tsx'
import type { Outcome } from '../../ui/outcome.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import classes from './ChangePasswordModal.module.css'
import {
  errorsFromIssues,
  validatePasswords,
  firstInvalidField,
  emptyPasswords,
  type PasswordErrors,
  type PasswordValues,
} from './password-form.ts'
import { passwordRulesQuery } from './password-queries.ts'
import { ruleIds, RuleList } from './RuleList.tsx'

export type Changed = Answer<typeof changePassword>

interface ChangePasswordModalProps {
  title: string
  /** Why the user sees this dialog, unless they opened it. */
  intro?: string
  currentLabel: string
  cancelLabel: string
  onClose: () => void
  /** Called after the change, when the dialog is done. */
  onChanged: (answer: Changed) => void
  /** Closes only by a button, because closing it by mistake would lose too much. */
  mustDecide?: boolean
}

/** Changes the password; the rules are checked while the user types. */
export function ChangePasswordModal({ title, intro, onChanged, ...rest }: ChangePasswordModalProps) {
  const t = useTexts(passwordTexts)
  const { form, submit } = useChange(onChanged)
  return (
    <ModalForm
      opened
      title={title}
      size="s"
      submitLabel={t.password_change_submit}
      cancelLabel={rest.cancelLabel}
      closeAfterMs={0}
      onSubmit={submit}
      onClose={rest.onClose}
      mustDecide={rest.mustDecide === true}
    >
      {intro !== undefined && <p>{intro}</p>}
      <Fields {...form} currentLabel={rest.currentLabel} />
    </ModalForm>
  )
}

type FieldRefs = Record<keyof PasswordValues, React.RefObject<HTMLInputElement | null>>

interface Form {
  values: PasswordValues
  errors: PasswordErrors
  refs: FieldRefs
  onType: (field: keyof PasswordValues, value: string) => void
}

/** The typed values and their errors; success calls `onChanged`. */
function useChange(onChanged: (answer: Changed) => void): { form: Form; submit: () => Promise<Outcome | null> } {
  const t = useTexts(passwordTexts)
  const { field_required: required } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const [values, setValues] = useState(emptyPasswords)
  const [errors, setErrors] = useState<PasswordErrors>({})
  const current = useRef<HTMLInputElement>(null)
  const next = useRef<HTMLInputElement>(null)
  const again = useRef<HTMLInputElement>(null)
  const refs: FieldRefs = { currentPassword: current, newPassword: next, confirmPassword: again }

  const show = (found: PasswordErrors): null => {
    setErrors(found)
    const first = firstInvalidField(found)
    if (first) refs[first].current?.focus()
    return null
  }

  const submit = async (): Promise<Outcome | null> => {
    const found = validatePasswords(values, t, required)
    if (Object.keys(found).length > 1) {
      show(found)
      return { ok: false, message: t.required_fields_missing }
    }
    if (firstInvalidField(found)) return show(found)
    try {
      onChanged(await request(changePassword, { params: { uid }, body: values }))
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const atFields = errorsFromIssues(error.fields)
      return firstInvalidField(atFields) ? show(atFields) : { ok: false, message: error.message }
    }
  }

  const onType = (field: keyof PasswordValues, value: string) => {
    setValues((before) => ({ ...before, [field]: value }))
    setErrors(({ [field]: _mended, ...others }) => others)
  }
  return { form: { values, errors, refs, onType }, submit }
}

function Fields({ values, errors, refs, onType, currentLabel }: Form & { currentLabel: string }) {
  const t = useTexts(passwordTexts)
  const { userName } = useSignedIn()
  const rules = useQuery(passwordRulesQuery()).data
  const rulesId = useId()
  const toggle = { showLabel: t.password_show, hideLabel: t.password_hide }
  const field = (name: keyof PasswordValues) => ({
    ...toggle,
    name,
    ref: refs[name],
    value: values[name],
    error: errors[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onType(name, event.currentTarget.value),
  })
  return (
    <div className={classes['fields']}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <PasswordField
        {...field('currentPassword')}
        label={currentLabel}
        autoComplete="current-password"
        data-autofocus
      />
      <PasswordField
        {...field('newPassword')}
        label={t.password_new}
        autoComplete="new-password"
        aria-describedby={ruleIds(rulesId, rules)}
      />
      {rules && <RuleList id={rulesId} rules={rules} password={values.newPassword} />}
      <PasswordField {...field('confirmPassword')} label={t.password_confirm} autoComplete="new-password" />
    </div>
  )
}
