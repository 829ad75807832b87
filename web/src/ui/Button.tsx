import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useId, type ComponentProps, type ReactNode } from 'react'
import classes from './Button.module.css'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { Tip } from './Tip.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'style' | 'className'> {
  /** One primary action on a screen; secondary for the others; quiet in rows and bars; danger destroys. */
  kind?: ButtonKind
  size?: 's' | 'm'
  icon?: IconName
  /** Something is under way: the button keeps its place and size and takes no second press. */
  busy?: boolean
  /** Why it cannot be pressed now. The button stays in the tab order, so that everybody learns the reason. */
  refusedBecause?: string | undefined
  wide?: boolean
  /** Makes another element look like a button: `root={(props) => <Link {...props} to="/home" />}`. */
  root?: (props: { className: string; children: ReactNode }) => ReactNode
}

/** A button with words. */
export function Button({
  kind = 'secondary',
  size = 'm',
  icon,
  busy = false,
  refusedBecause,
  wide = false,
  root,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const refused = refusedBecause !== undefined
  const className = [classes['button'], classes[kind], classes[size], wide ? classes['wide'] : ''].join(' ')
  const content = (
    <>
      {busy ? <span className={classes['busy']} aria-hidden="true" /> : icon && <Icon name={icon} size={size === 's' ? 16 : 20} />}
      <span className={classes['words']}>{children}</span>
    </>
  )
  if (root) return root({ className, children: content })
  return (
    <Tip label={refusedBecause ?? ''} disabled={!refused}>
      <UnstyledButton
        {...rest}
        type={refused || busy ? 'button' : type}
        className={className}
        aria-disabled={refused || busy || undefined}
        aria-busy={busy || undefined}
        aria-describedby={refused ? reasonId : rest['aria-describedby']}
        onClick={refused || busy ? undefined : onClick}
      >
        {content}
        {refused && (
          <VisuallyHidden id={reasonId} aria-hidden="true">
            {refusedBecause}
          </VisuallyHidden>
        )}
      </UnstyledButton>
    </Tip>
  )
}
