import encodeQR from 'qr'
import { useMemo } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import classes from './SecondFactor.module.css'

/** One SVG path for all dark squares. */
function pathData(squares: readonly (readonly boolean[])[]): string {
  return squares.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}

/** The seed for the authenticator app, as a QR code and as text. */
export function AuthenticatorSetup({ secret, address }: { secret: string; address: string }) {
  const t = useTexts(secondFactorPageTexts)
  const { copied, copy_refused: failed } = useTexts(generalTexts)
  const squares = useMemo(() => encodeQR(address, 'raw', { border: 2 }), [address])
  return (
    <>
      <p>{t.enroll_scan_lead}</p>
      <svg
        className={classes['qr']}
        viewBox={`0 0 ${squares.length} ${squares.length}`}
        role="img"
        aria-label={t.enroll_qr_label}
        shapeRendering="crispEdges"
      >
        <path d={pathData(squares)} fill="currentColor" />
      </svg>
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
