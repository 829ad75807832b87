import { fileList, getFileLimit, listFiles, type MaintainedFile, uploadFile } from '@portico/contract/files/files.ts'
import { filePageTexts } from '@portico/contract/files/file-page-texts.ts'
import { fileTexts } from '@portico/contract/files/file-texts.ts'
import { upload } from '../../api/files.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { formatMessage, texts } from '../../api/texts.ts'
import { listSearch } from '../../patterns/list-search.ts'
import { messageOfName } from '../../patterns/name-problems.ts'
import { screenList } from '../../patterns/screen-list.ts'
import type { UploadTarget } from '../../patterns/use-uploads.ts'
import { formatBytes } from '../../ui/format.ts'

/** Most bytes of one file, by the settings of the server. */
export const fileLimitQuery = (uid: number) => ({
  ...query(getFileLimit, { params: { uid } }),
  select: ({ maxByteCnt }: { maxByteCnt: number }) => maxByteCnt,
})

const search = listSearch(fileList, { name: 'nm' })

export const filePages = screenList({
  search,
  page: (uid, values) => pageQuery(listFiles, { params: { uid }, query: search.query(values) }),
  beside: (uid) => [queryClient.ensureQueryData(query(getFileLimit, { params: { uid } }))],
})

/** The error message of a file that is about to be uploaded, or null. */
export const messageOfFile = ({ name, size }: File, maxBytes: number): string | null =>
  messageOfName(name) ??
  (size > maxBytes ? formatMessage(texts(fileTexts).file_too_large, { limit: formatBytes(maxBytes) }) : null)

export const publishedFiles = (uid: number, maxBytes: number): UploadTarget<MaintainedFile> => ({
  check: (file) => messageOfFile(file, maxBytes),
  send: async (file, progress) => {
    const reply = await upload(uploadFile, { file, params: { uid }, ...progress })
    return reply.code === '200' ? null : { existing: reply.data, message: texts(filePageTexts).files_exists }
  },
})
