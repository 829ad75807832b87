import { BlockList, isIPv6 } from 'node:net'
import { sentences } from '../../http/sentences.ts'
import type { TrustedProxySettings } from '../../config/directory-settings.ts'
import { hashToken, isSameHash } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { type Redirect, refuse } from '../../http/answers.ts'
import type { RequestContext, RequestOnly } from '../../http/caller.ts'
import { bindingOf } from '../sign-in/public.ts'
import { redirectWithTicket } from './redirect-with-ticket.ts'
import type { Db } from '../../db/database.ts'
import { findDirectoryUser } from './identity-store.ts'

const SECRET_HEADER = 'x-portal-proxy-secret'

/** Reads the user ID that the proxy states; null from any other address, and without the secret. */
export type ProxyAuthenticator = (request: RequestContext) => string | null

/** Reads the header of a proxy that has authenticated the user, for example by Kerberos. */
export function proxyAuthenticator({ networks, nameHeader, secret }: TrustedProxySettings): ProxyAuthenticator {
  const allowed = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) allowed.addAddress(address, family)
    else allowed.addSubnet(address, Number(bits), family)
  }
  const secretHash = hashToken(secret)
  return (request) => {
    const peer = request.peerAddress.replace(/^::ffff:(?=\d+\.)/i, '')
    const isProxy = peer !== '' && allowed.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')
    if (!isProxy || !isSameHash(hashToken(request.header(SECRET_HEADER) ?? ''), secretHash)) return null
    return request.header(nameHeader)?.trim() || null
  }
}

/** Signs in the directory user whose user ID the proxy states. */
export async function signInByProxy(
  { db, authenticate }: { db: Db; authenticate: ProxyAuthenticator },
  { request }: RequestOnly,
  returnTo: string,
): Promise<Redirect | ReturnType<typeof refuse>> {
  const userName = authenticate(request)
  if (userName === null) return refuse('401', sentences.login_directory_again)
  const userId = await db.read(everything, (tx) => findDirectoryUser(tx, userName))
  if (userId === undefined) return refuse('403', sentences.login_directory_unknown)
  const { value, cookies } = bindingOf(request)
  return redirectWithTicket(db, { userId, binding: value, returnTo, isReauthentication: false, cookies })
}
