import { downloadFile } from '@portico/contract/files.ts'
import { download } from '../api/files.ts'
import { toast } from '../ui/toast.ts'
import { runAction } from './run-action.ts'

/** Downloads a published file, and shows an error if that fails. */
export async function savePublishedFile(fileNm: string): Promise<void> {
  const { ok, message } = await runAction(async () => {
    await download(downloadFile, { params: { fileNm }, name: fileNm })
    return ''
  })
  if (!ok) toast.error(message)
}
