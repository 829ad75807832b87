import { useState } from 'react'
import type { UserDocument } from '@portico/contract/documents.ts'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { refresh } from './document-queries.ts'
import { UploadModal } from './UploadModal.tsx'
import { overwrite, type UploadItem } from './use-uploads.ts'

/** What opened the dialog: its button, or files that were dropped or pasted. */
export interface Arrived {
  files: readonly File[]
}

interface UploadFlowProps {
  arrived: Arrived
  freeBytes: number
  onClose: () => void
}

interface Taken {
  file: File
  document: UserDocument
}

const takenOf = (items: readonly UploadItem[]): Taken[] =>
  items.flatMap(({ file, state }) => (state.at === 'exists' ? [{ file, document: state.document }] : []))

/** First the uploads; then, for each name that already exists, whether to overwrite it (DOCS-038). */
export function UploadFlow({ arrived, freeBytes, onClose }: UploadFlowProps) {
  const [taken, setTaken] = useState<readonly Taken[] | null>(null)
  const [first, ...rest] = taken ?? []
  const settle = (items: readonly UploadItem[]) => {
    const found = takenOf(items)
    const isTold = items.some(({ state }) => state.at === 'failed')
    if (found.length > 0 && !isTold) setTaken(found)
    void refresh()
  }
  if (taken === null)
    return (
      <UploadModal
        first={arrived.files}
        freeBytes={freeBytes}
        onSettled={settle}
        onClose={(items) => {
          const found = takenOf(items)
          if (found.length > 0) setTaken(found)
          else onClose()
        }}
      />
    )
  if (!first) return null
  const next = () => (rest.length > 0 ? setTaken(rest) : onClose())
  return <OverwriteModal key={first.document.documentId} {...first} onClose={next} />
}

function OverwriteModal({ file, document, onClose }: Taken & { onClose: () => void }) {
  const t = useTexts(documentPageTexts)
  const general = useTexts(generalTexts)
  const name = document.documentNm
  const confirm = async () => {
    const problem = await overwrite(document.documentId, file)
    if (problem !== null) return { ok: false as const, message: problem }
    await refresh()
    return { ok: true as const, message: t.overwrite_done }
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={t.overwrite_title}
      confirmLabel={formatMessage(t.overwrite_confirm, { name })}
      cancelLabel={general.cancel}
      closeAfterMs={CLOSE_AFTER_MS.file}
      onConfirm={confirm}
    >
      <p>{formatMessage(t.overwrite_body, { name })}</p>
    </ConfirmModal>
  )
}
