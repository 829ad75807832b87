import { Suspense, useState, type ReactNode } from 'react'
import { EarlyField } from './EarlyField.tsx'

interface TypeAheadProps {
  /** Label of the dialog's first field. */
  label: string
  isSecret?: boolean
  onClose: () => void
  /** The lazily loaded dialog, with the text typed before it appeared. */
  children: (typed: string) => ReactNode
}

/** A dialog that loads when it opens: keys typed meanwhile reach its first field. */
export function TypeAhead({ children, ...field }: TypeAheadProps) {
  const [text, setText] = useState('')
  return <Suspense fallback={<EarlyField {...field} text={text} onText={setText} />}>{children(text)}</Suspense>
}
