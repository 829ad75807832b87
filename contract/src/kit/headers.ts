/** Header names that both sides use (decision A6). */
export const CSRF_HEADER = 'x-csrf-token'
/**
 * Identifies a sign-in in progress: the answer that requires a second factor sends it, and the tab that received it
 * repeats it. Valid only in the browser that began the sign-in.
 */
export const SIGN_IN_HEADER = 'x-sign-in'
/**
 * Token of an emulated session, on every call of its tab (decision E22). A call that carries it acts as the emulated
 * user or not at all, whatever its Authorization header holds.
 */
export const EMULATION_HEADER = 'x-emulation-token'
export const REQUEST_ID_HEADER = 'x-request-id'
/** Number of rows of a paged list on all pages. */
export const TOTAL_HEADER = 'x-total-count'
