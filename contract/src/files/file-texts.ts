/** Texts of published files, as the server answers. */
export const fileTexts = {
  file_too_large: 'This file is larger than {limit}. Choose a smaller file.',
  file_exists: 'A file with this name already exists. Replace it, or rename your file and upload it again.',
  file_type_differs: 'Choose a file of the same type. The name and the address stay the same.',
  file_changed_meanwhile: '{name} has replaced this file in the meantime. Check the new file before you replace it.',
  file_published: 'The file has been uploaded.',
  file_replaced: 'The file has been replaced.',
  file_deleted: 'The file has been deleted.',
  file_restored: 'Your change has been undone.',
  file_undo_taken: 'This file has changed since then, so your change can’t be undone. Upload the file again.',
} as const
