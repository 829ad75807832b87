import { useState } from 'react'
import {
  confirmAuthenticatorEnrolment,
  confirmPasskeyEnrolment,
  startAuthenticatorEnrolment,
  startPasskeyEnrolment,
  type SecondFactorPrompt,
} from '@portico/contract/second-factor.ts'
import { secondFactorPageTexts } from '@portico/contract/texts/second-factor-page-texts.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Message } from '../../ui/Message.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import type { Outcome } from '../sign-in/sign-in.ts'
import { AppSeed } from './AppSeed.tsx'
import { CodeForm } from './CodeForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { finishEnrolment, sentenceOf } from './second-factor.ts'
import classes from './SecondFactor.module.css'

interface EnrolFactorProps {
  prompt: SecondFactorPrompt
  onDone: (outcome: Outcome) => void
}

type Stage =
  | { at: 'choice'; cameBack?: true }
  | { at: 'app'; secret: string; address: string }
  | { at: 'codes'; recoveryCodes: string[]; token: string }

/** Choose a way, confirm it once, save the recovery codes, go on. */
export function EnrolFactor({ prompt, onDone }: EnrolFactorProps) {
  const t = useTexts(secondFactorPageTexts)
  const [stage, setStage] = useState<Stage>({ at: 'choice' })
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const attempt = async (work: () => Promise<Stage | null>) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      const next = await work()
      if (next) setStage(next)
      else setError(t.factor_passkey_cancelled)
    } catch (refusal) {
      setError(sentenceOf(refusal))
    }
    setBusy(false)
  }

  const startApp = async (): Promise<Stage> => ({
    at: 'app',
    ...(await call(startAuthenticatorEnrolment, { body: {} })),
  })

  const addPasskey = async (): Promise<Stage | null> => {
    const options = await call(startPasskeyEnrolment, { body: {} })
    const { makePasskey } = await import('./passkeys.ts')
    const credential = await makePasskey(options)
    return credential && { at: 'codes', ...(await call(confirmPasskeyEnrolment, { body: { credential } })) }
  }

  const confirmApp = (code: string) =>
    call(confirmAuthenticatorEnrolment, { body: { code } }).then(
      (done) => {
        setStage({ at: 'codes', ...done })
        return done
      },
      (refusal: unknown) => ({ sentence: sentenceOf(refusal) }),
    )

  if (stage.at === 'codes')
    return (
      <RecoveryCodes
        codes={stage.recoveryCodes}
        onSaved={async () => onDone(await finishEnrolment(stage.token, prompt))}
      />
    )
  if (stage.at === 'app')
    return (
      <div className={classes['stack']}>
        <AppSeed secret={stage.secret} address={stage.address} />
        <CodeForm
          kind="code"
          lead={t.enrol_then_code}
          label={t.factor_code_label}
          send={confirmApp}
          onShown={() => Promise.resolve()}
        />
        <Button onClick={() => setStage({ at: 'choice', cameBack: true })}>{t.enrol_back}</Button>
      </div>
    )
  return (
    <div className={classes['stack']}>
      <p>{t.enrol_choose_lead}</p>
      {error !== null && <Message tone="error">{error}</Message>}
      <ul className={classes['choices']} aria-busy={busy}>
        <li>
          <button type="button" className={classes['choice']} onClick={() => void attempt(addPasskey)}>
            <Icon name="key" size={24} />
            <strong>{t.enrol_choose_passkey}</strong>
            <small>{t.enrol_choose_passkey_help}</small>
          </button>
        </li>
        <li>
          {/* Whoever turned back from it goes on from here: the button that turned back is gone. */}
          <button
            type="button"
            className={classes['choice']}
            ref={stage.cameBack === true ? takeFocus : null}
            onClick={() => void attempt(startApp)}
          >
            <Icon name="clock" size={24} />
            <strong>{t.enrol_choose_app}</strong>
            <small>{t.enrol_choose_app_help}</small>
          </button>
        </li>
      </ul>
    </div>
  )
}
