/** Seconds after which a session ends whose logout chain has begun, if an application keeps the browser (decision M1). */
export const LOGOUT_CHAIN_SECONDS = 90
