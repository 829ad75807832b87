import type { ReactNode } from 'react'
import classes from './PageHeading.module.css'

interface PageHeadingProps {
  title: string
  /** Secondary text under the title. */
  subtitle?: ReactNode
  actions?: ReactNode
}

/** Title of a screen, with its actions at the end of the line. */
export function PageHeading({ title, subtitle, actions }: PageHeadingProps) {
  return (
    <div className={classes['heading']}>
      <div className={classes['words']}>
        <h1>{title}</h1>
        {subtitle && <p className={classes['subtitle']}>{subtitle}</p>}
      </div>
      {/* After an act that is gone then, the keyboard goes on at the next one. */}
      {actions && (
        <div data-rows className={classes['actions']}>
          {actions}
        </div>
      )}
    </div>
  )
}
