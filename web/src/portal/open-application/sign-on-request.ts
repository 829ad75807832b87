import { adoptSessionFromTabs } from '../../api/session.ts'

/** A request of an application, as the server names it in the fragment. */
export interface SignOnRequest {
  ticket: string
  /** The user must not be asked for anything. */
  isPassive: boolean
}

/** Returns null for a request that was refused, and for what no server has written. */
export function readSignOnRequest(hash: string): SignOnRequest | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const ticket = params.get('request')
  return ticket !== null && /^[\w-]{43}$/.test(ticket) ? { ticket, isPassive: params.has('passive') } : null
}

/** False where the request is answered without a user: it was refused, or nobody may be asked to sign in. */
export async function needsUser(hash: string): Promise<boolean> {
  const request = readSignOnRequest(hash)
  if (!request) return false
  return !request.isPassive || (await adoptSessionFromTabs())
}
