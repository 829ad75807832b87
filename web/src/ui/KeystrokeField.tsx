import { useLayoutEffect, useRef } from 'react'
import classes from './KeystrokeField.module.css'

interface KeystrokeFieldProps {
  label: string
  text: string
  onText: (text: string) => void
  onClose: () => void
  isSecret?: boolean
  maxLength?: number
}

/** Receives typed text while the dialog of its field is still loading. */
export function KeystrokeField({ label, text, onText, onClose, isSecret = false, maxLength }: KeystrokeFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    before.current = document.activeElement
    field.current?.focus()
    // The dialog that follows also returns the focus to where it was before this one.
    return () => {
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    }
  }, [])
  return (
    <input
      ref={field}
      className={classes['early']}
      type={isSecret ? 'password' : 'text'}
      aria-label={label}
      aria-busy="true"
      placeholder={label}
      maxLength={maxLength}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      // A menu that closes gives the focus back to its button, perhaps only now.
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) before.current = relatedTarget
        queueMicrotask(() => field.current?.focus())
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    />
  )
}
