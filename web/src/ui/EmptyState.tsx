import type { ReactNode } from 'react'
import { drawings, type DrawingName } from './drawings.tsx'
import classes from './EmptyState.module.css'
import { goOnAtHeading } from './go-on-at-heading.ts'

interface EmptyStateProps {
  drawing: DrawingName
  /** One sentence: what is so. */
  title: string
  /** What to do about it. */
  hint?: string
  action?: ReactNode
  /** Inside a panel, where little room is. */
  compact?: boolean
  /** True where it takes the place of what was there a moment ago: it is announced. */
  live?: boolean
}

/** Stands where there is nothing to show. */
export function EmptyState({ drawing, title, hint, action, compact = false, live = false }: EmptyStateProps) {
  return (
    <div className={classes['empty']} data-compact={compact || undefined} {...(live ? { role: 'status' } : {})}>
      <span className={classes['drawing']}>{drawings[drawing]}</span>
      <p className={classes['title']}>{title}</p>
      {hint && <p className={classes['hint']}>{hint}</p>}
      {action && (
        <div ref={goOnAtHeading} className={classes['action']}>
          {action}
        </div>
      )}
    </div>
  )
}
