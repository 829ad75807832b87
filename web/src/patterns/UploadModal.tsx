import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { uploadTexts } from '@portico/contract/texts/upload-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Alert } from '../ui/Alert.tsx'
import { Modal } from '../ui/Modal.tsx'
import { CLOSE_AFTER_MS } from './close-delays.ts'
import { FileDropZone } from './FileDropZone.tsx'
import classes from './UploadModal.module.css'
import { UploadRow } from './UploadRow.tsx'
import { isUploadUnderWay, type UploadItem, type UploadTarget, useUploads } from './use-uploads.ts'

interface UploadModalProps<Existing> {
  title: string
  help: string
  target: UploadTarget<Existing>
  /** Files that were dropped or pasted before the dialog opened. */
  first: readonly File[]
  onSettled: (items: readonly UploadItem<Existing>[]) => void
  onClose: (items: readonly UploadItem<Existing>[]) => void
}

/** Files are chosen, dropped or pasted here, and upload at once (DOCS-013, DBMT-033). */
export function UploadModal<Existing>({ title, help, target, first, onSettled, onClose }: UploadModalProps<Existing>) {
  const t = useTexts(uploadTexts)
  const { items, add, cancel, cancelAll } = useUploads(target, onSettled)
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
  const isOver = items.length > 0 && !items.some(isUploadUnderWay)
  const done = items.filter(({ state }) => state.at === 'done').length
  const close = () => {
    cancelAll()
    onClose(items)
  }
  return (
    <Modal opened onClose={close} title={title} mayClose={!items.some(isUploadUnderWay)}>
      <div className={classes['uploads']}>
        <FileDropZone help={help} onFiles={add} />
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
