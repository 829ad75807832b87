import classes from './Icon.module.css'
import { icons, type IconName } from './icons.ts'

interface IconProps {
  name: IconName
  size?: 16 | 20 | 24
  /** Filled with the current color instead of outlined. */
  filled?: boolean
}

/** A decorative icon, hidden from screen readers, so text must stand beside it. */
export function Icon({ name, size = 20, filled = false }: IconProps) {
  return (
    <svg
      className={classes['icon']}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
      data-icon={name}
      data-filled={filled || undefined}
      data-bold={name === 'more' || undefined}
    >
      <path d={icons[name]} />
    </svg>
  )
}
