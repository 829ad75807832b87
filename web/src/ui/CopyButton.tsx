import { VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Button, type ButtonKind } from './Button.tsx'

interface CopyButtonProps {
  /** What is copied. */
  text: string
  label: string
  /** Said for a moment when it is done. */
  doneLabel: string
  /** Said where the browser does not let it: what to do instead. */
  refusedLabel: string
  kind?: ButtonKind
  size?: 's' | 'm'
}

/** Copies a text, and says what came of it. */
export function CopyButton({ text, label, doneLabel, refusedLabel, ...look }: CopyButtonProps) {
  const { copy, copied, error } = useClipboard()
  const outcome = error ? refusedLabel : copied ? doneLabel : ''
  return (
    <>
      <Button {...look} icon={copied ? 'check' : 'copy'} onClick={() => copy(text)}>
        {outcome || label}
      </Button>
      <VisuallyHidden role="status">{outcome}</VisuallyHidden>
    </>
  )
}
