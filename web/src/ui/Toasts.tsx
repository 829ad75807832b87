import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useClearPlace } from './clear-place.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { toneIcons } from './Message.tsx'
import { currentToasts, onToasts, toast, type Toast } from './toast.ts'
import classes from './Toasts.module.css'

/** The toasts on screen and the last ones that were; for a list of recent messages. */
export const useToasts = () => useSyncExternalStore(onToasts, currentToasts)

interface ToastsProps {
  /** Name of the corner where messages appear. */
  label?: string
  closeLabel?: string
  /** Errors stay twice as long. */
  forMs?: number
}

/** The corner where toasts appear: once per page. They wait while the pointer or the focus is on them, and cover nothing that has the focus. */
export function Toasts({ label = 'Messages', closeLabel = 'Close', forMs = 5000 }: ToastsProps) {
  const { shown } = useToasts()
  const corner = useRef<HTMLElement>(null)
  const place = useClearPlace(corner, shown)
  const [held, setHeld] = useState(false)
  const close = (id: number) => {
    // What held the toast goes with it and tells no more of leaving.
    setHeld(false)
    toast.dismiss(id)
  }
  return (
    <section ref={corner} className={classes['corner']} data-place={place} aria-label={label}>
      <div
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <output className={classes['list']} aria-live="polite" aria-relevant="additions" aria-atomic="false">
          {shown.map((one) => (
            <PassingToast
              key={one.id}
              toast={one}
              held={held}
              closeLabel={closeLabel}
              forMs={one.tone === 'error' ? forMs * 2 : forMs}
              onClose={() => close(one.id)}
            />
          ))}
        </output>
      </div>
    </section>
  )
}

interface PassingToastProps {
  toast: Toast
  held: boolean
  closeLabel: string
  forMs: number
  onClose: () => void
}

function PassingToast({ toast: { id, tone, text }, held, closeLabel, forMs, onClose }: PassingToastProps) {
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => toast.dismiss(id), forMs)
    return () => clearTimeout(timer)
  }, [held, id, forMs])
  return (
    <div className={classes['toast']} data-tone={tone}>
      <span className={classes['icon']}>
        <Icon name={toneIcons[tone]} />
      </span>
      <span className={classes['words']}>{text}</span>
      <IconButton label={closeLabel} icon="close" size="s" tip={false} onClick={onClose} />
    </div>
  )
}
