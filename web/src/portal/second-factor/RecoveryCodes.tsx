import { useClipboard } from '@mantine/hooks'
import { useState } from 'react'
import { secondFactorPageTexts } from '@portico/contract/texts/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import classes from './SecondFactor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onSaved: () => Promise<void>
}

/** The codes, this once: to be copied or printed before one goes on. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const t = useTexts(secondFactorPageTexts)
  const { copy, copied } = useClipboard()
  const [busy, setBusy] = useState(false)
  const goOn = async () => {
    setBusy(true)
    await onSaved().finally(() => setBusy(false))
  }
  return (
    <div className={classes['stack']}>
      <h2>{t.factor_codes_title}</h2>
      <p>{t.factor_codes_lead}</p>
      <ol className={classes['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={classes['actions']}>
        <Button icon={copied ? 'check' : 'copy'} onClick={() => copy(codes.join('\n'))}>
          {copied ? t.enrol_copied : t.factor_codes_copy}
        </Button>
        <Button icon="document" onClick={() => window.print()}>
          {t.factor_codes_print}
        </Button>
        <Button kind="primary" busy={busy} onClick={() => void goOn()}>
          {t.factor_codes_saved}
        </Button>
      </div>
    </div>
  )
}
