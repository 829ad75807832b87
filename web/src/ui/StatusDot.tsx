import type { Tone } from './Message.tsx'
import classes from './StatusDot.module.css'

interface StatusDotProps {
  tone: Tone | 'neutral'
  /** The state in a word; the dot alone says nothing. */
  children: string
}

/** A state in a row: a dot with its word. */
export function StatusDot({ tone, children }: StatusDotProps) {
  return (
    <span className={classes['status']} data-tone={tone}>
      {children}
    </span>
  )
}
