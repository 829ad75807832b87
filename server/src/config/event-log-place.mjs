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
  const place = file === undefined ? syslogPlace(parseUrl(text)) : fileOf(text, file)
  return place ?? refuseValue(EXAMPLE)
}

/** @param {string} name @param {string} file @returns {EventLogPlace | undefined} */
const fileOf = (name, file) => (path.isAbsolute(file) ? { kind: 'file', name, file } : undefined)

/** @param {URL | null} url @returns {EventLogPlace | undefined} */
function syslogPlace(url) {
  if (!url?.hostname || !(url.protocol === 'syslog:' || url.protocol === 'syslog+tls:')) return undefined
  const more = [url.username, url.password, url.search, url.hash, url.pathname.replace(/^\/$/, '')].join('')
  const port = Number(url.port || SYSLOG_PORTS[url.protocol])
  if (more !== '' || port === 0) return undefined
  return {
    kind: 'syslog',
    name: `${url.protocol}//${url.hostname}:${port}`,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    isEncrypted: url.protocol === 'syslog+tls:',
  }
}
