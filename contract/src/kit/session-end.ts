import * as z from 'zod/mini'

/** Why a session is over, told with a 401 to the browser that held it, and to nobody else. */
export const SessionEnd = z.object({
  /** idle: unused for too long. limit: as old as one may get. displaced: signed in elsewhere. revoked: ended from elsewhere. */
  endReason: z.enum(['idle', 'limit', 'displaced', 'revoked', 'password-changed']),
})
export type SessionEnd = z.output<typeof SessionEnd>
