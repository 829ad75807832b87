import { hashToken } from '../../crypto/tokens.ts'

/** First match wins: Edge and Opera also call themselves Chrome, Chrome also Safari. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

/** Describes the browser and system of a User-Agent header, such as 'Firefox on Windows'. */
export function describeDevice(userAgent: string): string {
  const browser = browsers.find(([mark]) => mark.test(userAgent))?.[1] ?? 'An unknown browser'
  const system = systems.find(([mark]) => mark.test(userAgent))?.[1]
  return system ? `${browser} on ${system}` : browser
}

/** Describes the location of an address, as far as it is known. */
export function describePlace(address: string): string {
  const plain = address.replace(/^::ffff:/, '')
  if (plain === '::1' || plain.startsWith('127.')) return 'this computer'
  if (/^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/i.test(plain)) return `the company network (${plain})`
  return `the address ${plain}`
}

/** Returns the browser's name in the audit trail: distinguishes the browsers of one user, and is of no other use. */
export function nameOfBrowser(binding: string | undefined): string | null {
  return binding === undefined ? null : hashToken(binding).toString('hex', 0, 8)
}
