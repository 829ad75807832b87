import type { Tone } from './Alert.tsx'
import classes from './StatusDot.module.css'

interface StatusDotProps {
  tone: Tone | 'neutral'
  /** The state as text, since the dot alone has no meaning. */
  children: string
  /** For sentences, which wrap. */
  wraps?: boolean
}

/** A state in a row: a dot with its text. */
export function StatusDot({ tone, children, wraps }: StatusDotProps) {
  return (
    <span className={classes['status']} data-tone={tone} data-wraps={wraps || undefined}>
      {children}
    </span>
  )
}
