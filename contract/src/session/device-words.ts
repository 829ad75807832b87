import { deviceTexts } from './device-texts.ts'

/** A text of `deviceTexts` with its values. */
export interface DeviceSentence {
  key: keyof typeof deviceTexts
  values: Readonly<Record<string, string>>
}

/**
 * Reads the stored description of a browser, such as 'Firefox on Windows': in the source language, as it is recorded.
 * A browser without a known system, and any other text, has no sentence.
 */
export function deviceSentence(stored: string): DeviceSentence | null {
  const [, browser, system] = /^(.+) on (\S+)$/.exec(stored) ?? []
  if (browser !== undefined && system !== undefined) return { key: 'device_on', values: { browser, system } }
  return stored === deviceTexts.device_unknown ? { key: 'device_unknown', values: {} } : null
}

/** Reads the description of a place, such as 'the address 192.0.2.7'. */
export function placeSentence(stored: string): DeviceSentence | null {
  if (stored === deviceTexts.place_here) return { key: 'place_here', values: {} }
  const [, network, address] = /^the (?:company network \((\S+)\)|address (\S+))$/.exec(stored) ?? []
  if (network !== undefined) return { key: 'place_network', values: { address: network } }
  return address === undefined ? null : { key: 'place_address', values: { address } }
}

/** Words a description of a browser or a place; an unknown browser within it is worded, too. */
export function wordDescription(
  stored: string,
  sentence: DeviceSentence | null,
  say: (sentence: DeviceSentence) => string,
): string {
  if (sentence === null) return stored
  const values = Object.entries(sentence.values).map(([name, value]) => [
    name,
    value === deviceTexts.device_unknown ? say({ key: 'device_unknown', values: {} }) : value,
  ])
  return say({ key: sentence.key, values: Object.fromEntries(values) as Record<string, string> })
}
