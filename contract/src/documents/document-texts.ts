import { DOCUMENT_NAME_MAX_LENGTH, DOCUMENT_NAME_MIN_LENGTH } from './document-rules.ts'
import { SHARED_AT_ONCE } from './documents.ts'

/** Texts of the document library. */
export const documentTexts = {
  document_exceeds_space: 'The document you are uploading exceeds your maximum storage space',
  document_type_refused: 'The document you are uploading is not an accepted file type',
  document_protected:
    'Password-protected documents can’t be scanned for viruses. Remove the password in Office, then upload the document again.',
  document_name_refused:
    'Only alphanumeric characters, dashes, underscores, periods and spaces are allowed in the filename',
  document_no_users: 'No users have been selected.',
  document_blank: 'Field cannot be left blank.',
  document_name_length: `The filename must have between ${DOCUMENT_NAME_MIN_LENGTH} and ${DOCUMENT_NAME_MAX_LENGTH} characters.`,
  document_infected: 'This document contains a virus, so we didn’t store it.',
  document_storage_unavailable: 'Document storage isn’t available right now. Try again in a few minutes.',
  document_scanner_unavailable: 'Virus scanning isn’t available right now. Try again in a few minutes.',
  document_disk_full:
    'There isn’t enough disk space to store this. Try again later, or contact your Client Relations representative.',
  document_exists: 'Your library already has a document with this name.',
  document_restore_name_taken:
    'Your library already has another document with this name. Delete that document, then restore this one.',
  document_not_shareable: 'You can share only with active users of your own company and ours.',
  document_share_own: 'You own this document. Select other people.',
  document_share_too_many: `Select up to ${SHARED_AT_ONCE} people at a time.`,
  document_expiry_past: 'Enter today’s date or a later date.',
} as const
