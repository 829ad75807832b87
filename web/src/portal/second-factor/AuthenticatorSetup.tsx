import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import type { QrCodeProps } from './QrCode.tsx'
import classes from './SecondFactor.module.css'

/** What draws the code is larger than the steps around it, of which most show none. */
const LazyQrCode = lazyPart<QrCodeProps>(async () => (await import('./QrCode.tsx')).QrCode, {
  Loading: () => <div className={classes['qr']} />,
})

/** The seed for the authenticator app, as a QR code and as text. */
export function AuthenticatorSetup({ secret, address }: { secret: string; address: string }) {
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
    </>
  )
}
