import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { Link } from '@tanstack/react-router'
import type { OtherSession } from '@portico/contract/sign-in.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { signInPageTexts } from '@portico/contract/texts/sign-in-page-texts.ts'
import { fetchPreLoginToken, signIn } from './sign-in.ts'
import classes from './SignInPage.module.css'

/** Few people ever meet it, so the page does not carry it. */
const DuplicateSessionModal = lazy(() =>
  import('./DuplicateSessionModal.tsx').then((m) => ({ default: m.DuplicateSessionModal })),
)

interface SignInFormProps {
  /** Somebody is about to sign in: the moment to fetch what comes next. */
  onFirstKey: () => void
  /** Why the person stands here, if not by choice. */
  notice: string | null
}

const nobody = { userName: '', password: '' }

/** User ID and password. A good sign-in moves on by itself: the session's guard leads away from this page. */
export function SignInForm({ notice, onFirstKey }: SignInFormProps) {
  const t = useTexts(signInTexts)
  const page = useTexts(signInPageTexts)
  const [values, setValues] = useState(nobody)
  const [error, setError] = useState<string | null>(null)
  const [other, setOther] = useState<OtherSession | null>(null)
  const [busy, setBusy] = useState(false)
  const userNameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // A failure here is told when it matters: at the attempt, which fetches again.
    fetchPreLoginToken().catch(() => undefined)
  }, [])

  const refuse = (sentence: string, clears: 'nothing' | 'password' | 'everything') => {
    if (clears === 'password') setValues((before) => ({ ...before, password: '' }))
    if (clears === 'everything') setValues(nobody)
    setError(sentence)
    const field = clears === 'everything' || values.userName === '' ? userNameField : passwordField
    field.current?.focus()
  }

  const attempt = async (endsOther: boolean) => {
    setBusy(true)
    setError(null)
    const outcome = await signIn(values, endsOther)
    setOther(outcome.kind === 'duplicate' ? outcome.other : null)
    if (outcome.kind !== 'signed-in') setBusy(false)
    if (outcome.kind === 'refused') refuse(outcome.sentence, outcome.clears)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (values.userName.trim() === '' || values.password === '') return refuse(t.login_invalid, 'nothing')
    void attempt(false)
  }

  return (
    <>
      <div className={classes['notice']}>
        {error !== null && <Message tone="error">{error}</Message>}
        {error === null && notice !== null && !busy && <Message tone="info">{notice}</Message>}
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
        <PasswordField
          ref={passwordField}
          label={t.login_password}
          showLabel={page.login_show_password}
          hideLabel={page.login_hide_password}
          name="password"
          autoComplete="current-password"
          value={values.password}
          onChange={(event) => setValues({ ...values, password: event.currentTarget.value })}
        />
        <Button kind="primary" type="submit" wide busy={busy}>
          {t.login_submit}
        </Button>
        <Link to={paths.forgotPassword()} className={classes['forgot']}>
          {t.login_forgot}
        </Link>
      </form>
      {other && (
        <Suspense>
          <DuplicateSessionModal
            other={other}
            busy={busy}
            onContinue={() => void attempt(true)}
            onCancel={() => setOther(null)}
          />
        </Suspense>
      )}
    </>
  )
}
