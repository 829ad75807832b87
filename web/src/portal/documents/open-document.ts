import { downloadDocument } from '@portico/contract/documents/documents.ts'
import { download } from '../../api/files.ts'
import { showFailedDownload } from '../../patterns/download-file.ts'

/** Downloads a document, or an earlier version of it; a failure is shown as a toast. */
export function openDocument(
  { documentId, documentNm: name }: { documentId: number; documentNm: string },
  version?: number,
): Promise<void> {
  const fields = version === undefined ? {} : { versionNbr: String(version) }
  return showFailedDownload(download(downloadDocument, { params: { documentId }, fields, name }))
}
