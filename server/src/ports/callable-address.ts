import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '../config/loopback.mjs'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Ranges of the IANA special-purpose registries, by the names of the library, in which applications may be. */
const callableRanges: readonly string[] = ['unicast', 'private', 'carrierGradeNat', 'uniqueLocal']

/** Addresses in callable ranges at which clouds give away the credentials of the machine. */
const metadataServices = [
  // Alibaba Cloud, Azure.
  '100.100.100.200/32',
  '168.63.129.16/32',
  // Amazon, Google, Oracle, Scaleway.
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'fd00:c1::/32',
  'fd00:42::/32',
].map((range) => ipaddr.parseCIDR(range))

/** All global unicast addresses are in here; the rest of IPv6 outside of its own ranges is unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** How IPv6-only networks reach IPv4 addresses: the last 32 bits are such an address. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

export interface CallableRules {
  /** True for trials, in which portal and applications run on one machine. */
  allowsLoopback: boolean
  /** True where only addresses of the internet may be called, and none of the company's own network. */
  refusesPrivate?: boolean
  /** Ports at which the portal itself listens: never called at an address of this machine. */
  ownPorts?: readonly number[]
}

/** A name is at an address that must not be called. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/** The address that a connection ends at: the IPv4 address that an IPv6 address stands for, where it does. */
function destinationOf(ip: string): Address {
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6) || !address.match(nat64)) return address
  return new ipaddr.IPv4(address.toByteArray().slice(-4))
}

function isSpecial(address: Address, refusesPrivate: boolean): boolean {
  const range = address.range()
  if (!callableRanges.includes(range) || (refusesPrivate && range !== 'unicast')) return true
  if (address instanceof ipaddr.IPv6 && range === 'unicast' && !address.match(globalUnicast)) return true
  return metadataServices.some(([service, bits]) => service.kind() === address.kind() && address.match(service, bits))
}

/**
 * True for IP addresses that the server may call on behalf of a setting, at this port; false for text that is no IP
 * address.
 */
export function isCallable(ip: string, rules: CallableRules, port: number): boolean {
  if (!isIpAddress(ip)) return false
  const { allowsLoopback, refusesPrivate = false } = rules
  const address = destinationOf(ip)
  if (isOwnPort(port, rules) && isOfThisMachine(address)) return false
  return address.range() === 'loopback' ? allowsLoopback : !isSpecial(address, refusesPrivate)
}

const isOwnPort = (port: number, { ownPorts = [] }: CallableRules): boolean => ownPorts.includes(port)

/** True for loopback addresses and those of the network interfaces. */
const isOfThisMachine = (address: Address): boolean =>
  address.range() === 'loopback' ||
  Object.values(networkInterfaces())
    .flatMap((interfaces = []) => interfaces)
    .some((own) => isIpAddress(own.address) && destinationOf(own.address).toString() === address.toString())

/** The port of a URL, also where it is that of its scheme. */
const portOf = ({ protocol, port }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)

/** True where the URL names the portal itself, as far as is known before its name is resolved. */
export function isOfPortal(url: URL, rules: CallableRules): boolean {
  if (!isOwnPort(portOf(url), rules)) return false
  const ip = withoutBrackets(url)
  return isIpAddress(ip) ? isOfThisMachine(destinationOf(ip)) : isLoopback(url.hostname)
}

const withoutBrackets = ({ hostname }: URL): string => hostname.replaceAll(/[[\]]/g, '')

/** IPv4 in four decimal parts only: as names are resolved and URLs written. */
const isIpAddress = (text: string): boolean =>
  text.includes(':') ? ipaddr.IPv6.isValid(text) : ipaddr.IPv4.isValidFourPartDecimal(text)

/** True unless the host of the address is an IP address that must not be called. */
export function isCallableHost(url: URL, rules: CallableRules): boolean {
  const ip = withoutBrackets(url)
  return !isIpAddress(ip) || isCallable(ip, rules, portOf(url))
}

/** Resolves the name in a URL for a connection, which is not made where one of the addresses must not be called. */
export const callableLookup =
  (rules: CallableRules, url: URL): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const isRefused = !found?.every(({ address }) => isCallable(address, rules, portOf(url)))
      if (error ?? isRefused)
        callback(error ?? new AddressRefused(`${hostname} is at an address that must not be called`), [])
      else callback(null, found)
    })
