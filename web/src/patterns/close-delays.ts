/** Delays in milliseconds before a dialog closes itself after a success (specification B §4). */
export const CLOSE_AFTER_MS = {
  /** Upload, overwrite, delete and share of files. */
  file: 1_000,
  /** Added section or system, removed search item, single sign-on changes, deleted systems and sections. */
  catalog: 2_000,
  /** Saved static settings. */
  setting: 3_000,
  /** Links, deleted static settings and jobs, system accounts, announcements. */
  record: 3_500,
} as const

/** Delay in milliseconds before a success opens the next page (UIGN-009). */
export const REDIRECT_AFTER_MS = 3_500
