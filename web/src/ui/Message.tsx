import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import classes from './Message.module.css'

export type Tone = 'error' | 'info' | 'success' | 'warning'

export const toneIcons: Record<Tone, IconName> = {
  error: 'alert',
  info: 'info',
  success: 'success',
  warning: 'warning',
}

interface MessageProps {
  tone: Tone
  title?: string
  children: ReactNode
  /** A next step, at the end. */
  action?: ReactNode
  /** False for what was there when the page came: it need not be announced. */
  live?: boolean
}

/** A sentence beside what it is about: picture and words, colour only in support. Errors are announced at once. */
export function Message({ tone, title, children, action, live = true }: MessageProps) {
  const role = tone === 'error' ? 'alert' : 'status'
  return (
    <div className={classes['message']} data-tone={tone} {...(live ? { role } : {})}>
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
