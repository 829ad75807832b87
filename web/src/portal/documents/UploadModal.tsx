import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { documentExtensions } from '@portico/contract/document-rules.ts'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { formatBytes } from '../../ui/format.ts'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { UploadRow } from './UploadRow.tsx'
import classes from './UploadModal.module.css'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { isUnderWay, type UploadItem, useUploads } from './use-uploads.ts'

const ACCEPTED = documentExtensions.map((extension) => `.${extension}`).join(',')

interface UploadModalProps {
  /** Files that were dropped or pasted before the dialog opened. */
  first: readonly File[]
  freeBytes: number
  onSettled: (items: readonly UploadItem[]) => void
  onClose: (items: readonly UploadItem[]) => void
}

/** Files are chosen, dropped or pasted here, and upload at once (DOCS-013). */
export function UploadModal({ first, freeBytes, onSettled, onClose }: UploadModalProps) {
  const t = useTexts(documentPageTexts)
  const { items, add, cancel, cancelAll } = useUploads(freeBytes, onSettled)
  useFileDrop(add, true)
  const addRef = useRef(add)
  useEffect(() => {
    if (first.length > 0) addRef.current(first)
  }, [first])
  const isAllDone = items.length > 0 && items.every(({ state }) => state.at === 'done')
  useEffect(() => {
    if (!isAllDone) return undefined
    const timer = setTimeout(() => onClose([]), CLOSE_AFTER_MS.file)
    return () => clearTimeout(timer)
  }, [isAllDone, onClose])
  const isOver = items.length > 0 && !items.some(isUnderWay)
  const done = items.filter(({ state }) => state.at === 'done').length
  const close = () => {
    cancelAll()
    onClose(items)
  }
  return (
    <Modal opened onClose={close} title={t.upload_title} mayClose={!items.some(isUnderWay)}>
      <div className={classes['uploads']}>
        <DropZone freeBytes={freeBytes} onFiles={add} />
        {items.length > 0 && (
          <ul className={classes['list']}>
            {items.map((item) => (
              <UploadRow key={item.id} item={item} onCancel={() => cancel(item.id)} />
            ))}
          </ul>
        )}
        {/* Each row shows its result, and one sentence announces all of them; failures are announced at once. */}
        <VisuallyHidden role="status">
          {isOver && !isAllDone && formatMessage(t.upload_some_done, { done, count: items.length })}
        </VisuallyHidden>
        {isAllDone && <Alert tone="success">{t.upload_all_done}</Alert>}
      </div>
    </Modal>
  )
}

function DropZone({ freeBytes, onFiles }: { freeBytes: number; onFiles: (files: readonly File[]) => void }) {
  const t = useTexts(documentPageTexts)
  const input = useRef<HTMLInputElement>(null)
  const helpId = useId()
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length > 0) onFiles(files)
  }
  return (
    <div className={classes['zone']}>
      <p>{t.upload_drop}</p>
      <Button icon="upload" aria-describedby={helpId} data-autofocus onClick={() => input.current?.click()}>
        {t.upload_choose}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label={t.upload_choose}
        onChange={(event) => {
          take(event.currentTarget.files)
          // Allows the same file to be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <p id={helpId} className={classes['quiet']}>
        {formatMessage(t.upload_help, { free: formatBytes(Math.max(0, freeBytes)) })}
      </p>
    </div>
  )
}
