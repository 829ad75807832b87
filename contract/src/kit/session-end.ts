import * as z from 'zod/mini'

/** Why a session ended; sent with a 401 to the browser that held it, and to no other. */
export const SessionEnd = z.object({
  /**
   * idle: unused for too long. limit: maximum length reached. displaced: signed in elsewhere. revoked: ended from
   * another session. company: ended by the company's identity provider. closing: the logout chain runs, and allows no other call.
   * closed: the logout chain did not come back in time.
   */
  endReason: z.enum(['idle', 'limit', 'displaced', 'revoked', 'password-changed', 'company', 'closing', 'closed']),
})
export type SessionEnd = z.output<typeof SessionEnd>
