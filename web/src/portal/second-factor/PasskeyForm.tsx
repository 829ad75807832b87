import { useState, type ReactNode } from 'react'
import { secondFactorPageTexts } from '@portico/contract/texts/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { showPasskey } from './show-factor.ts'
import classes from './SecondFactor.module.css'

interface PasskeyFormProps {
  trustDevice: boolean
  onShown: (token: string) => Promise<void>
  children?: ReactNode
}

/** A press, and the device asks in its own way. */
export function PasskeyForm({ trustDevice, onShown, children }: PasskeyFormProps) {
  const t = useTexts(secondFactorPageTexts)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const show = async () => {
    setBusy(true)
    setError(null)
    const shown = await showPasskey(trustDevice)
    if (shown && 'token' in shown) await onShown(shown.token)
    else setError(shown?.sentence ?? t.factor_passkey_cancelled)
    setBusy(false)
  }

  return (
    <div className={classes['stack']}>
      <p>{t.factor_passkey_lead}</p>
      {error !== null && <Message tone="error">{error}</Message>}
      {children}
      <Button kind="primary" icon="key" wide busy={busy} onClick={() => void show()} autoFocus>
        {t.factor_passkey_use}
      </Button>
    </div>
  )
}
