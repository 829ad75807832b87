import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Enrollment, OtherSession } from '@portico/contract/sign-in/sign-in.ts'
import { federationTexts } from '@portico/contract/federation/federation-texts.ts'
import { currentSession } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CenteredPage } from '../../shell/CenteredPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { continueTo } from '../sign-in/continue-to.ts'
import type { SignInOutcome } from '../sign-in/sign-in.ts'
import { confirmSignIn, finishSsoSignIn, readSsoCallback } from './sso-callback.ts'
import { lazyPart } from '../../patterns/lazy-part.tsx'

const DuplicateSessionModal = lazyPart(() =>
  import('../sign-in/DuplicateSessionModal.tsx').then((module) => module.DuplicateSessionModal),
)

const EnrollmentModal = lazyPart(() =>
  import('../second-factor/EnrollmentModal.tsx').then((module) => module.EnrollmentModal),
)

/** Return from the company's sign-on: checks whether the user may sign in, and continues automatically (SIGN-059). */
export function SsoCallbackPage() {
  const t = useTexts(federationTexts)
  const router = useRouter()
  // Read once: the address is cleared at once, so that the ticket does not stay in the history.
  const [callback] = useState(() => readSsoCallback(router.state.location.hash))
  const [error, setError] = useState<string | null>(null)
  const [other, setOther] = useState<OtherSession | null>(null)
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null)
  const [busy, setBusy] = useState(false)
  const hasStarted = useRef(false)

  const applyOutcome = (outcome: SignInOutcome) => {
    setOther(outcome.kind === 'duplicate' ? outcome.other : null)
    setEnrollment(outcome.kind === 'enroll' ? outcome.enrollment : null)
    setBusy(false)
    if (outcome.kind === 'elsewhere') continueTo(router, outcome.address)
    if (outcome.kind === 'refused') setError(outcome.message)
  }

  const attempt = async (endsOther: boolean) => {
    const session = currentSession()
    if (callback.reauth !== undefined && session) {
      const message = await confirmSignIn(session.uid, callback.reauth)
      if (message !== null) return setError(message)
      return void router.navigate({ href: callback.returnTo ?? paths.home(), replace: true })
    }
    setBusy(true)
    applyOutcome(await finishSsoSignIn(callback, endsOther))
  }

  const state = callback.returnTo === null ? {} : { returnTo: callback.returnTo }
  const backToSignIn = () => void router.navigate({ to: paths.login(), state, replace: true })

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const nextState = callback.reauth === undefined ? state : { ...state, confirmsSignIn: true }
    void router
      .navigate({ to: paths.federatedSignIn(), hash: '', state: nextState, replace: true })
      .then(() => attempt(false))
  })

  return (
    <CenteredPage title={error === null ? t.sso_arriving : t.sso_failed_title}>
      {error !== null && (
        <>
          <Alert tone="error">{error}</Alert>
          <div>
            <Button kind="primary" root={(props) => <Link {...props} to={paths.login()} state={state} />}>
              {t.sso_again}
            </Button>
          </div>
        </>
      )}
      {enrollment && (
        <EnrollmentModal
          enrollment={enrollment}
          onStart={() => continueTo(router, enrollment.enrollUrl)}
          onSkipped={applyOutcome}
          onCancel={backToSignIn}
        />
      )}
      {other && (
        <DuplicateSessionModal
          other={other}
          busy={busy}
          onContinue={() => void attempt(true)}
          onCancel={backToSignIn}
        />
      )}
    </CenteredPage>
  )
}
