import { useRef } from 'react'
import { Button } from './Button.tsx'

interface FileButtonProps {
  label: string
  /** Types and endings, as of an input element. */
  accept: string
  onFile: (file: File) => void
}

/** A button that lets the user choose one file. */
export function FileButton({ label, accept, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) onFile(file)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button size="s" icon="upload" onClick={() => input.current?.click()}>
        {label}
      </Button>
    </div>
  )
}
