/** Texts of the upload of an image. */
export const imageUploadTexts = {
  image_choose: 'Choose image',
  image_replace: 'Replace image',
  image_action_for: '{action}: {name}',
  image_remove: 'Use default',
  image_none: 'No image',
  image_uploading: 'Uploading…',
  image_help: 'JPEG or PNG, at most 1 MB.',
} as const
