import { Tooltip } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Tooltip.layer.css'
import type { ReactElement } from 'react'
import classes from './Tip.module.css'

interface TipProps {
  label: string
  disabled?: boolean
  /** One element that takes a ref. */
  children: ReactElement
}

const OPEN_DELAY_MS = 350

/** Words beside a control while the pointer or the focus is on it; never the only place of an information. */
export function Tip({ label, disabled = false, children }: TipProps) {
  return (
    <Tooltip
      label={label}
      disabled={disabled}
      openDelay={OPEN_DELAY_MS}
      events={{ hover: true, focus: true, touch: false }}
      classNames={{ tooltip: classes['tip'] ?? '' }}
      transitionProps={{ duration: 120, transition: 'fade' }}
      multiline
      maw={280}
    >
      {children}
    </Tooltip>
  )
}
