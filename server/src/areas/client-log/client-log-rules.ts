import { CLIENT_LOG_MAX_BYTES, type ClientLogEntry } from '@portico/contract/client-log/client-log.ts'

export interface StoredEntry {
  url: string
  message: string
  kind: string
  stack: string
  cause: string
}

/** Maximum length of each part, in bytes of JSON; the whole line stays within the limit of the log. */
const shares = { url: 1024, message: 2048, type: 128, stackTrace: 3456, cause: 1024 } as const

/** Returns the stored form of a report: without control characters, every part cut to its maximum (decision N-3). */
export function storedEntry(entry: ClientLogEntry): StoredEntry {
  return {
    url: keep(withoutQuery(entry.url), shares.url),
    message: keep(entry.message, shares.message),
    kind: keep(entry.type, shares.type),
    stack: keep(entry.stackTrace, shares.stackTrace),
    cause: keep(entry.cause, shares.cause),
  }
}

/** Converts a browser's report of a content security policy violation. */
export function policyReportEntry(report: Readonly<Record<string, unknown>>): ClientLogEntry {
  const part = (name: string) => (typeof report[name] === 'string' ? report[name] : '')
  return {
    url: part('document-uri'),
    type: 'malicious_csp_violation',
    message: `${part('effective-directive') || part('violated-directive')} refused ${withoutQuery(part('blocked-uri'))}`,
    stackTrace: null,
    cause: part('source-file') && withoutQuery(part('source-file')),
  }
}

/** The query and fragment of an address may contain secrets. */
function withoutQuery(url: string | null | undefined): string {
  return (url ?? '').split(/[?#]/, 1)[0] ?? ''
}

function keep(value: string | null | undefined, bytes: number): string {
  const printable = (value ?? '').slice(0, CLIENT_LOG_MAX_BYTES).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ')
  let kept = ''
  let used = 0
  for (const sign of printable) {
    used += sign === '"' || sign === '\\' ? 2 : Buffer.byteLength(sign)
    if (used > bytes) break
    kept += sign
  }
  return kept.trim()
}
