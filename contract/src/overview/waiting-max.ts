/** Up to so many of each kind that waits for an administrator are counted, and shown as a number. */
export const WAITING_MAX = 99
