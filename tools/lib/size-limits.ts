/** Most JavaScript that a visitor loads, in KiB after gzip: `npm run size` holds these limits, and the bench shows them. */
export const sizeLimits = {
  signIn: 170,
  home: 200,
  /** Each other page, beyond home. */
  page: 120,
  /**
   * Without the editor, which a field loads when formatted text is written, and the library of telephone numbers, which
   * forms load where numbers of all countries are taken. 672 until a permission set could be suggested from a department,
   * in a dialog that loads when it is opened; 675 until webhooks could send security signals, with fields and names of
   * their own; 678 until twenty screens marked what configuration files manage; 680
   * until the users without the directory of their client were listed, and a plan of a group named who would lose what.
   */
  allPages: 684,
  textEditor: 80,
  phoneNumbers: 32,
} as const
