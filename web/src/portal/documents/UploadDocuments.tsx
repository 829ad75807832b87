import type { UserDocument } from '@portico/contract/documents/documents.ts'
import { overwriteDocument, uploadDocument } from '@portico/contract/documents/documents.ts'
import { documentPageTexts } from '@portico/contract/documents/document-page-texts.ts'
import { documentTexts } from '@portico/contract/documents/document-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { upload } from '../../api/files.ts'
import { formatMessage, texts, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { messageOfName } from '../../patterns/name-problems.ts'
import { runAction } from '../../patterns/run-action.ts'
import { type PendingUpload, UploadFlow } from '../../patterns/UploadFlow.tsx'
import type { UploadTarget } from '../../patterns/use-uploads.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { formatBytes } from '../../ui/format.ts'
import { refresh } from './document-queries.ts'

const ownLibrary = (freeBytes: number): UploadTarget<UserDocument> => ({
  check: ({ name, size }) =>
    messageOfName(name) ?? (size > freeBytes ? texts(documentTexts).document_exceeds_space : null),
  send: async (file, progress) => {
    const reply = await upload(uploadDocument, { file, ...progress })
    return reply.code === '200' ? null : { existing: reply.data, message: texts(documentPageTexts).upload_exists }
  },
})

interface UploadDocumentsProps {
  pending: PendingUpload
  freeBytes: number
  onClose: () => void
}

/** Uploads files to the user's own library. */
export function UploadDocuments({ pending, freeBytes, onClose }: UploadDocumentsProps) {
  const t = useTexts(documentPageTexts)
  return (
    <UploadFlow
      title={t.upload_title}
      help={formatMessage(t.upload_help, { free: formatBytes(Math.max(0, freeBytes)) })}
      target={ownLibrary(freeBytes)}
      pending={pending}
      onStored={() => void refresh()}
      askToReplace={(file, document, next) => (
        <OverwriteModal key={document.documentId} file={file} document={document} onClose={next} />
      )}
      onClose={onClose}
    />
  )
}

function OverwriteModal({ file, document, onClose }: { file: File; document: UserDocument; onClose: () => void }) {
  const t = useTexts(documentPageTexts)
  const general = useTexts(generalTexts)
  const { documentId, documentNm: name } = document
  const overwrite = () =>
    runAction(async () => {
      await upload(overwriteDocument, { file, fields: { documentId: String(documentId) } })
      await refresh()
      return t.overwrite_done
    })
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={t.overwrite_title}
      confirmLabel={formatMessage(t.overwrite_confirm, { name })}
      cancelLabel={general.cancel}
      closeAfterMs={CLOSE_AFTER_MS.file}
      onConfirm={overwrite}
    >
      <p>{formatMessage(t.overwrite_body, { name })}</p>
    </ConfirmModal>
  )
}
