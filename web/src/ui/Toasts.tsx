import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { uiLabels } from './labels.ts'
import { Button } from './Button.tsx'
import { useToastPlacement } from './toast-placement.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { focusHeading, hasNoFocus } from './list-position.ts'
import { toneIcons } from './Alert.tsx'
import { currentToasts, subscribeToToasts, toast, type Toast } from './toast.ts'
import classes from './Toasts.module.css'

/** The toasts on screen and recent ones, for a list of recent messages. */
export const useToasts = () => useSyncExternalStore(subscribeToToasts, currentToasts)

interface ToastsProps {
  /** Accessible name of the region where messages appear. */
  label?: string
  closeLabel?: string
  /** Errors stay twice as long. */
  durationMs?: number
}

/**
 * The region where toasts appear, once per page. They stay while the pointer or the focus is on them, and never cover
 * the focused element.
 */
export function Toasts({ label = uiLabels().messages, closeLabel = uiLabels().close, durationMs = 5000 }: ToastsProps) {
  const { shown } = useToasts()
  const container = useRef<HTMLElement>(null)
  const placement = useToastPlacement(container, shown)
  const [paused, setPaused] = useState(false)
  const focusedBefore = useRef<EventTarget | null>(null)
  const close = (id: number) => {
    // A removed toast sends no leave event, so release it here.
    setPaused(false)
    const hadFocus = container.current?.contains(document.activeElement) ?? false
    toast.dismiss(id)
    if (hadFocus) requestAnimationFrame(() => returnFocus(focusedBefore.current))
  }
  return (
    <section ref={container} className={classes['corner']} data-messages data-place={placement} aria-label={label}>
      <div
        onPointerEnter={() => setPaused(true)}
        onPointerLeave={() => setPaused(false)}
        onFocus={({ relatedTarget: from }) => {
          setPaused(true)
          if (from && !container.current?.contains(from as Node)) focusedBefore.current = from
        }}
        onBlur={() => setPaused(false)}
      >
        <output className={classes['list']} aria-live="polite" aria-relevant="additions" aria-atomic="false">
          {shown.map((one) => (
            <ToastItem
              key={one.id}
              toast={one}
              paused={paused}
              closeLabel={closeLabel}
              durationMs={one.tone === 'error' || one.action ? durationMs * 2 : durationMs}
              onClose={() => close(one.id)}
            />
          ))}
        </output>
      </div>
    </section>
  )
}

/** Focuses what had the focus before the toasts, or the heading of the page; else the keyboard starts at the top. */
function returnFocus(to: EventTarget | null): void {
  if (!hasNoFocus()) return
  if (to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true })
  else focusHeading(document.querySelector('main'))
}

interface ToastItemProps {
  toast: Toast
  paused: boolean
  closeLabel: string
  durationMs: number
  onClose: () => void
}

function ToastItem({
  toast: { id, tone, text, action, more },
  paused,
  closeLabel,
  durationMs,
  onClose,
}: ToastItemProps) {
  useEffect(() => {
    if (paused) return undefined
    const timer = setTimeout(() => toast.dismiss(id), durationMs)
    return () => clearTimeout(timer)
  }, [paused, id, durationMs])
  return (
    <div className={classes['toast']} data-tone={tone}>
      <span className={classes['icon']}>
        <Icon name={toneIcons[tone]} />
      </span>
      <span className={classes['content']}>
        <span className={classes['words']}>{text}</span>
        {(action ?? more) && (
          <span className={classes['actions']}>
            {[action, more].map(
              (offer) =>
                offer && (
                  <Button
                    key={offer.label}
                    size="s"
                    onClick={() => {
                      onClose()
                      offer.run()
                    }}
                  >
                    {offer.label}
                  </Button>
                ),
            )}
          </span>
        )}
      </span>
      <IconButton label={closeLabel} icon="close" size="s" tooltip={false} onClick={onClose} />
    </div>
  )
}
