import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useId, type ComponentProps, type ReactNode } from 'react'
import classes from './Button.module.css'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { Tooltip } from './Tooltip.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'style' | 'className'> {
  /** primary: one per screen; secondary: the others; quiet: in rows and bars; danger: destructive. */
  kind?: ButtonKind
  size?: 's' | 'm'
  icon?: IconName
  /** An action is in progress: the button keeps its place and size and ignores clicks. */
  busy?: boolean
  /** Why it is unavailable now. The button stays in the tab order, so that every user learns the reason. */
  disabledReason?: string | undefined
  wide?: boolean
  /** Aligns the label instead of the button's edge with content above and below; for a quiet button beside text. */
  flush?: boolean
  /** Renders another element as a button: `root={(props) => <Link {...props} to="/home" />}`. */
  root?: (props: { className: string; children: ReactNode }) => ReactNode
}

type Appearance = Required<Pick<ButtonProps, 'kind' | 'size' | 'wide' | 'flush'>>

const classNameOf = ({ kind, size, wide, flush }: Appearance) =>
  [classes['button'], classes[kind], classes[size], wide && classes['wide'], flush && classes['flush']]
    .filter(Boolean)
    .join(' ')

/** A button with a text label. */
export function Button({
  kind = 'secondary',
  size = 'm',
  icon,
  wide = false,
  flush = false,
  root,
  children,
  ...rest
}: ButtonProps) {
  const className = classNameOf({ kind, size, wide, flush })
  const label = <span className={classes['words']}>{children}</span>
  const iconElement = icon && <Icon name={icon} size={size === 's' ? 16 : 20} />
  if (root) {
    const content = (
      <>
        {iconElement}
        {label}
      </>
    )
    return root({ className, children: content })
  }
  return (
    <Pressable {...rest} className={className}>
      {rest.busy ? <span className={classes['busy']} aria-hidden="true" /> : iconElement}
      {label}
    </Pressable>
  )
}

interface PressableProps
  extends Pick<ButtonProps, 'busy' | 'disabledReason'>, Omit<ComponentProps<'button'>, 'disabled' | 'style'> {}

/** Ignores clicks while busy or unavailable, but stays in the tab order. */
function Pressable({ busy = false, disabledReason, type = 'button', onClick, children, ...rest }: PressableProps) {
  const reasonId = useId()
  const hasReason = disabledReason !== undefined
  const inactive = busy || hasReason
  return (
    <Tooltip label={disabledReason ?? ''} disabled={!hasReason}>
      <UnstyledButton
        {...rest}
        type={inactive ? 'button' : type}
        aria-disabled={inactive || undefined}
        aria-busy={busy || undefined}
        {...(hasReason ? { 'aria-describedby': reasonId } : {})}
        onClick={inactive ? undefined : onClick}
      >
        {children}
        {hasReason && (
          <VisuallyHidden id={reasonId} aria-hidden="true">
            {disabledReason}
          </VisuallyHidden>
        )}
      </UnstyledButton>
    </Tooltip>
  )
}
