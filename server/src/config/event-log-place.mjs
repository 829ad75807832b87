import path from 'node:path'
import { parseUrl, refuseValue } from './value-readers.mjs'

/** @typedef {import('./event-log-settings.ts').EventLogPlace} EventLogPlace */

const EXAMPLE =
  'must be json:stdout, json: with the absolute path of a file, syslog://host:514 or syslog+tls://host:6514, without anything else'

const SYSLOG_PORTS = { 'syslog:': 514, 'syslog+tls:': 6514 }

/**
 * Where events of the audit trail are also written.
 * @param {string} text
 * @returns {EventLogPlace}
 */
export function eventLogPlace(text) {
  const [, file] = /^json:(.*)$/.exec(text) ?? []
  if (file === 'stdout') return { kind: 'stdout', name: text }
  if (file !== undefined) return path.isAbsolute(file) ? { kind: 'file', name: text, file } : refuseValue(EXAMPLE)
  const url = parseUrl(text)
  const isFit =
    url?.hostname && /^\/?$/.test(url.pathname) && !url.username && !url.password && !url.search && !url.hash
  if (!isFit || (url.protocol !== 'syslog:' && url.protocol !== 'syslog+tls:')) return refuseValue(EXAMPLE)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || SYSLOG_PORTS[url.protocol])
  if (port === 0) return refuseValue(EXAMPLE)
  return {
    kind: 'syslog',
    name: `${url.protocol}//${url.hostname}:${port}`,
    host,
    port,
    isEncrypted: url.protocol === 'syslog+tls:',
  }
}
