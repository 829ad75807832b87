import type { ActChanges } from '../act-changes.ts'

export const documentChanges: ActChanges = {
  restoreVersion: [
    '+ audit_events(external) document_version_restored document',
    '+ document_versions(docId, external)',
    '- document_versions(docId, external)',
    'documents(docId) stored_at past → now',
  ],
  'shareDocument: with a colleague': [
    '+ audit_events(external) document_shared document',
    '+ document_shares(docId, colleague)',
    '+ jobs.job(other) deliver-mail',
    '+ outbox_mails(targetClient, colleague) waiting document-shared good_until later',
  ],
  unshareDocument: ['+ audit_events(external) document_unshared document', '- document_shares(docId, target)'],
  trashDocument: [
    '+ audit_events(external) document_trashed document',
    '- document_shares(docId, target)',
    'documents(docId) trashed_at null → now',
  ],
  restoreDocument: [
    '+ audit_events(external) document_restored document',
    'documents(trashedDocId) trashed_at past → null',
  ],
  deleteFromSpace: [
    '+ audit_events(external) upload_delete document',
    '- document_shares(docId, target)',
    '- document_versions(docId, external) (2 rows)',
    '- documents(docId) csv',
    '- stored_files(external) kept (2 rows)',
    'document_spaces(external) used_bytes number → number',
  ],
  dropShare: ['+ audit_events(external) document_unshared document', '- document_shares(target, external)'],
  uploadDocument: [
    '+ audit_events(external) upload_stored document',
    '+ document_versions(external)',
    '+ documents(external) csv',
    '+ stored_files(external) kept given_up_at later',
    'document_spaces(external) used_bytes number → number',
  ],
  overwriteDocument: [
    '+ audit_events(external) upload_stored document',
    '+ document_versions(docId, external)',
    '+ stored_files(external) kept given_up_at later',
    'document_spaces(external) used_bytes number → number',
    'documents(docId) stored_at past → now, size_bytes number → 1',
  ],
  saveLink: ['+ audit_events(external) link_added link', '+ user_links(external)'],
  deleteLink: ['+ audit_events(external) link_deleted link', '- user_links(external)'],
  uploadFile: [
    '+ audit_events(admin) file_changed file',
    '+ published_files(admin) csv',
    '+ stored_files(other) kept given_up_at later',
    '+ undo_offers(admin) expires_at later',
  ],
  deleteFile: [
    '+ audit_events(admin) file_changed file',
    '+ undo_offers(admin) expires_at later',
    'published_files(fileId) removed_at null → now',
  ],
  'undoFileChange: uploaded': [
    '+ audit_events(admin) file_changed file (2 rows)',
    '+ published_files(admin) csv',
    '+ stored_files(other) kept given_up_at later',
  ],
  'undoFileChange: deleted': ['+ audit_events(admin) file_changed file (2 rows)'],
  downloadFile: ['+ audit_events(external) file_downloaded file'],
}
