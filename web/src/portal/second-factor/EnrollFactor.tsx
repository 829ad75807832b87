import { useState } from 'react'
import {
  confirmAuthenticatorEnrollment,
  confirmPasskeyEnrollment,
  startAuthenticatorEnrollment,
  startPasskeyEnrollment,
  type SecondFactorPrompt,
} from '@portico/contract/second-factor/second-factor.ts'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../api/texts.ts'
import { FailureAlert } from '../../patterns/FailureAlert.tsx'
import { type Failure, runAction } from '../../patterns/run-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import type { SignInOutcome } from '../sign-in/sign-in.ts'
import { AuthenticatorSetup } from './AuthenticatorSetup.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { finishEnrollment } from './second-factor.ts'
import classes from './SecondFactor.module.css'

interface EnrollFactorProps {
  prompt: SecondFactorPrompt
  onDone: (outcome: SignInOutcome) => void
}

type Stage =
  | { at: 'choice'; cameBack?: true }
  | { at: 'app'; secret: string; address: string }
  | { at: 'codes'; recoveryCodes: string[]; token: string }

/** Choose a method, confirm it once, save the recovery codes, continue. */
export function EnrollFactor({ prompt, onDone }: EnrollFactorProps) {
  const t = useTexts(secondFactorPageTexts)
  const [stage, setStage] = useState<Stage>({ at: 'choice' })
  const [error, setError] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)

  const attempt = async (work: () => Promise<Stage | null>) => {
    if (busy) return
    setBusy(true)
    setError(null)
    const outcome = await runAction(async () => {
      const next = await work()
      if (!next) return t.factor_passkey_canceled
      setStage(next)
      return ''
    })
    if (!outcome.ok || outcome.message !== '') setError(outcome)
    setBusy(false)
  }

  const startApp = async (): Promise<Stage> => ({
    at: 'app',
    ...(await call(startAuthenticatorEnrollment, { body: {} })),
  })

  const addPasskey = async (): Promise<Stage | null> => {
    const options = await call(startPasskeyEnrollment, { body: {} })
    const { createPasskey } = await import('../../api/passkeys.ts')
    const credential = await createPasskey(options)
    return credential && { at: 'codes', ...(await call(confirmPasskeyEnrollment, { body: { credential } })) }
  }

  const confirmApp = async (code: string) => {
    const done = await call(confirmAuthenticatorEnrollment, { body: { code } })
    setStage({ at: 'codes', ...done })
    return done
  }

  if (stage.at === 'codes')
    return (
      <RecoveryCodes
        codes={stage.recoveryCodes}
        onSaved={async () => onDone(await finishEnrollment(stage.token, prompt))}
      />
    )
  if (stage.at === 'app')
    return (
      <div className={classes['stack']}>
        <AuthenticatorSetup secret={stage.secret} address={stage.address} send={confirmApp} />
        <Button onClick={() => setStage({ at: 'choice', cameBack: true })}>{t.enroll_back}</Button>
      </div>
    )
  return (
    <div className={classes['stack']}>
      <p>{t.enroll_choose_lead}</p>
      {error !== null && <FailureAlert failure={error} />}
      <ul className={classes['choices']} aria-busy={busy}>
        <li>
          <button type="button" className={classes['choice']} onClick={() => void attempt(addPasskey)}>
            <Icon name="key" size={24} />
            <strong>{t.enroll_choose_passkey}</strong>
            <small>{t.enroll_choose_passkey_help}</small>
          </button>
        </li>
        <li>
          {/* After going back the focus is here: the back button is gone. */}
          <button
            type="button"
            className={classes['choice']}
            ref={stage.cameBack === true ? focusOnMount : null}
            onClick={() => void attempt(startApp)}
          >
            <Icon name="clock" size={24} />
            <strong>{t.enroll_choose_app}</strong>
            <small>{t.enroll_choose_app_help}</small>
          </button>
        </li>
      </ul>
    </div>
  )
}
