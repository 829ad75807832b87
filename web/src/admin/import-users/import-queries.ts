import * as z from 'zod/mini'
import type { ExportFormat } from '@portico/contract/kit/list.ts'
import {
  exportImportTemplate,
  exportUserImport,
  getUserImport,
  type UserImport,
  uploadUserImport,
} from '@portico/contract/user-import.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { isCode } from '../../api/call.ts'
import { downloadAttachment, upload } from '../../api/files.ts'
import { query, queryClient } from '../../api/query.ts'
import type { ImportProgress } from '../../patterns/ImportPanel.tsx'
import { showFailedDownload } from '../../patterns/download-file.ts'

/** Interval at which a running import is read. */
const POLL_MS = 1_000

// oxlint-disable-next-line promise/valid-params -- this is zod's catch, not that of a promise
const Search = z.object({ import: z.catch(z.optional(z.int().check(z.positive())), undefined) })

/** The import that the address names. */
export const importIn = (search: object): number | null => z.parse(Search, search).import ?? null

const isRunning = (found: UserImport | undefined) => found?.stateCd === 'checking' || found?.stateCd === 'creating'

export const importQuery = (uid: number, importId: number) => ({
  ...query(getUserImport, { params: { uid, importId } }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }: { state: { data: UserImport | undefined } }) =>
    isRunning(data) ? POLL_MS : false,
})

/** For the loader of the screen; an import that no longer exists is left out. */
export async function loadImport({ uid, search }: AdminEntry): Promise<void> {
  const importId = importIn(search)
  if (importId === null) return
  await queryClient.fetchQuery(query(getUserImport, { params: { uid, importId } })).catch((error: unknown) => {
    if (!isCode(error, '404')) throw error
  })
}

/** Uploads a file of users; returns the id of its import. */
export async function uploadUsers(uid: number, file: File, onProgress: (share: number) => void): Promise<number> {
  const { signal } = new AbortController()
  const { data } = await upload(uploadUserImport, { params: { uid }, file, onProgress, signal })
  return data.importId
}

export const saveTemplate = (uid: number, format: ExportFormat): Promise<void> =>
  showFailedDownload(
    downloadAttachment(exportImportTemplate, { params: { uid }, body: { format } }, `users-template.${format}`),
  )

export const saveResult = (uid: number, importId: number, format: ExportFormat): Promise<void> =>
  showFailedDownload(
    downloadAttachment(exportUserImport, { params: { uid, importId }, body: { format } }, `import-result.${format}`),
  )

export const progressOf = (found: UserImport): ImportProgress => ({
  fileName: found.fileNm,
  at: found.stateCd,
  rows: found.rowCount,
  done: found.doneCount,
  errors: found.errorCount,
  warnings: found.warningCount,
  problems: found.issues.map(({ rowNbr, columnNm, message, warningFlg }) => ({
    row: rowNbr,
    column: columnNm,
    message,
    isWarning: warningFlg,
  })),
})
