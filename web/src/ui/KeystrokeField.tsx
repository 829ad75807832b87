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
  useLayoutEffect(() => {
    const before = document.activeElement
    field.current?.focus()
    // The dialog that follows also returns the focus to where it was before this one.
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
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
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    />
  )
}
