/** What answers say about licenses. */
export const licenseTexts = {
  license_changed: 'The license has changed. Read the new version before you accept it.',
  license_client_has_own: 'This client has its own license. Open it to write a new version.',
  license_language_missing: 'Write a text in the first language.',
  license_language_twice: 'There are two texts in this language.',
  license_saved: 'The new version is in force.',
  license_unchanged: 'Nothing has changed. The version in force stays.',
  license_stale: '{name} has changed this license. Load the current version, then save again.',
  license_stale_unknown: 'This license has changed. Load the current version, then save again.',
  license_ended: 'The license has ended. The default holds again.',
  license_default_stays: 'The default license can’t end. Write a new version of it.',
  license_asks_nobody: 'This license asks nobody again.',
  license_ask_withdrawn: 'Users who accepted an earlier version aren’t asked any longer.',
} as const
