import * as z from 'zod/mini'
import { DOCUMENT_NAME_MAX_LENGTH } from '../documents/document-rules.ts'
import { exactText, Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin, signedIn } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { UndoOffer } from '../kit/undo-offer.ts'

const writes = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}'
const reads = '/ccservices/secure/user/rest/db/files/{fileNm}'
const guard = admin('Database Maintenance', { staffOnly: true })

/** A file that administrators publish for every signed-in user (decision I5). */
export const PublishedFile = z.object({
  fileNm: z.string(),
  /** The extension in lower case. */
  fileTypeTxt: z.string(),
  fileSizeByteCnt: z.int(),
  changedDt: Instant,
  /** It was stored while the virus scanner was unavailable and is not scanned yet. */
  unscannedFlg: YesNo,
})
export type PublishedFile = z.output<typeof PublishedFile>

export const MaintainedFile = z.extend(PublishedFile, {
  /** Differs for every content that was stored under the name. */
  fileId: z.int(),
  changedByNm: z.string(),
})
export type MaintainedFile = z.output<typeof MaintainedFile>

export const fileList = listQuery({
  columns: ['fileNm', 'fileTypeTxt', 'fileSizeByteCnt', 'changedByNm', 'changedDt'],
  filters: {
    /** Part of the name. */
    nm: text(100),
  },
  defaultSort: { column: 'fileNm', direction: 'asc' },
})

export const listFiles = endpoint({
  name: 'listFiles',
  method: 'GET',
  path: `${writes}/files`,
  guard,
  params: OwnUid,
  query: fileList.query,
  data: z.array(MaintainedFile),
})

export const getFileLimit = endpoint({
  name: 'getFileLimit',
  method: 'GET',
  path: `${writes}/file-upload-limit`,
  guard,
  params: OwnUid,
  data: z.object({ maxByteCnt: z.int() }),
})

export const uploadFile = endpoint({
  name: 'uploadFile',
  method: 'POST',
  path: `${writes}/file-upload`,
  kind: 'upload',
  guard,
  params: OwnUid,
  body: z.strictObject({ fileId: z.optional(Id) }),
  data: UndoOffer,
  codes: { '404': { message: 'A file of that name already exists; data is that file.', data: MaintainedFile } },
})

export const deleteFile = endpoint({
  name: 'deleteFile',
  method: 'DELETE',
  path: `${writes}/files/{fileId}`,
  guard,
  params: z.strictObject({ uid: Id, fileId: Id }),
  data: UndoOffer,
})

export const undoFileChange = endpoint({
  name: 'undoFileChange',
  method: 'POST',
  path: `${writes}/undo-file-change`,
  guard,
  params: OwnUid,
  body: z.strictObject({ undoId: Id }),
})

const OneFile = z.strictObject({ fileNm: exactText(DOCUMENT_NAME_MAX_LENGTH) })

export const getFile = endpoint({
  name: 'getFile',
  method: 'GET',
  path: reads,
  guard: signedIn(),
  params: OneFile,
  data: PublishedFile,
})

export const downloadFile = endpoint({
  name: 'downloadFile',
  method: 'POST',
  path: `${reads}/get`,
  kind: 'form-download',
  guard: signedIn({ emulation: 'always' }),
  params: OneFile,
  body: z.strictObject({ sessionToken: z.string(), csrfToken: z.string() }),
})

export const summaries = {
  listFiles: 'The files that every signed-in user can open by their address, 15 a page',
  getFileLimit: 'Most bytes of one file, by the setting PORTAL_FILE_MAX_MB',
  uploadFile:
    'Publish a file: the part file of a multipart body. After the field fileId it replaces the content of that file, which keeps its name and address; for an hour this can be taken back',
  deleteFile: 'Delete a file; for an hour this can be taken back',
  undoFileChange: 'Take back one’s own upload, replacement or deletion of a file',
  getFile: 'What is published under a name',
  downloadFile: 'A published file as an attachment, whole or a byte range',
}
