import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Link-local addresses, such as those of the metadata services of clouds, and unspecified ones. */
const neverCallable = new BlockList()
neverCallable.addSubnet('169.254.0.0', 16, 'ipv4')
neverCallable.addSubnet('0.0.0.0', 8, 'ipv4')
neverCallable.addSubnet('fe80::', 10, 'ipv6')
neverCallable.addAddress('::', 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

export interface CallableRules {
  /** True for trials, in which portal and applications run on one machine. */
  allowsLoopback: boolean
}

/** True for IP addresses that the server may call on behalf of a setting. */
export function isCallable(ip: string, { allowsLoopback }: CallableRules): boolean {
  const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4'
  return !neverCallable.check(ip, family) && (allowsLoopback || !loopback.check(ip, family))
}

/** True unless the host of the address is an IP address that must not be called. */
export function isCallableHost({ hostname }: URL, rules: CallableRules): boolean {
  const ip = hostname.replaceAll(/[[\]]/g, '')
  return isIP(ip) === 0 || isCallable(ip, rules)
}

/** Resolves names for a connection, which is not made where one of the addresses must not be called. */
export const callableLookup =
  (rules: CallableRules): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const isRefused = !found?.every(({ address }) => isCallable(address, rules))
      if (error ?? isRefused) callback(error ?? new Error(`${hostname} is at an address that must not be called`), [])
      else callback(null, found)
    })
