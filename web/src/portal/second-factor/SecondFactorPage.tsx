import { useLoaderData, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { SecondFactorPrompt } from '@portico/contract/second-factor.ts'
import type { OtherSession } from '@portico/contract/sign-in.ts'
import { secondFactorPageTexts } from '@portico/contract/texts/second-factor-page-texts.ts'
import { secondFactorTexts } from '@portico/contract/texts/second-factor-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CalmPage } from '../../shell/CalmPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import type { Outcome } from '../sign-in/sign-in.ts'
import { EnrolFactor } from './EnrolFactor.tsx'
import { HostedPrompt } from './HostedPrompt.tsx'
import { endOtherSession } from './second-factor.ts'
import { ShowFactor } from './ShowFactor.tsx'
import classes from './SecondFactor.module.css'

const DuplicateSessionModal = lazy(() =>
  import('../sign-in/DuplicateSessionModal.tsx').then((m) => ({ default: m.DuplicateSessionModal })),
)

/** The last step of signing in: shows the second factor, or sets the first one up. A good end moves on by itself. */
export function SecondFactorPage() {
  const t = useTexts(secondFactorPageTexts)
  const prompt: SecondFactorPrompt | null = useLoaderData({ strict: false })
  const router = useRouter()
  const [error, setError] = useState<string | null>(null)
  const [other, setOther] = useState<OtherSession | null>(null)
  const [busy, setBusy] = useState(false)
  const backToSignIn = () => void router.navigate({ to: paths.login(), state: router.state.location.state })

  const follow = (outcome: Outcome) => {
    setBusy(false)
    setOther(outcome.kind === 'duplicate' ? outcome.other : null)
    setError(outcome.kind === 'refused' ? outcome.sentence : null)
  }

  const goOnHere = async () => {
    setBusy(true)
    follow(await endOtherSession())
  }

  const isEnrolment = prompt?.step === 'enrol'
  const title = useTexts(secondFactorTexts).second_factor_title
  return (
    <CalmPage title={isEnrolment ? t.enrol_title : title}>
      {error !== null && <Message tone="error">{error}</Message>}
      {prompt === null && <Message tone="info">{t.factor_gone}</Message>}
      {prompt !== null && (
        <p className={classes['quiet']}>
          {t.factor_prompt_lead} <strong>{prompt.userNm}</strong>
        </p>
      )}
      {prompt !== null && <Step prompt={prompt} onDone={follow} />}
      <div>
        <Button kind={prompt === null ? 'primary' : 'quiet'} flush={prompt !== null} onClick={backToSignIn}>
          {t.factor_back_to_login}
        </Button>
      </div>
      {other && (
        <Suspense>
          <DuplicateSessionModal other={other} busy={busy} onContinue={() => void goOnHere()} onCancel={backToSignIn} />
        </Suspense>
      )}
    </CalmPage>
  )
}

interface StepProps {
  prompt: SecondFactorPrompt
  onDone: (outcome: Outcome) => void
}

function Step(props: StepProps) {
  if (props.prompt.provider === 'duo') return <HostedPrompt {...props} />
  return props.prompt.step === 'enrol' ? <EnrolFactor {...props} /> : <ShowFactor {...props} />
}
