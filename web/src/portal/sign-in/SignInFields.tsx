import { Link } from '@tanstack/react-router'
import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { signInPageTexts } from '@portico/contract/sign-in/sign-in-page-texts.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './SignInPage.module.css'
import { hasCompanyAccounts } from './sign-in-options.ts'

interface SignInFieldsProps {
  title: string
  notice?: ReactNode
  userName?: Omit<ComponentProps<typeof TextField>, 'label'>
  /** Null until the user's domain is known to have passwords. */
  password: Omit<ComponentProps<typeof PasswordField>, 'label' | 'showLabel' | 'hideLabel'> | null
  busy?: boolean
  onSubmit?: (event: FormEvent) => void
  onCompanyAccount?: () => void
}

/** Heading, fields and buttons of the sign-in. */
export function SignInFields({
  title,
  notice,
  userName,
  password,
  busy = false,
  onSubmit,
  onCompanyAccount,
}: SignInFieldsProps) {
  const t = useTexts(signInTexts)
  const page = useTexts(signInPageTexts)
  return (
    <>
      <div className={classes['head']}>
        <div className={classes['notice']}>{notice}</div>
        <h1 className={classes['title']}>{title}</h1>
      </div>
      <form className={classes['form']} onSubmit={onSubmit} noValidate>
        <TextField
          label={t.login_user_id}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...userName}
        />
        {password === null ? (
          <p className={classes['later']}>{page.login_password_later}</p>
        ) : (
          <PasswordField
            label={t.login_password}
            showLabel={page.login_show_password}
            hideLabel={page.login_hide_password}
            name="password"
            autoComplete="current-password"
            {...password}
          />
        )}
        <Button kind="primary" type="submit" wide busy={busy}>
          {password === null ? page.login_continue : t.login_submit}
        </Button>
        <Link
          to={paths.forgotPassword()}
          {...(userName && { state: { userName: String(userName.value) } })}
          className={classes['forgot']}
        >
          {t.login_forgot}
        </Link>
      </form>
      {hasCompanyAccounts() && (
        <div className={classes['elsewhere']}>
          <Button wide onClick={onCompanyAccount}>
            {page.login_company_account}
          </Button>
        </div>
      )}
    </>
  )
}
