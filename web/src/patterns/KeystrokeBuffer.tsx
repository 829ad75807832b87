import { useState, type ReactNode } from 'react'
import { KeystrokeField } from '../ui/KeystrokeField.tsx'
import { useLoaded } from './use-loaded.ts'

interface KeystrokeBufferProps<T> {
  /** Label of the dialog's first field. */
  label: string
  isSecret?: boolean
  /** Loads the dialog and what it shows; a failure closes it with a toast. */
  load: () => Promise<T>
  onClose: () => void
  /** The dialog, with what was loaded and the text typed before it appeared. */
  children: (loaded: T, typed: string) => ReactNode
}

/** A dialog that loads when it opens: keys typed meanwhile reach its first field. */
export function KeystrokeBuffer<T>({ load, children, ...field }: KeystrokeBufferProps<T>) {
  const [text, setText] = useState('')
  const loaded = useLoaded(load, true, field.onClose)
  return loaded === null ? <KeystrokeField {...field} text={text} onText={setText} /> : children(loaded, text)
}
