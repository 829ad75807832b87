/** Thrown where the portal is full: more work would only wait. Becomes 503 with Retry-After. */
export class TooBusy extends Error {}
