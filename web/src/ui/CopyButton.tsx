import { VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Button, type ButtonKind } from './Button.tsx'

interface CopyButtonProps {
  /** The text to copy. */
  text: string
  label: string
  /** Shown for a moment after copying. */
  doneLabel: string
  /** Shown when the browser refuses: what to do instead. */
  failedLabel: string
  kind?: ButtonKind
  size?: 's' | 'm'
}

/** Copies a text and shows the result. */
export function CopyButton({ text, label, doneLabel, failedLabel, ...appearance }: CopyButtonProps) {
  const { copy, copied, error } = useClipboard()
  const outcome = error ? failedLabel : copied ? doneLabel : ''
  return (
    <>
      <Button {...appearance} icon={copied ? 'check' : 'copy'} onClick={() => copy(text)}>
        {outcome || label}
      </Button>
      <VisuallyHidden role="status">{outcome}</VisuallyHidden>
    </>
  )
}
