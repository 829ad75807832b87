/** What the server answers about brands and images. */
export const brandingTexts = {
  image_type_refused: 'Invalid file type',
  image_size_refused: 'Invalid file size',
  branding_previous_missing: 'Previous settings for this client is not found.',
  default_branding_previous_missing: 'Previous setting not found.',
  branding_error: 'There is an error in this process. Please contact your Client Relations representative.',
  branding_saved: 'The client settings have been saved.',
  default_branding_saved: 'The default branding has been saved.',
  branding_two_choices: 'Choose either the previous or the default settings.',
  branding_stale: '{name} has changed these settings. Load the current state, then save again.',
  branding_stale_unknown: 'These settings have changed. Load the current state, then save again.',
} as const
