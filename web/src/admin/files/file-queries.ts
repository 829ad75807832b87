import { fileList, FILE_MAX_BYTES, listFiles, type MaintainedFile, uploadFile } from '@portico/contract/files.ts'
import { filePageTexts } from '@portico/contract/texts/file-page-texts.ts'
import { fileTexts } from '@portico/contract/texts/file-texts.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { upload } from '../../api/files.ts'
import { pageQuery, queryClient } from '../../api/query.ts'
import { formatMessage, texts } from '../../api/texts.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { listSearch, type ListValues, textFilter, orderAndPageOf } from '../../patterns/list-search.ts'
import { messageOfName } from '../../patterns/name-problems.ts'
import type { UploadTarget } from '../../patterns/use-uploads.ts'
import { formatBytes } from '../../ui/format.ts'

export const fileSearch = listSearch({
  filters: { name: textFilter() },
  columns: fileList.columns,
  defaultSort: { key: fileList.defaultSort.column, direction: fileList.defaultSort.direction },
})

type FileValues = ListValues<ReturnType<typeof fileSearch.read>['filters'], (typeof fileList.columns)[number]>

export const filesQuery = (uid: number, { filters, ...list }: FileValues) =>
  pageQuery(listFiles, {
    params: { uid },
    query: {
      nm: filters.name,
      ...orderAndPageOf(list),
    },
  })

export const loadFiles = ({ uid, search, cause }: AdminEntry): Promise<void> =>
  awaitFirstEntry(cause, queryClient.ensureQueryData(filesQuery(uid, fileSearch.read(search))))

/** The error message of a file that is about to be uploaded, or null. */
export const messageOfFile = ({ name, size }: File): string | null =>
  messageOfName(name) ??
  (size > FILE_MAX_BYTES
    ? formatMessage(texts(fileTexts).file_too_large, { limit: formatBytes(FILE_MAX_BYTES) })
    : null)

export const publishedFiles = (uid: number): UploadTarget<MaintainedFile> => ({
  check: messageOfFile,
  send: async (file, progress) => {
    const reply = await upload(uploadFile, { file, params: { uid }, ...progress })
    return reply.code === '200' ? null : { existing: reply.data, message: texts(filePageTexts).files_exists }
  },
})
