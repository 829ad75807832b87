import { useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { testDirectoryPassword } from '@portico/contract/directory/company-directory.ts'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { signInTestTexts } from '@portico/contract/federation/sign-in-test-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { requiredText } from '../../patterns/field-schemas.ts'
import { useForm } from '../../patterns/use-form.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { identityProviders } from './screen.ts'

const testForm = z.object({ userNm: requiredText(254), password: z.string() })

/** Tries a user ID, with or without the password, at the LDAP directory; leads to the result. */
export function PasswordTestDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useTexts(signInTestTexts)
  const password = useTexts(passwordTexts)
  const { uid } = useSignedIn()
  const router = useRouter()
  const form = useForm({
    schema: testForm,
    initial: { userNm: '', password: '' },
    draftKey: 'directory-test',
    labels: { userNm: t.directory_test_user, password: t.directory_test_password },
    secret: ['userNm', 'password'],
    save: async (body) => {
      const { signInTestId } = await call(testDirectoryPassword, { params: { uid }, body })
      const query = router.options.stringifySearch({ test: signInTestId })
      void router.navigate({ href: identityProviders.link() + query })
      return ''
    },
  })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={formatMessage(t.sign_in_test_title, { name })}
      submitLabel={t.directory_test_run}
    >
      <p>{t.directory_test_intro}</p>
      <TextField {...form.field('userNm')} autoComplete="off" spellCheck={false} data-autofocus />
      <PasswordField
        {...form.field('password')}
        help={t.directory_test_password_help}
        showLabel={password.password_show}
        hideLabel={password.password_hide}
        autoComplete="new-password"
      />
    </EditDialog>
  )
}
