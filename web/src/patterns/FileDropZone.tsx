import { useId, useRef } from 'react'
import { documentExtensions } from '@portico/contract/documents/document-rules.ts'
import { uploadTexts } from '@portico/contract/texts/upload-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { useFileDrop } from '../ui/use-file-drop.ts'
import classes from './UploadModal.module.css'

interface FileDropZoneProps {
  help: string
  onFiles: (files: readonly File[]) => void
  /** One file instead of several; of several that are dropped the first one counts. */
  isSingle?: boolean
  /** The accepted extensions; all by default. */
  extensions?: readonly string[]
}

/** Files are chosen here, or dropped or pasted anywhere on the page. */
export function FileDropZone({ help, onFiles, isSingle = false, extensions = documentExtensions }: FileDropZoneProps) {
  const t = useTexts(uploadTexts)
  const input = useRef<HTMLInputElement>(null)
  const helpId = useId()
  const label = isSingle ? t.upload_choose_one : t.upload_choose
  useFileDrop(onFiles, true)
  return (
    <div className={classes['zone']}>
      <p>{isSingle ? t.upload_drop_one : t.upload_drop}</p>
      <Button icon="upload" aria-describedby={helpId} data-autofocus onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={!isSingle}
        hidden
        accept={extensions.map((extension) => `.${extension}`).join(',')}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          if (files.length > 0) onFiles(files)
          // Allows the same file to be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <p id={helpId} className={classes['quiet']}>
        {help}
      </p>
    </div>
  )
}
