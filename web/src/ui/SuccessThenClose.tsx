import { useEffect, useEffectEvent, useState } from 'react'
import { Alert } from './Alert.tsx'
import { focusOnMount } from './focus-on-mount.ts'
import { toast } from './toast.ts'

interface SuccessThenCloseProps {
  message: string
  afterMs: number
  onClose: () => void
}

/** Shows a success for a time, longer while the pointer is on it, and then closes its dialog. */
export function SuccessThenClose({ message, afterMs, onClose }: SuccessThenCloseProps) {
  const [held, setHeld] = useState(false)
  // A new callback on every render must not restart the timer.
  const close = useEffectEvent(onClose)
  // The message disappears with the dialog.
  useEffect(() => toast.record('success', message), [message])
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => close(), afterMs)
    return () => clearTimeout(timer)
  }, [held, afterMs])
  return (
    // The button that had the focus is gone; the dialog keeps the focus.
    <div ref={focusOnMount} tabIndex={-1} onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <Alert tone="success">{message}</Alert>
    </div>
  )
}
