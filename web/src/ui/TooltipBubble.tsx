import { Popover } from '@mantine/core'
import { type Ref, useImperativeHandle } from 'react'
import classes from './Tooltip.module.css'

interface TooltipBubbleProps {
  label: string
  target: HTMLElement
  opened: boolean
}

/** The tooltip's text, positioned where there is space. */
export function TooltipBubble({ label, target, opened }: TooltipBubbleProps) {
  return (
    <Popover
      opened={opened}
      position="top"
      offset={5}
      middlewares={{ flip: true, shift: { padding: 8 } }}
      preventPositionChangeWhenVisible={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withRoles={false}
      unstyled
      transitionProps={{ duration: 120, transition: 'fade' }}
    >
      <Popover.Target>
        <Existing target={target} />
      </Popover.Target>
      <Popover.Dropdown role="tooltip" className={classes['tooltip'] ?? ''}>
        {label}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Draws nothing: what the bubble belongs to is in the page already. */
function Existing({ target, ref }: { target: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => target, [target])
  return null
}
