import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import classes from './Alert.module.css'

export type Tone = 'error' | 'info' | 'success' | 'warning'

export const toneIcons: Record<Tone, IconName> = {
  error: 'alert',
  info: 'info',
  success: 'success',
  warning: 'warning',
}

interface AlertProps {
  tone: Tone
  title?: string
  children: ReactNode
  /** A follow-up action after the text. */
  action?: ReactNode
  /** False for content that was on the page from the start: it need not be announced. */
  live?: boolean
}

/** A message beside its subject, with icon and text; color is only supplementary. Errors are announced at once. */
export function Alert({ tone, title, children, action, live = true }: AlertProps) {
  const role = tone === 'error' ? 'alert' : 'status'
  return (
    <div className={classes['alert']} data-tone={tone} {...(live ? { role } : {})}>
      <span className={classes['icon']}>
        <Icon name={toneIcons[tone]} />
      </span>
      <div className={classes['words']}>
        {title && <p className={classes['title']}>{title}</p>}
        <div>{children}</div>
      </div>
      {action && <div className={classes['action']}>{action}</div>}
    </div>
  )
}
