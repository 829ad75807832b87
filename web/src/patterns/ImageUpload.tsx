import { useId, useRef, useState } from 'react'
import { IMAGE_MAX_BYTES } from '@portico/contract/branding/brand-rules.ts'
import { brandingTexts } from '@portico/contract/branding/branding-texts.ts'
import { imageUploadTexts } from '@portico/contract/texts/image-upload-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import classes from './ImageUpload.module.css'
import { messageOfFailure } from './run-action.ts'

interface ImageUploadProps {
  label: string
  help?: string
  /** Address or data URL of the image; null: there is none. */
  image: string | null
  /** Where the image comes from, such as "Default image". */
  source: string
  /** Sends the file; rejects with an error whose message is shown here. Of several files the latest one counts. */
  onUpload: (file: File) => Promise<void>
  /** Absent: there is nothing to remove. */
  onRemove?: (() => void) | undefined
  /** Of the button that removes it; "Use default" unless given. */
  removeLabel?: string
  /** The image is drawn for a dark page. */
  isForDark?: boolean
}

const ACCEPTED = ['image/jpeg', 'image/png']

/** Chooses an image and shows it (UIGN-003): JPEG or PNG of at most 1,000,000 bytes. */
export function ImageUpload({ label, help, image, source, onUpload, onRemove, isForDark, ...rest }: ImageUploadProps) {
  const t = useTexts(imageUploadTexts)
  const removeLabel = rest.removeLabel ?? t.image_remove
  const refusals = useTexts(brandingTexts)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef<File | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  /** The buttons of several images differ by their name. */
  const nameOf = (action: string) => formatMessage(t.image_action_for, { action, name: label })
  const upload = async (file: File) => {
    latest.current = file
    setProblem('')
    if (!ACCEPTED.includes(file.type)) return setProblem(refusals.image_type_refused)
    if (file.size > IMAGE_MAX_BYTES) return setProblem(refusals.image_size_refused)
    setBusy(true)
    try {
      await onUpload(file)
    } catch (error) {
      if (latest.current === file) setProblem(messageOfFailure(error))
    } finally {
      if (latest.current === file) setBusy(false)
    }
  }
  return (
    <div role="group" aria-labelledby={`${id}-label`} className={classes['field']}>
      <span id={`${id}-label`} className={classes['label']}>
        {label}
      </span>
      <div className={classes['row']}>
        <div className={classes['picture']} data-dark={isForDark || undefined}>
          {image === null ? <span>{t.image_none}</span> : <img src={image} alt={`${label}: ${source}`} />}
        </div>
        <div className={classes['actions']}>
          <span className={classes['source']}>{isBusy ? t.image_uploading : source}</span>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={label}
            accept={ACCEPTED.join(',')}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              if (file) void upload(file)
              // The same file can be chosen again.
              currentTarget.value = ''
            }}
          />
          <Button
            size="s"
            icon="upload"
            busy={isBusy}
            aria-label={nameOf(image === null ? t.image_choose : t.image_replace)}
            onClick={() => input.current?.click()}
          >
            {image === null ? t.image_choose : t.image_replace}
          </Button>
          {onRemove && (
            <Button
              size="s"
              kind="quiet"
              aria-label={nameOf(removeLabel)}
              onClick={({ currentTarget }) => {
                setProblem('')
                // This button goes away with the image; the one that chooses another stays.
                currentTarget.parentElement?.querySelector('button')?.focus()
                onRemove()
              }}
            >
              {removeLabel}
            </Button>
          )}
        </div>
      </div>
      <p className={classes['help']}>{[help, t.image_help].filter(Boolean).join(' ')}</p>
      <p role="alert" className={classes['problem']}>
        {problem}
      </p>
    </div>
  )
}
