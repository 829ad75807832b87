import type { ReactNode } from 'react'
import classes from './Badge.module.css'
import type { Tone } from './Alert.tsx'

interface BadgeProps {
  tone?: Tone | 'neutral'
  children: ReactNode
}

/** A short label for a kind or state. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span className={classes['badge']} data-tone={tone}>
      {children}
    </span>
  )
}
