/** Which origins and hosts are the portal's own. */
export interface OriginRule {
  /** True for no Origin header (not a browser) and for our own. */
  isOurs(origin: string | undefined): boolean
  /** True for the host (with port) of the public address. */
  isOurHost(host: string): boolean
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** An address that came with a request and is not the portal's, beside the one that is. */
export interface RefusedOrigin {
  refused: string
  publicUrl: string
}

/** Characters of an address from outside that are repeated. */
const SHOWN_MAX = 200

/**
 * The rule for a public address; a loopback one is accepted under each of its names on the same port.
 * @param onRefused called with both addresses: a wrong public address, or a proxy that changes the host, refuses every
 * request
 */
export function originRule(publicUrl: URL, onRefused: (addresses: RefusedOrigin) => void = () => {}): OriginRule {
  const names = LOOPBACK.includes(publicUrl.hostname) ? LOOPBACK : [publicUrl.hostname]
  const hosts = names.map((name) => (publicUrl.port ? `${name}:${publicUrl.port}` : name))
  const origins = hosts.map((host) => `${publicUrl.protocol}//${host}`)
  const isListed = (list: readonly string[], address: string) => {
    const isOurs = list.includes(address)
    if (!isOurs) onRefused({ refused: address.slice(0, SHOWN_MAX), publicUrl: publicUrl.origin })
    return isOurs
  }
  return {
    isOurs: (origin) => origin === undefined || isListed(origins, origin),
    isOurHost: (host) => isListed(hosts, host.toLowerCase()),
  }
}
