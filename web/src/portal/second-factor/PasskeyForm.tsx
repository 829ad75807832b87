import { useState, type ReactNode } from 'react'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { FailureAlert } from '../../patterns/FailureAlert.tsx'
import { type Failure, runAction } from '../../patterns/run-action.ts'
import { Button } from '../../ui/Button.tsx'
import { submitPasskey } from './verify-factor.ts'
import classes from './SecondFactor.module.css'

interface PasskeyFormProps {
  trustDevice: boolean
  onVerified: (token: string) => Promise<void>
  children?: ReactNode
}

/** A button that starts the device's own passkey prompt. */
export function PasskeyForm({ trustDevice, onVerified, children }: PasskeyFormProps) {
  const t = useTexts(secondFactorPageTexts)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Failure | null>(null)

  const verify = async () => {
    setBusy(true)
    setError(null)
    const outcome = await runAction(async () => {
      const verified = await submitPasskey(trustDevice)
      if (!verified) return t.factor_passkey_canceled
      await onVerified(verified.token)
      return ''
    })
    if (!outcome.ok || outcome.message !== '') setError(outcome)
    setBusy(false)
  }

  return (
    <div className={classes['stack']}>
      <p>{t.factor_passkey_lead}</p>
      {error !== null && <FailureAlert failure={error} />}
      {children}
      <Button kind="primary" icon="key" wide busy={busy} onClick={() => void verify()} autoFocus>
        {t.factor_passkey_use}
      </Button>
    </div>
  )
}
