import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { signInPageTexts } from '@portico/contract/sign-in/sign-in-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { type Form, useForm } from '../../patterns/use-form.ts'
import * as z from 'zod/mini'
import { PasswordField } from '../../ui/PasswordField.tsx'

type PasswordValues = { currentPassword: string }

const passwordForm = z.object({ currentPassword: z.string().check(z.minLength(1, 'field_required')) })
const withoutPassword = z.object({ currentPassword: z.string() })

interface PasswordFormOptions {
  /** False for users whose company checks the password: errors belong to the form as a whole. */
  hasPassword: boolean
  save: (values: PasswordValues) => Promise<string>
}

/** The form of a sensitive change: it asks for the current password, if the user has one. */
export function usePasswordForm({ hasPassword, save }: PasswordFormOptions): Form<PasswordValues> {
  const t = useTexts(secondFactorPageTexts)
  return useForm({
    draftKey: 'current-password',
    schema: hasPassword ? passwordForm : withoutPassword,
    initial: { currentPassword: '' },
    secret: ['currentPassword'],
    labels: { currentPassword: t.factors_password_label },
    mainField: hasPassword ? 'currentPassword' : undefined,
    save,
  })
}

/** Asks for the current password before a sensitive change. */
export function CurrentPassword({ form }: { form: Pick<Form<PasswordValues>, 'field'> }) {
  const { login_show_password, login_hide_password } = useTexts(signInPageTexts)
  return (
    <PasswordField
      {...form.field('currentPassword')}
      showLabel={login_show_password}
      hideLabel={login_hide_password}
      autoComplete="current-password"
      data-autofocus
    />
  )
}
