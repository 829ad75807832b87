import { Link } from '@tanstack/react-router'
import { lazy, Suspense, type FormEvent } from 'react'
import { signInPageTexts } from '@portico/contract/texts/sign-in-page-texts.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CheckOfPerson } from './CheckOfPerson.tsx'
import classes from './SignInPage.module.css'
import { useSignIn } from './use-sign-in.ts'
import { hasCompanyAccounts } from './ways-in.ts'

/** Few people ever meet it, so the page does not carry it. */
const DuplicateSessionModal = lazy(() =>
  import('./DuplicateSessionModal.tsx').then((m) => ({ default: m.DuplicateSessionModal })),
)

const EnrolmentModal = lazy(() =>
  import('../second-factor/EnrolmentModal.tsx').then((m) => ({ default: m.EnrolmentModal })),
)

interface SignInFormProps {
  title: string
  /** Somebody is about to sign in: the moment to fetch what comes next. */
  onFirstKey: () => void
  /** Why the person stands here, if not by choice. */
  notice: string | null
  /** What more there is to say about it; '' for nothing. */
  more: string
}

/** User ID and password. A good sign-in moves on by itself: the session's guard leads away from this page. */
export function SignInForm({ title, notice, more, onFirstKey }: SignInFormProps) {
  const t = useTexts(signInTexts)
  const page = useTexts(signInPageTexts)
  const course = useSignIn()
  const { values, setValues, busy, other, enrolment, asksName, userNameField, passwordField } = course

  const submit = (event: FormEvent) => {
    event.preventDefault()
    course.submit()
  }

  return (
    <>
      <div className={classes['head']}>
        <div className={classes['notice']}>
          <Notice error={course.error} isArriving={course.isArriving} why={busy ? null : notice} more={more} />
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
          onInput={onFirstKey}
        />
        {asksName ? (
          <p className={classes['later']}>{page.login_password_later}</p>
        ) : (
          <PasswordField
            ref={passwordField}
            label={t.login_password}
            showLabel={page.login_show_password}
            hideLabel={page.login_hide_password}
            name="password"
            autoComplete="current-password"
            autoFocus={course.isPasswordNext}
            value={values.password}
            onChange={(event) => setValues({ ...values, password: event.currentTarget.value })}
          />
        )}
        <Button kind="primary" type="submit" wide busy={busy}>
          {asksName ? page.login_continue : t.login_submit}
        </Button>
        <Link to={paths.forgotPassword()} className={classes['forgot']}>
          {t.login_forgot}
        </Link>
      </form>
      {hasCompanyAccounts() && (
        <div className={classes['elsewhere']}>
          <Button wide onClick={course.goToCompany}>
            {page.login_company_account}
          </Button>
        </div>
      )}
      <CheckOfPerson />
      {enrolment && (
        <Suspense>
          <EnrolmentModal
            enrolment={enrolment}
            onStart={course.startEnrolment}
            onSkipped={course.follow}
            onCancel={course.cancel}
          />
        </Suspense>
      )}
      {other && (
        <Suspense>
          <DuplicateSessionModal other={other} busy={busy} onContinue={course.confirm} onCancel={course.cancel} />
        </Suspense>
      )}
    </>
  )
}

interface NoticeProps {
  error: string | null
  isArriving: boolean
  why: string | null
  more: string
}

/** One sentence at most: what went wrong, what is under way, or why the person stands here. */
function Notice({ error, isArriving, why, more }: NoticeProps) {
  const page = useTexts(signInPageTexts)
  if (error !== null) return <Message tone="error">{error}</Message>
  if (isArriving) return <Message tone="info">{page.login_arriving}</Message>
  if (why === null) return null
  return more === '' ? (
    <Message tone="info">{why}</Message>
  ) : (
    <Message tone="info" title={why}>
      {more}
    </Message>
  )
}
