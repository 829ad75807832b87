import { cloneElement, lazy, Suspense, useEffect, useState, type DOMAttributes, type ReactElement } from 'react'

/** Finding room for a few words weighs more than all of sign-in: it is loaded when the first are wanted. */
const TipBubble = lazy(() =>
  import('./TipBubble.tsx').then(
    (module) => ({ default: module.TipBubble }),
    // The control has its name without it; without a network nothing more is lost than these words.
    () => ({ default: () => <></> }),
  ),
)

interface TipProps {
  label: string
  disabled?: boolean
  /** One element that passes its handlers on. */
  children: ReactElement<DOMAttributes<HTMLElement>>
}

const OPEN_DELAY_MS = 350

/** Words beside a control while the pointer or the focus is on it; never the only place of an information. */
export function Tip({ label, disabled = false, children }: TipProps) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (!wanted) return undefined
    const timer = setTimeout(() => setOpened(true), OPEN_DELAY_MS)
    return () => clearTimeout(timer)
  }, [wanted])

  const open = (element: HTMLElement) => {
    setTarget(element)
    setWanted(true)
  }
  const close = () => {
    setWanted(false)
    setOpened(false)
  }
  const own = children.props
  const listening: DOMAttributes<HTMLElement> = {
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event)
      if (event.pointerType !== 'touch') open(event.currentTarget)
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event)
      close()
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event)
      close()
    },
    onFocus: (event) => {
      own.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) open(event.currentTarget)
    },
    onBlur: (event) => {
      own.onBlur?.(event)
      close()
    },
    onKeyDown: (event) => {
      own.onKeyDown?.(event)
      if (event.key === 'Escape') close()
    },
  }
  return (
    <>
      {/* In the same place either way, so that the control keeps the focus when its tip comes or goes. */}
      {disabled ? children : cloneElement(children, listening)}
      {target && !disabled && (
        <Suspense>
          <TipBubble label={label} target={target} opened={opened} />
        </Suspense>
      )}
    </>
  )
}
