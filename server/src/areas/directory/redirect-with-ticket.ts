import { hashToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { Redirect } from '../../http/answers.ts'
import type { CookieToSet } from '../../http/answers.ts'
import { type ReturnNote, issueSignInTicket } from '../sign-in/public.ts'
import type { Db } from '../../db/database.ts'

/** The page redeems the ticket at once. */
const TICKET_MINUTES = 1

export interface DirectoryIdentity extends ReturnNote {
  userId: number
  /** The binding of the browser that returned. */
  binding: string
  cookies?: readonly CookieToSet[]
}

/** Redirects to the sign-in page with a ticket in the fragment, which browsers send to no server. */
export async function redirectWithTicket(
  db: Db,
  { userId, binding, returnTo, isReauthentication, cookies = [] }: DirectoryIdentity,
): Promise<Redirect> {
  const bindingHash = hashToken(binding)
  const step = isReauthentication ? 'reauthentication' : 'directory'
  const ticket = { step, userId, bindingHash, isConfirmed: false, minutes: TICKET_MINUTES } as const
  const token = await db.transact(everything, (tx) => issueSignInTicket(tx, ticket))
  const page = new URLSearchParams({
    [isReauthentication ? 'reauth' : 'directory']: token,
    ...(returnTo === '' ? {} : { returnTo }),
  })
  return new Redirect(`${isReauthentication ? '/login/federated' : '/login'}#${page.toString()}`, cookies)
}
