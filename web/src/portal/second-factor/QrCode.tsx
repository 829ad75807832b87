import encodeQR from 'qr'
import { useMemo } from 'react'
import classes from './SecondFactor.module.css'

/** One SVG path for all dark squares. */
function pathData(squares: readonly (readonly boolean[])[]): string {
  return squares.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}

export interface QrCodeProps {
  address: string
  /** Its accessible name. */
  label: string
}

/** An address as a QR code. */
export function QrCode({ address, label }: QrCodeProps) {
  const squares = useMemo(() => encodeQR(address, 'raw', { border: 2 }), [address])
  return (
    <svg
      className={classes['qr']}
      viewBox={`0 0 ${squares.length} ${squares.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={pathData(squares)} fill="currentColor" />
    </svg>
  )
}
