import { UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Icon } from '../ui/Icon.tsx'
import type { IconName } from '../ui/icons.ts'
import { Tooltip } from '../ui/Tooltip.tsx'
import classes from './Toolbar.module.css'

interface Tool {
  key: string
  label: string
  /** What the button shows: letters, or the name of an icon. */
  sign: string | { icon: IconName }
  isPressed: boolean
  onPress: () => void
}

interface ToolbarProps {
  label: string
  /** Id of the element that the tools act on. */
  controls: string
  tools: readonly Tool[]
}

/** Buttons with one stop of the Tab key; arrow keys, Home and End move among them. */
export function Toolbar({ label, controls, tools }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState(0)
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Partial<Record<string, number>> = {
      ArrowRight: (focused + 1) % tools.length,
      ArrowLeft: (focused + tools.length - 1) % tools.length,
      Home: 0,
      End: tools.length - 1,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    setFocused(next)
    bar.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      className={classes['bar']}
      onKeyDown={onKeyDown}
    >
      {tools.map((tool, index) => (
        <Tooltip key={tool.key} label={tool.label}>
          <UnstyledButton
            className={classes['tool']}
            data-tool={tool.key}
            aria-label={tool.label}
            aria-pressed={tool.isPressed}
            tabIndex={index === focused ? 0 : -1}
            onFocus={() => setFocused(index)}
            // Keeps the selection of the text.
            onMouseDown={(event: { preventDefault: () => void }) => event.preventDefault()}
            onClick={tool.onPress}
          >
            {typeof tool.sign === 'string' ? (
              <span aria-hidden="true">{tool.sign}</span>
            ) : (
              <Icon name={tool.sign.icon} size={16} />
            )}
          </UnstyledButton>
        </Tooltip>
      ))}
    </div>
  )
}
