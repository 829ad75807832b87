/** Header names that both sides use (decision A6). */
export const CSRF_HEADER = 'x-csrf-token'
export const REQUEST_ID_HEADER = 'x-request-id'
/** How many rows a paged list has on all its pages. */
export const TOTAL_HEADER = 'x-total-count'
