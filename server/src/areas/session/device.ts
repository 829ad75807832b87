import { deviceTexts as t } from '@portico/contract/session/device-texts.ts'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
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

/** Describes the browser and system of a User-Agent header, such as 'Firefox on Windows', as it is recorded. */
export function describeDevice(userAgent: string): string {
  const browser = browsers.find(([mark]) => mark.test(userAgent))?.[1] ?? t.device_unknown
  const system = systems.find(([mark]) => mark.test(userAgent))?.[1]
  return system ? formatMessage(t.device_on, { browser, system }, SOURCE_LANGUAGE) : browser
}

/** Describes the location of an address, as far as it is known. */
export function describePlace(address: string): string {
  const plain = address.replace(/^::ffff:/, '')
  if (plain === '::1' || plain.startsWith('127.')) return t.place_here
  if (/^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/i.test(plain))
    return formatMessage(t.place_network, { address: plain }, SOURCE_LANGUAGE)
  return formatMessage(t.place_address, { address: plain }, SOURCE_LANGUAGE)
}

/** Returns the browser's name in the audit trail: distinguishes the browsers of one user, and is of no other use. */
export function nameOfBrowser(binding: string | undefined): string | null {
  return binding === undefined ? null : hashToken(binding).toString('hex', 0, 8)
}
