import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { CodeForm } from './CodeForm.tsx'
import type { QrCodeProps } from './QrCode.tsx'
import classes from './SecondFactor.module.css'

/** What draws the code is larger than the steps around it, of which most show none. */
const LazyQrCode = lazyPart<QrCodeProps>(async () => (await import('./QrCode.tsx')).QrCode, {
  Loading: () => <div className={classes['qr']} />,
})

interface AuthenticatorSetupProps {
  secret: string
  address: string
  /** Sends the first code of the app. */
  send: (code: string) => Promise<{ token: string }>
}

/** The seed for the authenticator app, as a QR code and as text, and the field for its first code. */
export function AuthenticatorSetup({ secret, address, send }: AuthenticatorSetupProps) {
  const t = useTexts(secondFactorPageTexts)
  const { copied, copy_refused: failed } = useTexts(generalTexts)
  return (
    <>
      <p>{t.enroll_scan_lead}</p>
      <LazyQrCode address={address} label={t.enroll_qr_label} />
      <div className={classes['stack']}>
        <p className={classes['quiet']}>{t.enroll_by_hand}</p>
        <div className={classes['key']}>
          <code>{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
          <CopyButton size="s" text={secret} label={t.enroll_copy} doneLabel={copied} failedLabel={failed} />
        </div>
      </div>
      <CodeForm
        kind="code"
        lead={t.enroll_then_code}
        label={t.factor_code_label}
        send={send}
        onVerified={() => Promise.resolve()}
      />
    </>
  )
}
