import { BlockList } from 'node:net'
import { parseUrl, refuseValue } from './value-readers.mjs'

/** @typedef {import('./smtp-server.ts').SmtpServer} SmtpServer */

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** @param {string} host */
const isLoopback = (host) => host === 'localhost' || loopback.check(host, host.includes(':') ? 'ipv6' : 'ipv4')

const EXAMPLE = 'must be an address such as smtp://user:password@mail.example.com:587 or smtps://mail.example.com'

/**
 * smtp:// or smtps:// with host, and user and password when the server needs them. Error messages never repeat the
 * value.
 * @param {string} text
 * @returns {SmtpServer}
 */
export function smtpAddress(text) {
  const url = parseUrl(text) ?? refuseValue(EXAMPLE)
  const problem = problemOf(url)
  if (problem !== undefined) refuseValue(problem)
  return {
    host: hostOf(url),
    port: url.port ? Number(url.port) : url.protocol === 'smtps:' ? 465 : 587,
    credentials: url.username
      ? { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
      : undefined,
    encryption: encryptionOf(url),
  }
}

/** @param {URL} url */
const hostOf = ({ hostname }) => hostname.replace(/^\[|\]$/g, '')

/** @param {URL} url */
function problemOf(url) {
  if (!/^smtps?:$/.test(url.protocol) || !url.hostname || !/^\/?$/.test(url.pathname) || url.hash) return EXAMPLE
  if (url.search && url.search !== '?starttls=optional')
    return 'must have no other parameter than starttls=optional, for a server of your own network that offers no TLS'
  if (url.search && url.username)
    return 'must not name a password together with starttls=optional: it could be sent in plain text'
  if (Boolean(url.username) !== Boolean(url.password)) return 'must name both user and password, or neither'
  try {
    decodeURIComponent(url.username + url.password)
  } catch {
    return 'must have user and password percent-encoded'
  }
  return undefined
}

/**
 * Traffic on the same machine cannot be intercepted, and mail servers there rarely have a trusted certificate.
 * @param {URL} url
 * @returns {SmtpServer['encryption']}
 */
function encryptionOf(url) {
  if (url.protocol === 'smtps:') return 'whole'
  if (isLoopback(hostOf(url))) return 'none'
  return url.search ? 'optional' : 'required'
}
