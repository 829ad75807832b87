import type { imageUploadTexts } from '../image-upload-texts.ts'

/** German texts of the upload of an image. */
export const deImageUploadTexts = {
  image_choose: 'Bild auswählen',
  image_replace: 'Bild ersetzen',
  image_action_for: '{action}: {name}',
  image_remove: 'Standard verwenden',
  image_none: 'Kein Bild',
  image_uploading: 'Wird hochgeladen …',
  image_help: 'JPEG oder PNG, höchstens 1 MB.',
} satisfies Record<keyof typeof imageUploadTexts, string>
