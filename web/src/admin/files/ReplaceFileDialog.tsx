import { useState } from 'react'
import { extensionOf } from '@portico/contract/documents/document-rules.ts'
import { listFiles, type MaintainedFile, undoFileChange, uploadFile } from '@portico/contract/files/files.ts'
import { filePageTexts } from '@portico/contract/files/file-page-texts.ts'
import { fileTexts } from '@portico/contract/files/file-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { uploadTexts } from '@portico/contract/texts/upload-texts.ts'
import { call } from '../../api/call.ts'
import { upload } from '../../api/files.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { FileDropZone } from '../../patterns/FileDropZone.tsx'
import { runAction } from '../../patterns/run-action.ts'
import { offerUndo } from '../../patterns/use-action.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Progress } from '../../ui/Progress.tsx'
import { messageOfFile } from './file-queries.ts'

interface ReplaceFileDialogProps {
  existing: MaintainedFile
  /** The new file where it is known already; null: it is chosen here. */
  chosen: File | null
  /** Most bytes of a file. */
  maxBytes: number
  onClose: () => void
}

/** Gives a file a new content, which is confirmed and can be taken back. */
export function ReplaceFileDialog({ existing, chosen, maxBytes, onClose }: ReplaceFileDialogProps) {
  const t = useTexts(filePageTexts)
  const { cancel } = useTexts(generalTexts)
  const replacement = useReplacement(existing, chosen, maxBytes)
  const { file, problem, share } = replacement
  const { fileNm: name, fileTypeTxt } = existing
  return (
    <ConfirmModal
      opened
      size="m"
      title={formatMessage(t.file_replace_title, { name })}
      confirmLabel={t.file_replace_confirm}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.file}
      onClose={onClose}
      onConfirm={replacement.save}
      {...(file ? {} : { disabledReason: t.file_replace_choose_first })}
    >
      <p>{t.file_replace_body}</p>
      {chosen === null && (
        <FileDropZone
          isSingle
          extensions={[fileTypeTxt]}
          help={formatMessage(t.file_replace_help, { type: fileTypeTxt.toUpperCase(), limit: formatBytes(maxBytes) })}
          onFiles={replacement.choose}
        />
      )}
      {problem !== '' && <Alert tone="error">{problem}</Alert>}
      {file && (
        <p role="status">{formatMessage(t.file_replace_with, { name: file.name, size: formatBytes(file.size) })}</p>
      )}
      {file && share !== null && <SendingShare name={file.name} share={share} />}
    </ConfirmModal>
  )
}

function useReplacement({ fileId, fileTypeTxt }: MaintainedFile, chosen: File | null, maxBytes: number) {
  const refusals = useTexts(fileTexts)
  const { uid } = useSignedIn()
  const [file, setFile] = useState(chosen)
  const [problem, setProblem] = useState('')
  const [share, setShare] = useState<number | null>(null)
  const choose = ([next]: readonly File[]) => {
    if (!next) return
    const isSameType = extensionOf(next.name) === fileTypeTxt
    const message = messageOfFile(next, maxBytes) ?? (isSameType ? '' : refusals.file_type_differs)
    setProblem(message)
    setFile(message === '' ? next : null)
  }
  const undo = async (undoId: number) => {
    await call(undoFileChange, { params: { uid }, body: { undoId } })
    return refusals.file_restored
  }
  const save = async () => {
    if (!file) return null
    const outcome = await runAction(async () => {
      const sent = { file, params: { uid }, fields: { fileId: String(fileId) }, onProgress: setShare }
      const { data } = await upload(uploadFile, sent)
      if ('undoId' in data) offerUndo(refusals.file_replaced, () => undo(data.undoId), [listFiles])
      return refusals.file_replaced
    }, [listFiles])
    setShare(null)
    return outcome
  }
  return { file, problem, share, choose, save }
}

function SendingShare({ name, share }: { name: string; share: number }) {
  const t = useTexts(uploadTexts)
  const percent = formatMessage(t.upload_sending, { percent: Math.floor(share * 100) })
  return (
    <Progress
      label={formatMessage(t.upload_progress_of, { name })}
      fraction={share}
      valueText={share < 1 ? percent : t.upload_checking}
    />
  )
}
