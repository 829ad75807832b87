/** A person waits no longer than this for another server, whatever it does: an answer within five seconds (R21). */
export const PATIENCE_MS = 4_500
