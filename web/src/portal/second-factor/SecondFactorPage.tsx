import { useLoaderData, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { SecondFactorPrompt } from '@portico/contract/second-factor/second-factor.ts'
import type { OtherSession } from '@portico/contract/sign-in/sign-in.ts'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { secondFactorTexts } from '@portico/contract/second-factor/second-factor-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CenteredPage } from '../../shell/CenteredPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Alert.tsx'
import type { SignInOutcome } from '../sign-in/sign-in.ts'
import { EnrollFactor } from './EnrollFactor.tsx'
import { ProviderPrompt } from './ProviderPrompt.tsx'
import { endOtherSession } from './second-factor.ts'
import { VerifyFactor } from './VerifyFactor.tsx'
import classes from './SecondFactor.module.css'
import { lazyPart } from '../../patterns/lazy-part.tsx'

const DuplicateSessionModal = lazyPart(() =>
  import('../sign-in/DuplicateSessionModal.tsx').then((module) => module.DuplicateSessionModal),
)

/**
 * The last step of sign-in: verifies the second factor, or sets up the first one. Success continues automatically.
 */
export function SecondFactorPage() {
  const t = useTexts(secondFactorPageTexts)
  const prompt: SecondFactorPrompt | null = useLoaderData({ strict: false })
  const router = useRouter()
  const [error, setError] = useState<string | null>(null)
  const [other, setOther] = useState<OtherSession | null>(null)
  const [busy, setBusy] = useState(false)
  const backToSignIn = () => void router.navigate({ to: paths.login(), state: router.state.location.state })

  const applyOutcome = (outcome: SignInOutcome) => {
    setBusy(false)
    setOther(outcome.kind === 'duplicate' ? outcome.other : null)
    setError(outcome.kind === 'refused' ? outcome.message : null)
  }

  const continueHere = async () => {
    setBusy(true)
    applyOutcome(await endOtherSession())
  }

  const isEnrollment = prompt?.step === 'enrol'
  const title = useTexts(secondFactorTexts).second_factor_title
  return (
    <CenteredPage title={isEnrollment ? t.enroll_title : title}>
      {error !== null && <Alert tone="error">{error}</Alert>}
      {prompt === null && <Alert tone="info">{t.factor_gone}</Alert>}
      {prompt !== null && (
        <p className={classes['quiet']}>
          {t.factor_prompt_lead} <strong>{prompt.userNm}</strong>
        </p>
      )}
      {prompt !== null && <Step prompt={prompt} onDone={applyOutcome} />}
      <div>
        <Button kind={prompt === null ? 'primary' : 'quiet'} flush={prompt !== null} onClick={backToSignIn}>
          {t.factor_back_to_login}
        </Button>
      </div>
      {other && (
        <DuplicateSessionModal
          other={other}
          busy={busy}
          onContinue={() => void continueHere()}
          onCancel={backToSignIn}
        />
      )}
    </CenteredPage>
  )
}

interface StepProps {
  prompt: SecondFactorPrompt
  onDone: (outcome: SignInOutcome) => void
}

function Step(props: StepProps) {
  if (props.prompt.provider === 'duo') return <ProviderPrompt {...props} />
  return props.prompt.step === 'enrol' ? <EnrollFactor {...props} /> : <VerifyFactor {...props} />
}
