/** Header names that both sides use (decision A6). */
export const CSRF_HEADER = 'x-csrf-token'
/**
 * Which sign-in in progress a call goes on with: told by the answer that asks for a second factor, sent
 * along by the tab that got it. Good in the browser that began only.
 */
export const SIGN_IN_HEADER = 'x-sign-in'
export const REQUEST_ID_HEADER = 'x-request-id'
/** How many rows a paged list has on all its pages. */
export const TOTAL_HEADER = 'x-total-count'
