import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Fragment, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import classes from './MenuButton.module.css'

export interface MenuEntry {
  label: string
  icon?: IconName
  onSelect: () => void
  tone?: 'danger'
  /** Marks the one that is in force now, in a menu of choices. */
  chosen?: boolean
  /** Why it cannot be chosen now. */
  refusedBecause?: string
}

export interface MenuGroup {
  /** Above the group; groups are parted by a line. */
  title?: string
  entries: readonly MenuEntry[]
}

interface MenuButtonProps {
  /** Names the button, after the words that `children` show. */
  label: string
  groups: readonly MenuGroup[]
  icon?: IconName
  /** Shown in the button instead of the icon alone. */
  children?: ReactNode
  /** At which edge of the button the menu stands. */
  align?: 'start' | 'end'
}

function Entry({ entry }: { entry: MenuEntry }) {
  const refused = entry.refusedBecause !== undefined
  return (
    <Menu.Item
      className={classes['entry'] ?? ''}
      leftSection={entry.icon ? <Icon name={entry.icon} size={16} /> : undefined}
      rightSection={entry.chosen ? <Icon name="check" size={16} /> : undefined}
      data-tone={entry.tone}
      aria-current={entry.chosen || undefined}
      aria-disabled={refused || undefined}
      closeMenuOnClick={!refused}
      onClick={refused ? undefined : entry.onSelect}
    >
      {entry.label}
      {refused && <span className={classes['reason']}>{entry.refusedBecause}</span>}
    </Menu.Item>
  )
}

/** Actions behind one button; arrow keys, letters, Escape and Tab work in it. */
export function MenuButton({ label, groups, icon = 'more', children, align = 'end' }: MenuButtonProps) {
  return (
    <Menu
      position={align === 'end' ? 'bottom-end' : 'bottom-start'}
      offset={4}
      // In place, so that it belongs to the landmark of its button; fixed, so that no scrolling box cuts it off.
      withinPortal={false}
      floatingStrategy="fixed"
      // A focusable element that is no entry has no place in a menu.
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
            {group.title && <Menu.Label>{group.title}</Menu.Label>}
            {group.entries.map((entry) => (
              <Entry key={entry.label} entry={entry} />
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
