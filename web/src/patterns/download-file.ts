import { downloadFile } from '@portico/contract/files/files.ts'
import { download } from '../api/files.ts'
import { toast } from '../ui/toast.ts'
import { runAction } from './run-action.ts'

/** Waits for a download; a failure is shown as a toast. */
export async function showFailedDownload(started: Promise<void>): Promise<void> {
  const { ok, message } = await runAction(() => started.then(() => ''))
  if (!ok) toast.error(message)
}

/** Downloads a published file; a failure is shown as a toast. */
export const savePublishedFile = (fileNm: string): Promise<void> =>
  showFailedDownload(download(downloadFile, { params: { fileNm }, name: fileNm }))
