import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
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
  /** Marks the one that is in force now, in a menu of choices. */
  chosen?: boolean
  /** Why it cannot be chosen now. */
  refusedBecause?: string
}

export interface MenuGroup {
  /** Above the group; groups are parted by a line. */
  title?: string
  /** Why none of them can be chosen now; said once above the group and with each entry. */
  refusedBecause?: string
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
  /** True where the press came before the menu had. */
  opensAtOnce?: boolean
}

function Entry({ entry, reasonId }: { entry: MenuEntry; reasonId: string | undefined }) {
  const refused = entry.refusedBecause !== undefined || reasonId !== undefined
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
      {entry.refusedBecause && <span className={classes['reason']}>{entry.refusedBecause}</span>}
    </Menu.Item>
  )
}

function Group({ group: { title, refusedBecause, entries } }: { group: MenuGroup }) {
  const reasonId = useId()
  return (
    <>
      {title && <Menu.Label>{title}</Menu.Label>}
      {refusedBecause && <Menu.Label id={reasonId}>{refusedBecause}</Menu.Label>}
      {entries.map((entry) => (
        <Entry key={entry.label} entry={entry} reasonId={refusedBecause ? reasonId : undefined} />
      ))}
    </>
  )
}

/** Actions behind one button; arrow keys, letters, Escape and Tab work in it. */
export function MenuButton({
  label,
  groups,
  icon = 'more',
  children,
  align = 'end',
  opensAtOnce = false,
}: MenuButtonProps) {
  return (
    <Menu
      defaultOpened={opensAtOnce}
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
            <Group group={group} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
