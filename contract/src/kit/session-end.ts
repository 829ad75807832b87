import * as z from 'zod/mini'

/** Why a session is over, told with a 401 to the browser that held it, and to nobody else. */
export const SessionEnd = z.object({
  /**
   * idle: unused for too long. limit: as old as one may get. displaced: signed in elsewhere. revoked: ended from elsewhere.
   * company: ended by the sign-in of the company.
   */
  endReason: z.enum(['idle', 'limit', 'displaced', 'revoked', 'password-changed', 'company']),
})
export type SessionEnd = z.output<typeof SessionEnd>
