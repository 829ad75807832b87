/** Most JavaScript that a visitor loads, in KiB after gzip: `npm run size` holds these limits, and the bench shows them. */
export const sizeLimits = {
  signIn: 170,
  home: 197,
  /** Each other page, beyond home. */
  page: 116,
  /**
   * Without the editor, which a field loads when formatted text is written, and the library of telephone numbers, which
   * forms load where numbers of all countries are taken.
   */
  allPages: 684,
  textEditor: 68,
  phoneNumbers: 30,
} as const
