import { useState } from 'react'
import type { SecondFactorPrompt } from '@portico/contract/second-factor.ts'
import { secondFactorPageTexts } from '@portico/contract/texts/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import type { Outcome } from '../sign-in/sign-in.ts'
import { CodeForm } from './CodeForm.tsx'
import { PasskeyForm } from './PasskeyForm.tsx'
import { finishPrompt } from './second-factor.ts'
import { showCode, showRecoveryCode } from './show-factor.ts'
import classes from './SecondFactor.module.css'

export type Way = 'passkey' | 'code' | 'recovery'

interface ShowFactorProps {
  prompt: SecondFactorPrompt
  onDone: (outcome: Outcome) => void
}

/** The ways that this person has, the quickest first. */
function waysOf({ hasPasskey, hasAuthenticator, recoveryCodesLeft }: SecondFactorPrompt): Way[] {
  const ways: Way[] = []
  if (hasPasskey) ways.push('passkey')
  if (hasAuthenticator) ways.push('code')
  if (recoveryCodesLeft > 0) ways.push('recovery')
  return ways
}

/** One way at a time; the others are a press away. */
export function ShowFactor({ prompt, onDone }: ShowFactorProps) {
  const t = useTexts(secondFactorPageTexts)
  const ways = waysOf(prompt)
  const [way, setWay] = useState<Way>(ways[0] ?? 'code')
  const [choosing, setChoosing] = useState(false)
  const [trustDevice, setTrustDevice] = useState(false)
  const others = ways.filter((one) => one !== way)
  // Where there is no other way, help is the only one, and it need not be asked for.
  const hidesOthers = others.length > 0 && !choosing
  const names = { passkey: t.factor_way_passkey, code: t.factor_way_code, recovery: t.factor_way_recovery }
  const finish = async (token: string) => onDone(await finishPrompt(token))

  const choose = (chosen: Way) => {
    setWay(chosen)
    setChoosing(false)
  }

  const trust = way !== 'recovery' && (
    <SwitchField label={t.factor_trust} help={t.factor_trust_help} checked={trustDevice} onChange={setTrustDevice} />
  )
  return (
    <div className={classes['stack']}>
      {way === 'passkey' && (
        <PasskeyForm trustDevice={trustDevice} onShown={finish}>
          {trust}
        </PasskeyForm>
      )}
      {way === 'code' && (
        <CodeForm
          key="code"
          kind="code"
          lead={t.factor_code_lead}
          label={t.factor_code_label}
          send={(code) => showCode(code, trustDevice)}
          onShown={finish}
        >
          {trust}
        </CodeForm>
      )}
      {way === 'recovery' && (
        <CodeForm
          key="recovery"
          kind="recovery"
          lead={t.factor_recovery_lead}
          label={t.factor_recovery_label}
          send={showRecoveryCode}
          onShown={finish}
        />
      )}
      <div className={classes['ways']}>
        {hidesOthers && (
          <Button kind="quiet" flush onClick={() => setChoosing(true)}>
            {t.factor_another_way}
          </Button>
        )}
        {!hidesOthers &&
          others.map((one, index) => (
            // The press that led here took its button away: the focus stays with what came of it.
            <Button key={one} kind="quiet" flush autoFocus={index === 0} onClick={() => choose(one)}>
              {names[one]}
            </Button>
          ))}
        {!hidesOthers && <p className={classes['quiet']}>{t.factor_lost}</p>}
      </div>
    </div>
  )
}
