import { useState } from 'react'
import type { SecondFactorPrompt } from '@portico/contract/second-factor/second-factor.ts'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import type { SignInOutcome } from '../sign-in/sign-in.ts'
import { CodeForm } from './CodeForm.tsx'
import { PasskeyForm } from './PasskeyForm.tsx'
import { finishPrompt } from './second-factor.ts'
import { submitCode, submitRecoveryCode } from './verify-factor.ts'
import classes from './SecondFactor.module.css'

export type FactorMethod = 'passkey' | 'code' | 'recovery'

interface VerifyFactorProps {
  prompt: SecondFactorPrompt
  onDone: (outcome: SignInOutcome) => void
}

/** The methods of this user, the quickest first. */
function methodsOf({ hasPasskey, hasAuthenticator, recoveryCodesLeft }: SecondFactorPrompt): FactorMethod[] {
  const methods: FactorMethod[] = []
  if (hasPasskey) methods.push('passkey')
  if (hasAuthenticator) methods.push('code')
  if (recoveryCodesLeft > 0) methods.push('recovery')
  return methods
}

/** Shows one method at a time; buttons switch to the others. */
export function VerifyFactor({ prompt, onDone }: VerifyFactorProps) {
  const t = useTexts(secondFactorPageTexts)
  const methods = methodsOf(prompt)
  const [method, setMethod] = useState<FactorMethod>(methods[0] ?? 'code')
  const [isExpanded, setIsExpanded] = useState(false)
  const [trustDevice, setTrustDevice] = useState(false)
  const others = methods.filter((candidate) => candidate !== method)
  // Without another method, help is shown at once.
  const isCollapsed = others.length > 0 && !isExpanded
  const names = { passkey: t.factor_way_passkey, code: t.factor_way_code, recovery: t.factor_way_recovery }
  const finish = async (token: string) => onDone(await finishPrompt(token))

  const choose = (chosen: FactorMethod) => {
    setMethod(chosen)
    setIsExpanded(false)
  }

  const trust = (
    <SwitchField label={t.factor_trust} help={t.factor_trust_help} checked={trustDevice} onChange={setTrustDevice} />
  )
  return (
    <div className={classes['stack']}>
      {method === 'passkey' && (
        <PasskeyForm trustDevice={trustDevice} onVerified={finish}>
          {trust}
        </PasskeyForm>
      )}
      {method === 'code' && (
        <CodeForm
          key="code"
          kind="code"
          lead={t.factor_code_lead}
          label={t.factor_code_label}
          send={(code) => submitCode(code, trustDevice)}
          onVerified={finish}
        >
          {trust}
        </CodeForm>
      )}
      {method === 'recovery' && (
        <CodeForm
          key="recovery"
          kind="recovery"
          lead={t.factor_recovery_lead}
          label={t.factor_recovery_label}
          send={submitRecoveryCode}
          onVerified={finish}
        />
      )}
      <div className={classes['ways']}>
        {isCollapsed && (
          <Button kind="quiet" flush onClick={() => setIsExpanded(true)}>
            {t.factor_another_way}
          </Button>
        )}
        {!isCollapsed &&
          others.map((candidate, index) => (
            // The clicked button is gone: the focus moves to its result.
            <Button key={candidate} kind="quiet" flush autoFocus={index === 0} onClick={() => choose(candidate)}>
              {names[candidate]}
            </Button>
          ))}
        {!isCollapsed && <p className={classes['quiet']}>{t.factor_lost}</p>}
      </div>
    </div>
  )
}
