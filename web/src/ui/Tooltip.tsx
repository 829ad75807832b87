import { cloneElement, useEffect, useState, type ComponentProps, type DOMAttributes, type ReactElement } from 'react'
import type { TooltipBubble } from './TooltipBubble.tsx'

/** The positioning library is larger than the sign-in page, so it is loaded when the first tooltip opens. */
const load = () => import('./TooltipBubble.tsx')

interface TooltipProps {
  label: string
  disabled?: boolean
  /** One element that passes on event handlers. */
  children: ReactElement<DOMAttributes<HTMLElement>>
}

const OPEN_DELAY_MS = 350

/** Text beside a control on hover or focus; never the only source of information. */
export function Tooltip({ label, disabled = false, children }: TooltipProps) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isActive, setIsActive] = useState(false)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (!isActive) return undefined
    const timer = setTimeout(() => setOpened(true), OPEN_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isActive])

  const open = (element: HTMLElement) => {
    setTarget(element)
    setIsActive(true)
  }
  const close = () => {
    setIsActive(false)
    setOpened(false)
  }
  const childProps = children.props
  const handlers: DOMAttributes<HTMLElement> = {
    onPointerEnter: (event) => {
      childProps.onPointerEnter?.(event)
      if (event.pointerType !== 'touch') open(event.currentTarget)
    },
    onPointerLeave: (event) => {
      childProps.onPointerLeave?.(event)
      close()
    },
    onPointerDown: (event) => {
      childProps.onPointerDown?.(event)
      close()
    },
    onFocus: (event) => {
      childProps.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) open(event.currentTarget)
    },
    onBlur: (event) => {
      childProps.onBlur?.(event)
      close()
    },
    onKeyDown: (event) => {
      childProps.onKeyDown?.(event)
      if (event.key === 'Escape') close()
    },
  }
  return (
    <>
      {/* At the same position in the tree either way, so that the control keeps the focus when its tooltip mounts or unmounts. */}
      {disabled ? children : cloneElement(children, handlers)}
      {target && !disabled && <LoadedBubble label={label} target={target} opened={opened} />}
    </>
  )
}

/** Where it does not load only the hint is missing: the control has its accessible name. The next opening tries again. */
function LoadedBubble(props: ComponentProps<typeof TooltipBubble>) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  const isMissing = loaded === null
  const { opened } = props
  useEffect(() => {
    if (!isMissing) return undefined
    const controller = new AbortController()
    load().then(
      (module) => controller.signal.aborted || setLoaded(module),
      () => undefined,
    )
    return () => controller.abort()
  }, [isMissing, opened])
  return loaded && <loaded.TooltipBubble {...props} />
}
