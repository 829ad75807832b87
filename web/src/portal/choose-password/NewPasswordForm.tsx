import { useId } from 'react'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { recoveryTexts } from '@portico/contract/password/recovery-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { FormProblem } from '../../patterns/FormProblem.tsx'
import { rulesSchema } from '../../patterns/rules-schema.ts'
import { useForm } from '../../patterns/use-form.ts'
import { PageActions, PageForm } from '../../shell/CenteredPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { emptyNewPasswords, newPasswordIssues } from '../password/password-form.ts'
import { ruleIds, RuleList } from '../password/RuleList.tsx'
import { type Link, storePassword } from './choose-password.ts'

interface NewPasswordFormProps {
  link: Link
  onStored: () => void
  onExpired: () => void
}

const newPasswordForm = rulesSchema(newPasswordIssues)

/** The new password twice; its rules are checked while the user types. */
export function NewPasswordForm({ link, onStored, onExpired }: NewPasswordFormProps) {
  const t = useTexts(passwordTexts)
  const { recovery_link_submit: submitLabel } = useTexts(recoveryTexts)
  const form = useForm({
    draftKey: 'choose-password',
    schema: newPasswordForm,
    messages: t,
    initial: emptyNewPasswords,
    secret: ['newPassword', 'confirmPassword'],
    labels: { newPassword: t.password_new, confirmPassword: t.password_confirm },
    save: async ({ newPassword, confirmPassword }) => {
      const isStored = await storePassword(link.token, newPassword, confirmPassword)
      if (isStored) onStored()
      else onExpired()
      return ''
    },
  })
  const rulesId = useId()
  const shared = { showLabel: t.password_show, hideLabel: t.password_hide, autoComplete: 'new-password' }
  return (
    <PageForm onSubmit={form.submit}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={link.userNm} readOnly hidden />
      <FormProblem problem={form.problem} />
      <PasswordField
        {...form.field('newPassword')}
        {...shared}
        autoFocus
        aria-describedby={ruleIds(rulesId, link.rules)}
      />
      <RuleList id={rulesId} rules={link.rules} password={form.values.newPassword} />
      <PasswordField {...form.field('confirmPassword')} {...shared} />
      <PageActions>
        <Button kind="primary" type="submit" busy={form.isBusy}>
          {submitLabel}
        </Button>
      </PageActions>
    </PageForm>
  )
}
