/** Timeout of calls to other servers, so that the portal answers within five seconds (R21). */
export const UPSTREAM_TIMEOUT_MS = 4_500
