import { UnstyledButton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'
import classes from './IconButton.module.css'
import type { IconName } from './icons.ts'
import { Tip } from './Tip.tsx'

interface IconButtonProps extends Omit<
  ComponentProps<'button'>,
  'children' | 'disabled' | 'aria-label' | 'style' | 'className'
> {
  /** Its name, read aloud and shown beside it under the pointer. */
  label: string
  icon: IconName
  size?: 's' | 'm'
  filled?: boolean
  /** A number at its corner; the label has to say it too. */
  count?: number
  /** False where the picture says it all: the cross of a window. */
  tip?: boolean
}

/** A button that is only a picture: always named. */
export function IconButton({
  label,
  icon,
  size = 'm',
  filled = false,
  count = 0,
  tip = true,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tip label={label} disabled={!tip}>
      <UnstyledButton {...rest} type={type} aria-label={label} className={[classes['button'], classes[size]].join(' ')}>
        <Icon name={icon} size={size === 's' ? 16 : 20} filled={filled} />
        {count > 0 && (
          <span className={classes['count']} aria-hidden="true">
            {count > 9 ? '9+' : count}
          </span>
        )}
      </UnstyledButton>
    </Tip>
  )
}
