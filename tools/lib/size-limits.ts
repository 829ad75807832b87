/** Most JavaScript that a visitor loads, in KiB after gzip: `npm run size` holds these limits, and the bench shows them. */
export const sizeLimits = {
  signIn: 170,
  home: 200,
  /** Each other page, beyond home. 120 until requests, reviews and *Who sees a tile* knew permission sets, which lists share. */
  page: 121,
  /**
   * Without the editor, which a field loads when formatted text is written, and the library of telephone numbers, which
   * forms load where numbers of all countries are taken. 672 until permission sets could be suggested, webhooks could send
   * security signals, twenty screens marked what configuration files manage, and users without the directory of their
   * client were listed; 684 until sets could be asked for, and reviews and *Who sees a tile* named them.
   */
  allPages: 685,
  textEditor: 80,
  phoneNumbers: 32,
} as const
