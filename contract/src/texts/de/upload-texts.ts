import type { uploadTexts } from '../upload-texts.ts'

/** German texts of the dialog that uploads files, whatever they are for. */
export const deUploadTexts = {
  upload_choose: 'Dateien auswählen',
  upload_choose_one: 'Datei auswählen',
  upload_drop: 'Dateien hierher ziehen oder einfügen',
  upload_drop_one: 'Eine Datei hierher ziehen oder einfügen',
  upload_waiting: 'Wartet',
  upload_sending: '{percent} %',
  upload_checking: 'Wird geprüft',
  upload_done: 'Hochgeladen',
  upload_canceled: 'Abgebrochen',
  upload_cancel_of: '{name} abbrechen',
  upload_progress_of: 'Fortschritt beim Hochladen von {name}',
  upload_some_done: '{done, number} von {count, plural, one {# Datei} other {# Dateien}} hochgeladen.',
  upload_all_done: 'Alle Dateien hochgeladen.',
} satisfies Record<keyof typeof uploadTexts, string>
