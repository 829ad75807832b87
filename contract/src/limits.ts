/** Limits that the server enforces and that texts name. */

/** Enhancement requests that one user may send in an hour. */
export const ENHANCEMENT_REQUESTS_PER_HOUR = 10
/** Enhancement requests that a user's own list shows. */
export const ENHANCEMENT_REQUESTS_SHOWN = 50
/** Applications that one user may ask for in an hour. */
export const ACCESS_REQUESTS_PER_HOUR = 10
/** Requests for applications that a user's own list shows. */
export const ACCESS_REQUESTS_SHOWN = 50
/** Most characters of the reason of a request for an application, and of its decision. */
export const ACCESS_REASON_MAX = 1000
/** Colleagues that the list of requests counts at most. */
export const COLLEAGUES_COUNTED = 200
/** Grants that one access review holds at most. */
export const REVIEW_ITEMS_MAX = 20_000
/** Sign-in attempts that the history in account settings shows. */
export const SIGN_INS_SHOWN = 20
/** How long a mailed link to choose a new password works. */
export const RECOVERY_LINK_MINUTES = 30
/** How long a mailed temporary password works (decision B15). */
export const TEMPORARY_PASSWORD_MINUTES = 30
/** How long a signed-in user who gave too many wrong passwords waits. */
export const PASSWORD_ATTEMPTS_MINUTES = 15
/** Recovery codes that one set holds. */
export const RECOVERY_CODES = 10
/** How long a trusted device is not asked for the second factor. */
export const TRUSTED_DEVICE_DAYS = 30
/** How long attempts at a second factor are refused after too many of them. */
export const FACTOR_ATTEMPTS_MINUTES = 5
/** How recent a sign-in must be to stand for the password when a user without one changes a second factor. */
export const FACTOR_CHANGE_MINUTES = 10
/** Most characters of the answer to a security question (decision D4). */
export const ANSWER_MAX = 100
/** Most characters of the title of an announcement. */
export const ANNOUNCEMENT_TITLE_MAX = 200
/** Most characters of the message of an announcement, with its formatting. */
export const ANNOUNCEMENT_MESSAGE_MAX = 20_000
/** Most characters of the note with which an announcement is sent back to its author. */
export const ANNOUNCEMENT_NOTE_MAX = 1000
/** Most characters of the title of a license. */
export const LICENSE_TITLE_MAX = 200
/** Most characters of the text of a license in one language, with its formatting. */
export const LICENSE_TEXT_MAX = 40_000
