import { Tooltip } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Tooltip.layer.css'
import classes from './Tooltip.module.css'

interface TooltipBubbleProps {
  label: string
  target: HTMLElement
  opened: boolean
}

/** The tooltip's text, positioned where there is space. */
export function TooltipBubble({ label, target, opened }: TooltipBubbleProps) {
  return (
    <Tooltip
      label={label}
      target={target}
      opened={opened}
      classNames={{ tooltip: classes['tooltip'] ?? '' }}
      transitionProps={{ duration: 120, transition: 'fade' }}
      multiline
      maw={280}
    />
  )
}
