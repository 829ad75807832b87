import { Link, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Enrolment, OtherSession } from '@portico/contract/sign-in.ts'
import { federationTexts } from '@portico/contract/texts/federation-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CalmPage } from '../../shell/CalmPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { goOn } from '../sign-in/go-on.ts'
import type { Outcome } from '../sign-in/sign-in.ts'
import { arrive, readArrival } from './arrival.ts'

const DuplicateSessionModal = lazy(() =>
  import('../sign-in/DuplicateSessionModal.tsx').then((m) => ({ default: m.DuplicateSessionModal })),
)

const EnrolmentModal = lazy(() =>
  import('../second-factor/EnrolmentModal.tsx').then((m) => ({ default: m.EnrolmentModal })),
)

/** Back from the company's sign-on: asks whether the person may come in, and moves on by itself (SIGN-059). */
export function ArrivalPage() {
  const t = useTexts(federationTexts)
  const router = useRouter()
  // Read once: the address is emptied at once, so that nothing of it is left in the history.
  const [arrival] = useState(() => readArrival(router.state.location.hash))
  const [error, setError] = useState<string | null>(null)
  const [other, setOther] = useState<OtherSession | null>(null)
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [busy, setBusy] = useState(false)
  const hasBegun = useRef(false)

  const follow = (outcome: Outcome) => {
    setOther(outcome.kind === 'duplicate' ? outcome.other : null)
    setEnrolment(outcome.kind === 'enrol' ? outcome.enrolment : null)
    setBusy(false)
    if (outcome.kind === 'elsewhere') goOn(router, outcome.address)
    if (outcome.kind === 'refused') setError(outcome.sentence)
  }

  const attempt = async (endsOther: boolean) => {
    setBusy(true)
    follow(await arrive(arrival, endsOther))
  }

  const state = arrival.returnTo === null ? {} : { returnTo: arrival.returnTo }
  const startAgain = () => void router.navigate({ to: paths.login(), state, replace: true })

  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void router.navigate({ to: paths.federatedArrival(), hash: '', state, replace: true }).then(() => attempt(false))
  })

  return (
    <CalmPage title={error === null ? t.sso_arriving : t.sso_failed_title}>
      {error !== null && (
        <>
          <Message tone="error">{error}</Message>
          <div>
            <Button kind="primary" root={(props) => <Link {...props} to={paths.login()} state={state} />}>
              {t.sso_again}
            </Button>
          </div>
        </>
      )}
      {enrolment && (
        <Suspense>
          <EnrolmentModal
            enrolment={enrolment}
            onStart={() => goOn(router, enrolment.enrollUrl)}
            onSkipped={follow}
            onCancel={startAgain}
          />
        </Suspense>
      )}
      {other && (
        <Suspense>
          <DuplicateSessionModal
            other={other}
            busy={busy}
            onContinue={() => void attempt(true)}
            onCancel={startAgain}
          />
        </Suspense>
      )}
    </CalmPage>
  )
}
