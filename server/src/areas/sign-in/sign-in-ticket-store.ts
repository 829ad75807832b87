import { hashToken, newToken } from '../../crypto/tokens.ts'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'

/** What a ticket opens; see the table. */
export type SignInStep = 'factor' | 'enrolment' | 'factor-passed' | 'directory' | 'federated'

export interface NewTicket {
  step: SignInStep
  userId: number
  /** SHA-256 of the binding cookie of the browser that began to sign in. */
  bindingHash: Buffer
  isConfirmed: boolean
  minutes: number
}

export interface Ticket {
  userId: number
  isConfirmed: boolean
}

const issueTicket = `
  insert into sign_in_tickets (token_hash, step, user_id, binding_hash, is_confirmed, expires_at)
  values ($1, $2, $3, $4, $5, clock_now() + make_interval(mins => $6))`

const redeemTicket = `
  delete from sign_in_tickets
   where token_hash = $1 and step = $2 and binding_hash = $3 and expires_at > clock_now()
  returning user_id as "userId", is_confirmed as "isConfirmed"`

/** The table `sign_in_tickets`. */
export function signInTicketStore(tx: Tx) {
  return {
    /** A new ticket; the token is told once and only its hash is kept. A redeemed token may be given anew. */
    issue: async (
      { step, userId, bindingHash, isConfirmed, minutes }: NewTicket,
      token = newToken(),
    ): Promise<string> => {
      const values = [hashToken(token), step, userId, bindingHash, isConfirmed, minutes]
      await ask(tx, 'issue-sign-in-ticket', issueTicket, values)
      return token
    },

    /** Takes the ticket out of the world; undefined if there is none for this step and this browser. */
    redeem: async (step: SignInStep, token: string, bindingHash: Buffer): Promise<Ticket | undefined> => {
      const [ticket] = await ask<Ticket>(tx, 'redeem-sign-in-ticket', redeemTicket, [
        hashToken(token),
        step,
        bindingHash,
      ])
      return ticket
    },
  }
}
