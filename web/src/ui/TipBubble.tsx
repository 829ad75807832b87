import { Tooltip } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Tooltip.layer.css'
import classes from './Tip.module.css'

interface TipBubbleProps {
  label: string
  target: HTMLElement
  opened: boolean
}

/** The words themselves, placed where there is room. */
export function TipBubble({ label, target, opened }: TipBubbleProps) {
  return (
    <Tooltip
      label={label}
      target={target}
      opened={opened}
      classNames={{ tooltip: classes['tip'] ?? '' }}
      transitionProps={{ duration: 120, transition: 'fade' }}
      multiline
      maw={280}
    />
  )
}
