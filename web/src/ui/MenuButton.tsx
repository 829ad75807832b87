import { Menu, type MenuProps, UnstyledButton, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Fragment, useId, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import classes from './MenuButton.module.css'

export interface MenuEntry {
  label: string
  icon?: IconName
  onSelect: () => void
  tone?: 'danger'
  /** Marks the current choice, in a menu of choices. */
  chosen?: boolean
  /** Why it is unavailable now. */
  disabledReason?: string
}

export interface MenuGroup {
  /** Heading of the group; groups are separated by a line. */
  title?: string
  /** Why all entries are unavailable now; shown once above the group and read with each entry. */
  disabledReason?: string
  entries: readonly MenuEntry[]
}

interface MenuButtonProps {
  /** Accessible name of the button, after the text of `children`. */
  label: string
  groups: readonly MenuGroup[]
  icon?: IconName
  /** Shown in the button in addition to the icon. */
  children?: ReactNode
  /** The edge of the button that the menu is aligned with. */
  align?: 'start' | 'end'
  /** True when the button was clicked before this component had loaded. */
  defaultOpened?: boolean
}

function Entry({ entry, reasonId }: { entry: MenuEntry; reasonId: string | undefined }) {
  const refused = entry.disabledReason !== undefined || reasonId !== undefined
  return (
    <Menu.Item
      className={classes['entry'] ?? ''}
      leftSection={entry.icon ? <Icon name={entry.icon} size={16} /> : undefined}
      rightSection={entry.chosen ? <Icon name="check" size={16} /> : undefined}
      data-tone={entry.tone}
      aria-current={entry.chosen || undefined}
      aria-disabled={refused || undefined}
      aria-describedby={reasonId}
      closeMenuOnClick={!refused}
      onClick={refused ? undefined : entry.onSelect}
    >
      {entry.label}
      {entry.disabledReason && <span className={classes['reason']}>{entry.disabledReason}</span>}
    </Menu.Item>
  )
}

function Group({ group: { title, disabledReason, entries } }: { group: MenuGroup }) {
  const reasonId = useId()
  return (
    <>
      {title && <Menu.Label>{title}</Menu.Label>}
      {disabledReason && <Menu.Label id={reasonId}>{disabledReason}</Menu.Label>}
      {entries.map((entry) => (
        <Entry key={entry.label} entry={entry} reasonId={disabledReason ? reasonId : undefined} />
      ))}
    </>
  )
}

/** On the side of the button with more room, and as high as that: what does not fit is scrolled. */
const middlewares: NonNullable<MenuProps['middlewares']> = {
  flip: { fallbackStrategy: 'bestFit', padding: 8 },
  size: {
    padding: 8,
    apply: ({ availableHeight, elements }) => {
      elements.floating.style.maxHeight = `${availableHeight}px`
    },
  },
}

/** A menu of actions behind one button; arrow keys, Home, End, letters, Escape and Tab work in it. */
export function MenuButton({
  label,
  groups,
  icon = 'more',
  children,
  align = 'end',
  defaultOpened = false,
}: MenuButtonProps) {
  return (
    <Menu
      defaultOpened={defaultOpened}
      position={align === 'end' ? 'bottom-end' : 'bottom-start'}
      offset={4}
      // Rendered inline, so that it belongs to the landmark of its button; fixed, so that no scroll container clips
      // it.
      withinPortal={false}
      floatingStrategy="fixed"
      middlewares={middlewares}
      // A menu may only contain menu items as focusable elements.
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ dropdown: classes['menu'] ?? '', label: classes['title'] ?? '', divider: classes['line'] ?? '' }}
    >
      <Menu.Target>
        <UnstyledButton className={classes['button']} data-words={children ? true : undefined}>
          {children ?? <Icon name={icon} />}
          <VisuallyHidden>{label}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map((group, index) => (
          <Fragment key={group.title ?? index}>
            {index > 0 && <Menu.Divider />}
            <Group group={group} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
