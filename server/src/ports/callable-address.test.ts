import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { isCallable, isOfPortal } from './callable-address.ts'

/** The registry "IANA IPv4 Special-Purpose Address Space": first and last address of each block. */
const specialIpv4: readonly [name: string, first: string, last: string][] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link-local', '169.254.0.0', '169.254.255.255'],
  ['IETF protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation (TEST-NET-1)', '192.0.2.0', '192.0.2.255'],
  ['AS112-v4', '192.31.196.0', '192.31.196.255'],
  ['AMT', '192.52.193.0', '192.52.193.255'],
  ['6to4 relay anycast', '192.88.99.0', '192.88.99.255'],
  ['direct delegation AS112', '192.175.48.0', '192.175.48.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255'],
  ['documentation (TEST-NET-2)', '198.51.100.0', '198.51.100.255'],
  ['documentation (TEST-NET-3)', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.254'],
  ['limited broadcast', '255.255.255.255', '255.255.255.255'],
]

/** The registry "IANA IPv6 Special-Purpose Address Space", and ranges that IPv6 itself has for something else. */
const specialIpv6: readonly [name: string, first: string, last: string][] = [
  ['unspecified', '::', '::'],
  ['loopback', '::1', '::1'],
  ['IPv4-compatible', '::2', '::ffff:ffff'],
  ['IPv4-translated', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['local-use IPv4/IPv6 translation', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard-only', '100::', '100::ffff:ffff:ffff:ffff'],
  ['dummy prefix', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['IETF protocol assignments', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['benchmarking', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['AMT', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['AS112-v6', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['deprecated ORCHID', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHIDv2', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['drone remote ID', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['direct delegation AS112', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unassigned', '4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link-local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link-local with a zone', 'fe80::1%lo', 'fe80::1%1'],
  ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

/** Where clouds answer with credentials of the machine. */
const metadataServices: readonly [name: string, ip: string][] = [
  ['most clouds', '169.254.169.254'],
  ['containers of Amazon', '169.254.170.2'],
  ['Amazon over IPv6', 'fd00:ec2::254'],
  ['pods of Amazon over IPv6', 'fd00:ec2::23'],
  ['Google over IPv6', 'fd20:ce::254'],
  ['Oracle over IPv6', 'fd00:c1::a9fe:a9fe'],
  ['Scaleway over IPv6', 'fd00:42::42'],
  ['Oracle', '192.0.0.192'],
  ['Alibaba', '100.100.100.200'],
  ['Azure', '168.63.129.16'],
  ['OpenStack over IPv6', 'fe80::a9fe:a9fe'],
]

const callable = ['1.1.1.1', '10.1.2.3', '172.16.0.1', '192.168.0.4', '100.64.0.1', '2606:4700::1111', 'fd00::7']
const loopback = ['127.0.0.1', '127.255.0.1', '::1', '::ffff:127.0.0.1']

/** The forms in which IPv6 carries an IPv4 address; null where the form is not called at all. */
const carriers: readonly [name: string, of: (hex: string, dotted: string) => string, isTranslated: boolean][] = [
  ['IPv4-mapped', (hex) => `::ffff:${hex}`, true],
  ['IPv4-mapped, dotted', (_hex, dotted) => `::ffff:${dotted}`, true],
  ['NAT64', (hex) => `64:ff9b::${hex}`, true],
  ['NAT64, dotted', (_hex, dotted) => `64:ff9b::${dotted}`, true],
  ['local NAT64', (hex) => `64:ff9b:1::${hex}`, false],
  ['6to4', (hex) => `2002:${hex}::1`, false],
  ['IPv4-compatible', (hex) => `::${hex}`, false],
  ['IPv4-translated', (hex) => `::ffff:0:${hex}`, false],
]
const hexOf = (ip: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

const trial = { allowsLoopback: true }
const real = { allowsLoopback: false }

describe('an address that the server calls for a setting (S69)', () => {
  test.each([...specialIpv4, ...specialIpv6])('is never of the range for %s: %s to %s', (name, first, last) => {
    for (const ip of [first, last])
      expect([ip, isCallable(ip, real, 443), isCallable(ip, trial, 443)]).toEqual([ip, false, name === 'loopback'])
  })

  test.each(metadataServices)('is never the metadata service of %s: %s', (_, ip) => {
    expect([isCallable(ip, real, 443), isCallable(ip, trial, 443)]).toEqual([false, false])
  })

  test.each(callable)('may be %s', (ip) => expect(isCallable(ip, real, 443)).toBe(true))

  test.each(loopback)('is %s in a trial only', (ip) => {
    expect([isCallable(ip, trial, 443), isCallable(ip, real, 443)]).toEqual([true, false])
  })

  test.each(carriers)('counts as the IPv4 address that it carries, where it is %s', (_, carried, isTranslated) => {
    const refused = [
      ...specialIpv4.flatMap(([, first, last]) => [first, last]),
      ...metadataServices.map(([, ip]) => ip),
    ]
    for (const ip of refused.filter((each) => each.includes('.')))
      expect([ip, isCallable(carried(hexOf(ip), ip), real, 443)]).toEqual([ip, false])
    for (const ip of callable.filter((each) => each.includes('.')))
      expect([ip, isCallable(carried(hexOf(ip), ip), real, 443)]).toEqual([ip, isTranslated])
  })

  test.each(['', 'localhost', '1.2.3', '1.2.3.4.5', '::1::', 'fe80'])('is no text that is no address: "%s"', (text) =>
    expect(isCallable(text, trial, 443)).toBe(false),
  )
})

describe('a port of the portal', () => {
  const rules = { ...trial, ownPorts: [8080, 8081] }
  const own = Object.values(networkInterfaces()).flatMap((interfaces = []) => interfaces)
  const names = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1']

  test.each(names)('is never called at %s, and other ports of the machine are', (ip) => {
    expect(rules.ownPorts.map((port) => isCallable(ip, rules, port))).toEqual([false, false])
    expect(isCallable(ip, rules, 8082)).toBe(true)
  })

  test('is never called at an address of the network interfaces', () => {
    for (const { address } of own)
      for (const port of rules.ownPorts) expect([address, isCallable(address, rules, port)]).toEqual([address, false])
  })

  test('is found in a URL by every way to write it', () => {
    const hosts = [
      'localhost',
      'LOCALHOST',
      ...[...names, ...own.filter(({ scopeid = 0 }) => scopeid === 0).map(({ address }) => address)].map((ip) =>
        ip.includes(':') ? `[${ip}]` : ip,
      ),
      '0x7f.1',
      '2130706433',
    ]
    for (const host of hosts) {
      expect([host, isOfPortal(new URL(`http://${host}:8081/metrics`), rules)]).toEqual([host, true])
      expect([host, isOfPortal(new URL(`http://${host}:8082/`), rules)]).toEqual([host, false])
    }
    expect(isOfPortal(new URL('https://localhost/'), { ...trial, ownPorts: [443] })).toBe(true)
    expect(isOfPortal(new URL('http://localhost/'), { ...trial, ownPorts: [80] })).toBe(true)
  })

  test('is a port like others at other machines', () => {
    expect(isCallable('203.0.114.1', rules, 8080)).toBe(true)
    expect(isOfPortal(new URL('https://hooks.example.com:8080/'), rules)).toBe(false)
  })
})
