import { hashToken, newToken } from '../../crypto/tokens.ts'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'

/** What a ticket opens; see the table. */
export type SignInStep =
  | 'factor'
  | 'factor-shown'
  | 'enrolment'
  | 'enrolled'
  | 'factor-passed'
  | 'directory'
  | 'federated'

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

/** A ticket as its browser shows it. */
export interface ShownTicket {
  step: SignInStep
  token: string
  bindingHash: Buffer
}

/** How long somebody may think about his other session, from the moment at which the ticket was issued. */
const SECOND_THOUGHT_MINUTES = 5

const issueTicket = `
  insert into sign_in_tickets (token_hash, step, user_id, binding_hash, is_confirmed, expires_at)
  values ($1, $2, $3, $4, $5, clock_now() + make_interval(mins => $6))`

const redeemTicket = `
  delete from sign_in_tickets
   where token_hash = $1 and step = $2 and binding_hash = $3 and expires_at > clock_now()
  returning user_id as "userId", is_confirmed as "isConfirmed"`

const prolongTicket = `
  update sign_in_tickets set expires_at = greatest(expires_at, issued_at + make_interval(mins => $4))
   where token_hash = $1 and step = $2 and binding_hash = $3 and expires_at > clock_now()`

const findTicket = `
  select user_id as "userId", is_confirmed as "isConfirmed" from sign_in_tickets
   where token_hash = $1 and step = $2 and binding_hash = $3 and expires_at > clock_now()`

const wasTicket = `
  select 1 from sign_in_tickets
   where token_hash = $1 and step = any ($2) and binding_hash = $3 and expires_at <= clock_now()`

const stepOfTicket = `
  select step, user_id as "userId" from sign_in_tickets
   where token_hash = $1 and step = any ($2) and binding_hash = $3 and expires_at > clock_now()`

/** The table `sign_in_tickets`. */
export function signInTicketStore(tx: Tx) {
  return {
    /** A new ticket; the token is told once and only its hash is kept. */
    issue: async ({ step, userId, bindingHash, isConfirmed, minutes }: NewTicket): Promise<string> => {
      const token = newToken()
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

    /**
     * The answer to a question needs the ticket again: good until five minutes after it was issued,
     * however often the question is asked.
     */
    prolong: async ({ step, token, bindingHash }: ShownTicket): Promise<void> => {
      const values = [hashToken(token), step, bindingHash, SECOND_THOUGHT_MINUTES]
      await ask(tx, 'prolong-sign-in-ticket', prolongTicket, values)
    },

    /** Finds it, and leaves it where it is. */
    find: async (step: SignInStep, token: string, bindingHash: Buffer): Promise<Ticket | undefined> => {
      const [ticket] = await ask<Ticket>(tx, 'find-sign-in-ticket', findTicket, [hashToken(token), step, bindingHash])
      return ticket
    },

    /** True if there was such a ticket of this browser, whose time is over. */
    isOver: async (steps: readonly SignInStep[], token: string, bindingHash: Buffer): Promise<boolean> => {
      const found = await ask(tx, 'over-sign-in-ticket', wasTicket, [hashToken(token), steps, bindingHash])
      return found.length > 0
    },

    /** At which of these steps the sign-in waits, and whose it is; leaves it where it is. */
    findStep: async (
      steps: readonly SignInStep[],
      token: string,
      bindingHash: Buffer,
    ): Promise<{ step: SignInStep; userId: number } | undefined> => {
      const values = [hashToken(token), steps, bindingHash]
      const [found] = await ask<{ step: SignInStep; userId: number }>(tx, 'step-of-ticket', stepOfTicket, values)
      return found
    },

    /** Nobody goes on from one of these steps as this user, in whatever browser. */
    forgetOfUser: async (userId: number, steps?: readonly SignInStep[]): Promise<void> => {
      const ofUser = tx.deleteFrom('sign_in_tickets').where('user_id', '=', userId)
      await (steps ? ofUser.where('step', 'in', [...steps]) : ofUser).execute()
    },
  }
}
