/** Texts of the document library. */
export const documentTexts = {
  document_exceeds_space: 'The document you are uploading exceeds your maximum storage space',
  document_type_refused: 'The document you are uploading is not an accepted file type',
  document_protected:
    'A document with a password cannot be checked. Please remove the password in Office, then upload it again.',
  document_name_refused:
    'Only alphanumeric characters, dashes, underscores, periods and spaces are allowed in the filename',
  document_no_users: 'No users have been selected.',
  document_blank: 'Field cannot be left blank.',
  document_name_length: 'The filename needs at least 2 characters and has room for 255',
  document_infected: 'The document you are uploading carries a virus and was not stored.',
  document_storage_away: 'Documents cannot be stored or opened at the moment. Please try again in a few minutes.',
  document_scanner_away: 'Documents cannot be checked for viruses at the moment. Please try again in a few minutes.',
  document_disk_full:
    'There is no room left to store this. Please try again later, or contact your Client Relations representative.',
  document_exists: 'A document of this name is in your library already.',
  document_restore_name_taken:
    'Your library holds another document of this name. Delete it first, then restore this one.',
  document_not_shareable: 'You can share with active people of your own company and of ours only.',
  document_share_own: 'The document is yours: choose other people.',
  document_share_too_many: 'Choose at most 100 people at once.',
  document_expiry_past: 'The day has to be today or later',
  document_not_emulated: 'Documents of somebody else cannot be deleted or shared while you sign on as that person.',
} as const
