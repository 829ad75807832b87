import { type AuditedWrite, inSteps } from '../audited-write.ts'
import { linkOf } from '../sample-rows.ts'

export const documentWrites: Readonly<Record<string, AuditedWrite>> = {
  uploadDocument: { event: 'upload_stored' },
  overwriteDocument: { event: 'upload_stored' },
  downloadDocument: { event: 'document_downloaded' },
  shareDocument: {
    event: 'document_shared',
    body: ({ id }, { docId }) => ({ documentId: Number(docId), sharedUserIdList: [id] }),
  },
  unshareDocument: { event: 'document_unshared' },
  dropShare: { event: 'document_unshared' },
  trashDocument: { event: 'document_trashed' },
  restoreDocument: { event: 'document_restored' },
  deleteFromSpace: { event: 'upload_delete' },
  restoreVersion: { event: 'document_version_restored' },
  saveLink: { event: 'link_added', body: () => ({ linkNm: 'Shop', linkUrlTxt: 'https://shop.example/new' }) },
  deleteLink: {
    event: 'link_deleted',
    prepare: async (portal, { users }) => ({ userLinkId: await linkOf(portal, users.external) }),
  },
  uploadFile: { event: 'file_changed' },
  deleteFile: { event: 'file_changed' },
  undoFileChange: inSteps('file_changed'),
  downloadFile: { event: 'file_downloaded' },
}
