import type { ReactNode } from 'react'
import classes from './Badge.module.css'
import type { Tone } from './Message.tsx'

interface BadgeProps {
  tone?: Tone | 'neutral'
  children: ReactNode
}

/** A short word about a thing: its kind or state. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span className={classes['badge']} data-tone={tone}>
      {children}
    </span>
  )
}
