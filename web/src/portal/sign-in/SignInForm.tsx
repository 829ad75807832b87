import { type FormEvent } from 'react'
import { signInPageTexts } from '@portico/contract/sign-in/sign-in-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { FailureAlert } from '../../patterns/FailureAlert.tsx'
import type { Failure } from '../../patterns/run-action.ts'
import { Alert } from '../../ui/Alert.tsx'
import { HumanCheck } from './HumanCheck.tsx'
import { SignInFields } from './SignInFields.tsx'
import { useSignIn } from './use-sign-in.ts'
import { lazyPart } from '../../patterns/lazy-part.tsx'

/** Lazy, because few users see it. */
const DuplicateSessionModal = lazyPart(() =>
  import('./DuplicateSessionModal.tsx').then((module) => module.DuplicateSessionModal),
)

const EnrollmentModal = lazyPart(() =>
  import('../second-factor/EnrollmentModal.tsx').then((module) => module.EnrollmentModal),
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
  const signIn = useSignIn()
  const { values, setValues, busy, other, enrollment, isNameStep, userNameField, passwordField } = signIn

  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.submit()
  }

  return (
    <>
      <SignInFields
        title={title}
        notice={
          <Notice
            error={signIn.error}
            isCompleting={signIn.isCompleting}
            reason={busy ? null : notice}
            detail={detail}
          />
        }
        userName={{
          ref: userNameField,
          autoFocus: true,
          value: values.userName,
          onChange: (event) => setValues({ ...values, userName: event.currentTarget.value }),
          onInput: onFirstInput,
        }}
        password={
          isNameStep
            ? null
            : {
                ref: passwordField,
                autoFocus: signIn.isPasswordNext,
                value: values.password,
                onChange: (event) => setValues({ ...values, password: event.currentTarget.value }),
              }
        }
        busy={busy}
        onSubmit={submit}
        onCompanyAccount={signIn.goToCompany}
      />
      <HumanCheck />
      {enrollment && (
        <EnrollmentModal
          enrollment={enrollment}
          onStart={signIn.startEnrollment}
          onSkipped={signIn.follow}
          onCancel={signIn.cancel}
        />
      )}
      {other && (
        <DuplicateSessionModal other={other} busy={busy} onContinue={signIn.confirm} onCancel={signIn.cancel} />
      )}
    </>
  )
}

interface NoticeProps {
  error: Failure | null
  isCompleting: boolean
  reason: string | null
  detail: string
}

/** One message at most: an error, progress, or why the user sees this page. */
function Notice({ error, isCompleting, reason, detail }: NoticeProps) {
  const page = useTexts(signInPageTexts)
  if (error !== null) return <FailureAlert failure={error} />
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
