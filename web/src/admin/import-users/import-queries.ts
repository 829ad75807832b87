import { QueryObserver } from '@tanstack/react-query'
import type { ExportFormat } from '@portico/contract/kit/list.ts'
import {
  exportImportTemplate,
  exportUserImport,
  getUserImport,
  listUserImports,
  type ListedUserImport,
  type UserImport,
  uploadUserImport,
} from '@portico/contract/user-import/user-import.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import type { AdminEntry } from '../../shell/admin-entry.ts'
import { isCode } from '../../api/call.ts'
import { downloadAttachment, upload } from '../../api/files.ts'
import { invalidate, query, queryClient } from '../../api/query.ts'
import type { ImportProgress } from '../../patterns/ImportPanel.tsx'
import { showFailedDownload } from '../../patterns/download-file.ts'
import { idFilter, screenSearch } from '../../patterns/list-search.ts'

/** Interval at which a running import is read. */
const POLL_MS = 1_000

/** Search params of the screen: the import that is shown. */
export const importSearch = screenSearch({ import: idFilter() })

const isRunning = (found: Pick<UserImport, 'stateCd'> | undefined) =>
  found?.stateCd === 'checking' || found?.stateCd === 'creating'

export const importListQuery = (uid: number) => ({
  ...query(listUserImports, { params: { uid } }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }: { state: { data: readonly ListedUserImport[] | undefined } }) =>
    data?.some(isRunning) ? POLL_MS : (false as const),
})

export const importQuery = (uid: number, importId: number) => ({
  ...query(getUserImport, { params: { uid, importId } }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }: { state: { data: UserImport | undefined } }) =>
    isRunning(data) ? POLL_MS : false,
})

const followed = new Set<number>()

/** Loads the list of users again once an import has created them, also where the page has been left meanwhile. */
export function followCreation(uid: number, importId: number): void {
  if (followed.has(importId)) return
  followed.add(importId)
  const stop = new QueryObserver(queryClient, importQuery(uid, importId)).subscribe(({ data, error }) => {
    if (error === null && isRunning(data)) return
    stop()
    followed.delete(importId)
    void invalidate(listUsers)
  })
}

/** For the loader of the screen; an import that no longer exists is left out. */
export async function loadImport({ uid, search }: AdminEntry): Promise<void> {
  const { import: importId } = importSearch(search)
  if (importId === undefined) {
    await queryClient.ensureQueryData(query(listUserImports, { params: { uid } }))
    return
  }
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
  before: found.createdBeforeCount,
  waiting: found.waitingCount,
  isRefused: found.refusedFlg,
  problems: found.issues.map(({ rowNbr, columnNm, fieldCd, valueTxt, suggestionTxt, message, warningFlg }) => ({
    row: rowNbr,
    column: columnNm,
    field: fieldCd,
    value: valueTxt,
    suggestion: suggestionTxt,
    message,
    isWarning: warningFlg,
  })),
})
