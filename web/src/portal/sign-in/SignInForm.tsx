import { Link } from '@tanstack/react-router'
import { lazy, Suspense, type FormEvent } from 'react'
import { signInPageTexts } from '@portico/contract/texts/sign-in-page-texts.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { HumanCheck } from './HumanCheck.tsx'
import classes from './SignInPage.module.css'
import { useSignIn } from './use-sign-in.ts'
import { hasCompanyAccounts } from './sign-in-options.ts'

/** Lazy, because few users see it. */
const DuplicateSessionModal = lazy(() =>
  import('./DuplicateSessionModal.tsx').then((m) => ({ default: m.DuplicateSessionModal })),
)

const EnrollmentModal = lazy(() =>
  import('../second-factor/EnrollmentModal.tsx').then((m) => ({ default: m.EnrollmentModal })),
)

interface SignInFormProps {
  title: string
  /** Called when the user starts to sign in, to preload the next page. */
  onFirstInput: () => void
  /** Why the user was redirected here. */
  notice: string | null
  /** Additional explanation; '' for none. */
  detail: string
}

/** User ID and password. After sign-in the session's guard leaves this page automatically. */
export function SignInForm({ title, notice, detail, onFirstInput }: SignInFormProps) {
  const t = useTexts(signInTexts)
  const page = useTexts(signInPageTexts)
  const signIn = useSignIn()
  const { values, setValues, busy, other, enrollment, isNameStep, userNameField, passwordField } = signIn

  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.submit()
  }

  return (
    <>
      <div className={classes['head']}>
        <div className={classes['notice']}>
          <Notice
            error={signIn.error}
            isCompleting={signIn.isCompleting}
            reason={busy ? null : notice}
            detail={detail}
          />
        </div>
        <h1 className={classes['title']}>{title}</h1>
      </div>
      <form className={classes['form']} onSubmit={submit} noValidate>
        <TextField
          ref={userNameField}
          label={t.login_user_id}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          value={values.userName}
          onChange={(event) => setValues({ ...values, userName: event.currentTarget.value })}
          onInput={onFirstInput}
        />
        {isNameStep ? (
          <p className={classes['later']}>{page.login_password_later}</p>
        ) : (
          <PasswordField
            ref={passwordField}
            label={t.login_password}
            showLabel={page.login_show_password}
            hideLabel={page.login_hide_password}
            name="password"
            autoComplete="current-password"
            autoFocus={signIn.isPasswordNext}
            value={values.password}
            onChange={(event) => setValues({ ...values, password: event.currentTarget.value })}
          />
        )}
        <Button kind="primary" type="submit" wide busy={busy}>
          {isNameStep ? page.login_continue : t.login_submit}
        </Button>
        <Link to={paths.forgotPassword()} className={classes['forgot']}>
          {t.login_forgot}
        </Link>
      </form>
      {hasCompanyAccounts() && (
        <div className={classes['elsewhere']}>
          <Button wide onClick={signIn.goToCompany}>
            {page.login_company_account}
          </Button>
        </div>
      )}
      <HumanCheck />
      {enrollment && (
        <Suspense>
          <EnrollmentModal
            enrollment={enrollment}
            onStart={signIn.startEnrollment}
            onSkipped={signIn.follow}
            onCancel={signIn.cancel}
          />
        </Suspense>
      )}
      {other && (
        <Suspense>
          <DuplicateSessionModal other={other} busy={busy} onContinue={signIn.confirm} onCancel={signIn.cancel} />
        </Suspense>
      )}
    </>
  )
}

interface NoticeProps {
  error: string | null
  isCompleting: boolean
  reason: string | null
  detail: string
}

/** One message at most: an error, progress, or why the user sees this page. */
function Notice({ error, isCompleting, reason, detail }: NoticeProps) {
  const page = useTexts(signInPageTexts)
  if (error !== null) return <Alert tone="error">{error}</Alert>
  if (isCompleting) return <Alert tone="info">{page.login_arriving}</Alert>
  if (reason === null) return null
  return detail === '' ? (
    <Alert tone="info">{reason}</Alert>
  ) : (
    <Alert tone="info" title={reason}>
      {detail}
    </Alert>
  )
}
