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
  /** Its words, not its edges, line up with what stands above and below: for a quiet one at the side of a text. */
  flush?: boolean
  /** Makes another element look like a button: `root={(props) => <Link {...props} to="/home" />}`. */
  root?: (props: { className: string; children: ReactNode }) => ReactNode
}

type Look = Required<Pick<ButtonProps, 'kind' | 'size' | 'wide' | 'flush'>>

const lookOf = ({ kind, size, wide, flush }: Look) =>
  [classes['button'], classes[kind], classes[size], wide && classes['wide'], flush && classes['flush']]
    .filter(Boolean)
    .join(' ')

/** A button with words. */
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
  const className = lookOf({ kind, size, wide, flush })
  const words = <span className={classes['words']}>{children}</span>
  const picture = icon && <Icon name={icon} size={size === 's' ? 16 : 20} />
  if (root) {
    const content = (
      <>
        {picture}
        {words}
      </>
    )
    return root({ className, children: content })
  }
  return (
    <Pressable {...rest} className={className}>
      {rest.busy ? <span className={classes['busy']} aria-hidden="true" /> : picture}
      {words}
    </Pressable>
  )
}

interface PressableProps
  extends Pick<ButtonProps, 'busy' | 'refusedBecause'>, Omit<ComponentProps<'button'>, 'disabled' | 'style'> {}

/** Takes no press while it is busy or refused, but keeps its place in the tab order. */
function Pressable({ busy = false, refusedBecause, type = 'button', onClick, children, ...rest }: PressableProps) {
  const reasonId = useId()
  const refused = refusedBecause !== undefined
  const still = busy || refused
  return (
    <Tip label={refusedBecause ?? ''} disabled={!refused}>
      <UnstyledButton
        {...rest}
        type={still ? 'button' : type}
        aria-disabled={still || undefined}
        aria-busy={busy || undefined}
        {...(refused ? { 'aria-describedby': reasonId } : {})}
        onClick={still ? undefined : onClick}
      >
        {children}
        {refused && (
          <VisuallyHidden id={reasonId} aria-hidden="true">
            {refusedBecause}
          </VisuallyHidden>
        )}
      </UnstyledButton>
    </Tip>
  )
}
