import { hashToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { Redirect } from '../../http/answers.ts'
import type { CookieToSet } from '../../http/answers.ts'
import type { Transact } from '../../stores.ts'

/** A minute: the page asks at once. */
const TICKET_MINUTES = 1

export interface Arrived {
  userId: number
  /** The binding of the browser that arrived. */
  binding: string
  /** A page of the portal to stand on afterwards; '' for none. */
  returnTo: string
  cookies?: readonly CookieToSet[]
}

/** Back to the sign-in page, with a ticket behind the sign that browsers send to nobody. */
export async function backWithTicket(
  transact: Transact,
  { userId, binding, returnTo, cookies = [] }: Arrived,
): Promise<Redirect> {
  const bindingHash = hashToken(binding)
  const ticket = { step: 'directory' as const, userId, bindingHash, isConfirmed: false, minutes: TICKET_MINUTES }
  const token = await transact(everything, ({ signInTickets }) => signInTickets.issue(ticket))
  const page = new URLSearchParams({ directory: token, ...(returnTo === '' ? {} : { returnTo }) })
  return new Redirect(`/login#${page.toString()}`, cookies)
}
