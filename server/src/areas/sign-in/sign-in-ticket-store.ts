import { hashToken, newToken } from '../../crypto/tokens.ts'
import type { Tx } from '../../db/database.ts'
import { queries } from '../../db/queries.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, bool, bytes, int, type RowOf, statement, text, textOf } from '../../db/statement.ts'

/** The step that a ticket is for; see the table. */
export type SignInStep =
  | 'factor'
  | 'factor-shown'
  | 'enrolment'
  | 'enrolled'
  | 'factor-passed'
  | 'directory'
  | 'federated'
  | 'reauthentication-factor'
  | 'reauthentication'

export interface NewTicket {
  step: SignInStep
  userId: number
  /** SHA-256 of the binding cookie of the browser that began to sign in. */
  bindingHash: Buffer
  isConfirmed: boolean
  minutes: number
}

export type Ticket = RowOf<typeof redeemTicket>

/** A ticket as its browser sends it. */
export interface ShownTicket {
  step: SignInStep
  token: string
  bindingHash: Buffer
}

/** Minutes, from the issue of the ticket, in which the user may decide about another session. */
const SECOND_THOUGHT_MINUTES = 5

const issueTicket = statement([bytes, text, int, bytes, bool, int], {
  name: 'sign-in: issue ticket',
  text: `
  insert into sign_in_tickets (token_hash, step, user_id, binding_hash, is_confirmed, expires_at)
  values ($1, $2, $3, $4, $5, clock_now() + make_interval(mins => $6))`,
})

const redeemTicket = statement([bytes, text, bytes], {
  name: 'sign-in: redeem ticket',
  text: `
  delete from sign_in_tickets
   where token_hash = $1 and step = $2 and binding_hash = $3 and expires_at > clock_now()
  returning user_id as "userId", is_confirmed as "isConfirmed"`,
  row: { userId: int, isConfirmed: bool },
})

const prolongTicket = statement([bytes, text, bytes, int], {
  name: 'sign-in: prolong ticket',
  text: `
  update sign_in_tickets set expires_at = greatest(expires_at, issued_at + make_interval(mins => $4))
   where token_hash = $1 and step = $2 and binding_hash = $3 and expires_at > clock_now()`,
})

const findTicket = statement([bytes, text, bytes], {
  name: 'sign-in: find ticket',
  text: `
  select user_id as "userId", is_confirmed as "isConfirmed" from sign_in_tickets
   where token_hash = $1 and step = $2 and binding_hash = $3 and expires_at > clock_now()`,
  row: { userId: int, isConfirmed: bool },
})

const wasTicket = statement([bytes, arrayOf(text), bytes], {
  name: 'sign-in: was ticket',
  text: `
  select from sign_in_tickets
   where token_hash = $1 and step = any ($2) and binding_hash = $3 and expires_at <= clock_now()`,
})

const stepOfTicket = statement([bytes, arrayOf(text), bytes], {
  name: 'sign-in: step of ticket',
  text: `
  select step, user_id as "userId" from sign_in_tickets
   where token_hash = $1 and step = any ($2) and binding_hash = $3 and expires_at > clock_now()`,
  row: { step: textOf<SignInStep>(), userId: int },
})

// The table `sign_in_tickets`.

/** Issues a ticket; the token is returned once and only its hash is stored. */
export async function issueSignInTicket(
  tx: Tx,
  { step, userId, bindingHash, isConfirmed, minutes }: NewTicket,
): Promise<string> {
  const token = newToken()
  await run(tx, issueTicket(hashToken(token), step, userId, bindingHash, isConfirmed, minutes))
  return token
}

/** Consumes the ticket; undefined when there is none for this step and this browser. */
export async function redeemSignInTicket(
  tx: Tx,
  step: SignInStep,
  token: string,
  bindingHash: Buffer,
): Promise<Ticket | undefined> {
  return runFirst(tx, redeemTicket(hashToken(token), step, bindingHash))
}

/**
 * The answer to a question needs the ticket again: extends it to five minutes after its issue, however often the
 * question is asked.
 */
export async function prolongSignInTicket(tx: Tx, { step, token, bindingHash }: ShownTicket): Promise<void> {
  await run(tx, prolongTicket(hashToken(token), step, bindingHash, SECOND_THOUGHT_MINUTES))
}

/** Finds the ticket without consuming it. */
export async function findSignInTicket(
  tx: Tx,
  step: SignInStep,
  token: string,
  bindingHash: Buffer,
): Promise<Ticket | undefined> {
  return runFirst(tx, findTicket(hashToken(token), step, bindingHash))
}

/** Returns true when this browser had such a ticket and it has expired. */
export async function isSignInTicketOver(
  tx: Tx,
  steps: readonly SignInStep[],
  token: string,
  bindingHash: Buffer,
): Promise<boolean> {
  const found = await run(tx, wasTicket(hashToken(token), steps, bindingHash))
  return found.length > 0
}

/** Returns the step and the user of a waiting sign-in without consuming its ticket. */
export async function findSignInStep(
  tx: Tx,
  steps: readonly SignInStep[],
  token: string,
  bindingHash: Buffer,
): Promise<{ step: SignInStep; userId: number } | undefined> {
  return runFirst(tx, stepOfTicket(hashToken(token), steps, bindingHash))
}

/** Deletes this user's tickets of these steps, in every browser. */
export async function forgetSignInTickets(tx: Tx, userId: number, steps?: readonly SignInStep[]): Promise<void> {
  const ofUser = queries.deleteFrom('sign_in_tickets').where('user_id', '=', userId)
  await run(tx, steps ? ofUser.where('step', 'in', [...steps]) : ofUser)
}
