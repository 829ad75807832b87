import * as contract from '@portico/contract/files/files.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { everything } from '../../db/scope.ts'
import { type FileAnswer, paged, type Refusal, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { mediaTypeOf, openStored } from '../documents/public.ts'
import { fileRows, findPublishedFile } from './file-list.ts'
import { deleteFile, type PublishDeps, publishFile, replaceFile, undoFileChange } from './publish-file.ts'

const notFound = () => refuse('404', sentences.not_found)

/** Files that administrators publish for every signed-in user (decision I5). */
export function fileHandlers(deps: PublishDeps & { db: Db }): Handlers<typeof contract> {
  const { db } = deps
  return {
    listFiles: ({ caller, query }) =>
      db.read(adminScope(caller), async (tx) => paged(await listPage(tx, contract.fileList, fileRows, query))),
    getFileLimit: () => ({ maxByteCnt: deps.maxFileBytes }),
    uploadFile: ({ body: { fileId }, file, ...call }) =>
      fileId === undefined ? publishFile(deps, call, file) : replaceFile(deps, call, { fileId, file }),
    deleteFile: ({ params, ...call }) => deleteFile(deps, call, params.fileId),
    undoFileChange: ({ body, ...call }) => undoFileChange(deps, call, body.undoId),
    getFile: async ({ params }) =>
      (await db.read(everything, (tx) => findPublishedFile(tx, params.fileNm))) ?? notFound(),
    downloadFile: ({ params, ...call }) => downloadFile(deps, call, params.fileNm),
  }
}

/** Every signed-in user may read a published file. */
async function downloadFile(
  { db, storage }: PublishDeps,
  { caller, request }: CallContext,
  name: string,
): Promise<FileAnswer | Refusal<'404', null>> {
  const found = await db.transact(everything, async (tx) => {
    const file = await findPublishedFile(tx, name)
    if (file)
      recordAudit(tx, request, {
        event: 'file_downloaded',
        ...auditActor(caller),
        target: { kind: 'file', id: file.fileNm },
        after: { content: file.fileId },
      })
    return file
  })
  if (!found) return notFound() as Refusal<'404', null>
  return {
    type: mediaTypeOf(found.fileTypeTxt),
    body: { bytes: found.fileSizeByteCnt, open: (range) => openStored(storage, found.storedFileId, range) },
    cacheControl: 'no-store',
    attachmentName: found.fileNm,
  }
}
