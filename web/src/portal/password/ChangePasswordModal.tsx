import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { changePassword } from '@portico/contract/password/password.ts'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { request, type Answer } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { rulesSchema } from '../../patterns/rules-schema.ts'
import { useForm } from '../../patterns/use-form.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import classes from './ChangePasswordModal.module.css'
import { emptyPasswords, passwordIssues } from './password-form.ts'
import { passwordRulesQuery } from './password-queries.ts'
import { ruleIds, RuleList } from './RuleList.tsx'

export type Changed = Answer<typeof changePassword>

interface ChangePasswordModalProps {
  title: string
  /** Why the user sees this dialog, unless they opened it. */
  intro?: string
  currentLabel: string
  /** The current password as far as it was typed before the dialog had loaded. */
  typed?: string
  cancelLabel: string
  onClose: () => void
  /** Called after the change, when the dialog is done. */
  onChanged: (answer: Changed) => void
  /** Closes only by a button, because closing it by mistake would lose too much. */
  mustDecide?: boolean
}

/** Changes the password; the rules are checked while the user types. */
export function ChangePasswordModal({
  title,
  intro,
  currentLabel,
  typed = '',
  onChanged,
  ...rest
}: ChangePasswordModalProps) {
  const t = useTexts(passwordTexts)
  const form = useChange(currentLabel, typed, onChanged)
  return (
    <EditDialog form={form} title={title} size="s" submitLabel={t.password_change_submit} {...rest}>
      {intro !== undefined && <p>{intro}</p>}
      <Fields form={form} />
    </EditDialog>
  )
}

const passwordForm = rulesSchema(passwordIssues)

function useChange(currentLabel: string, typed: string, onChanged: (answer: Changed) => void) {
  const t = useTexts(passwordTexts)
  const { uid } = useSignedIn()
  return useForm({
    draftKey: 'change-password',
    schema: passwordForm,
    messages: t,
    initial: emptyPasswords,
    typedAhead: { currentPassword: typed },
    secret: ['currentPassword', 'newPassword', 'confirmPassword'],
    labels: {
      currentPassword: currentLabel,
      newPassword: t.password_new,
      confirmPassword: t.password_confirm,
    },
    severalInvalid: t.required_fields_missing,
    save: async (body) => {
      onChanged(await request(changePassword, { params: { uid }, body }))
      return ''
    },
  })
}

function Fields({ form }: { form: ReturnType<typeof useChange> }) {
  const t = useTexts(passwordTexts)
  const { userName } = useSignedIn()
  const rules = useQuery(passwordRulesQuery()).data
  const rulesId = useId()
  const toggle = { showLabel: t.password_show, hideLabel: t.password_hide }
  return (
    <div className={classes['fields']}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <PasswordField {...form.field('currentPassword')} {...toggle} autoComplete="current-password" data-autofocus />
      <PasswordField
        {...form.field('newPassword')}
        {...toggle}
        autoComplete="new-password"
        aria-describedby={ruleIds(rulesId, rules)}
      />
      {rules && <RuleList id={rulesId} rules={rules} password={form.values.newPassword} />}
      <PasswordField {...form.field('confirmPassword')} {...toggle} autoComplete="new-password" />
    </div>
  )
}
