import type { ReactNode } from 'react'
import { drawings, type DrawingName } from './drawings.tsx'
import classes from './EmptyState.module.css'
import { focusHeadingAfterAction } from './focus-heading-after-action.ts'

interface EmptyStateProps {
  drawing: DrawingName
  /** One sentence: the state. */
  title: string
  /** What the user can do about it. */
  hint?: string
  action?: ReactNode
  /** A smaller variant for panels. */
  compact?: boolean
  /** True when it replaces content that was just shown: it is then announced. */
  live?: boolean
}

/** Shown in place of an empty list or result. */
export function EmptyState({ drawing, title, hint, action, compact = false, live = false }: EmptyStateProps) {
  return (
    <div className={classes['empty']} data-compact={compact || undefined} {...(live ? { role: 'status' } : {})}>
      <span className={classes['drawing']}>{drawings[drawing]}</span>
      <p className={classes['title']}>{title}</p>
      {hint && <p className={classes['hint']}>{hint}</p>}
      {action && (
        <div ref={focusHeadingAfterAction} className={classes['action']}>
          {action}
        </div>
      )}
    </div>
  )
}
