import { UnstyledButton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'
import classes from './IconButton.module.css'
import type { IconName } from './icons.ts'
import { Tooltip } from './Tooltip.tsx'

interface IconButtonProps extends Omit<
  ComponentProps<'button'>,
  'children' | 'disabled' | 'aria-label' | 'style' | 'className'
> {
  /** Accessible name, also shown as the tooltip. */
  label: string
  icon: IconName
  size?: 's' | 'm'
  filled?: boolean
  /** A number at its corner; the label must contain it too. */
  count?: number
  /** False where the icon needs no tooltip, such as the close button of a dialog. */
  tooltip?: boolean
}

/** A button with only an icon and an accessible name. */
export function IconButton({
  label,
  icon,
  size = 'm',
  filled = false,
  count = 0,
  tooltip = true,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} disabled={!tooltip}>
      <UnstyledButton {...rest} type={type} aria-label={label} className={[classes['button'], classes[size]].join(' ')}>
        <Icon name={icon} size={size === 's' ? 16 : 20} filled={filled} />
        {count > 0 && (
          <span className={classes['count']} aria-hidden="true">
            {count > 9 ? '9+' : count}
          </span>
        )}
      </UnstyledButton>
    </Tooltip>
  )
}
