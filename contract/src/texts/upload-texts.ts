/** Texts of the dialog that uploads files, whatever they are for. */
export const uploadTexts = {
  upload_choose: 'Choose files',
  upload_choose_one: 'Choose file',
  upload_drop: 'Drop files here or paste them',
  upload_drop_one: 'Drop a file here or paste it',
  upload_waiting: 'Waiting',
  upload_sending: '{percent}%',
  upload_checking: 'Scanning',
  upload_done: 'Uploaded',
  upload_canceled: 'Canceled',
  upload_cancel_of: 'Cancel {name}',
  upload_progress_of: 'Upload progress of {name}',
  upload_some_done: '{done, number} of {count, plural, one {# file} other {# files}} uploaded.',
  upload_all_done: 'All files uploaded.',
} as const
