import { useState } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import classes from './SecondFactor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onSaved: () => Promise<void>
}

/** The codes, shown once: copy or print them before continuing. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const t = useTexts(secondFactorPageTexts)
  const { copied, copy_refused: failed } = useTexts(generalTexts)
  const [busy, setBusy] = useState(false)
  const finish = async () => {
    setBusy(true)
    await onSaved().finally(() => setBusy(false))
  }
  return (
    <div className={classes['stack']}>
      <h2 ref={focusOnMount} tabIndex={-1}>
        {t.factor_codes_title}
      </h2>
      <p>{t.factor_codes_lead}</p>
      <ol className={classes['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={classes['actions']}>
        <CopyButton text={codes.join('\n')} label={t.factor_codes_copy} doneLabel={copied} failedLabel={failed} />
        <Button icon="document" onClick={() => window.print()}>
          {t.factor_codes_print}
        </Button>
        <Button kind="primary" busy={busy} onClick={() => void finish()}>
          {t.factor_codes_saved}
        </Button>
      </div>
    </div>
  )
}
