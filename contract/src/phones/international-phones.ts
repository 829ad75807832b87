import {
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { formatTenDigits, type PhoneNumbers } from './phone-numbers.ts'

/**
 * Numbers of all countries in any usual way of writing, stored in the form of E.164. A number without country code is
 * one of `country`, whose numbers are shown as they are dialed there; one that could as well have the country code of
 * `country` without its plus sign is refused. Ten digits that were stored before stay ten digits.
 * @param country two letters, such as US
 */
export function internationalPhones(country: string): PhoneNumbers {
  if (!isSupportedCountry(country)) throw new Error(`No country has the code ${country}`)
  const parse = (text: string): PhoneNumber | undefined => {
    const found = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
    // An extension has a field of its own, or none: it would be lost.
    return found?.isValid() && found.ext === undefined ? found : undefined
  }
  const ownCode = getCountryCallingCode(country)
  const hasTwoReadings = (text: string, { number }: PhoneNumber) => {
    const digits = text.replaceAll(/\D/g, '')
    const withPlus = digits.startsWith(ownCode) ? parse(`+${digits}`) : undefined
    return withPlus !== undefined && withPlus.number !== number
  }
  return {
    isInternational: true,
    read: (entered) => {
      const text = inPlainDigits(entered)
      // Two zeros begin a number abroad in most countries; where they do not, as in the United States, no number has them.
      const found = parse(text) ?? (text.startsWith('00') ? parse(`+${text.slice(2)}`) : undefined)
      return found && !hasTwoReadings(text, found) ? found.number : null
    },
    show: (stored) => {
      const found = stored.startsWith('+') ? parsePhoneNumberFromString(stored) : undefined
      if (!found) return formatTenDigits(stored)
      return found.country === country ? found.formatNational() : found.formatInternational()
    },
  }
}

/** With ASCII digits, and without the invisible marks that address books copy along with a number. */
const inPlainDigits = (text: string) =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .trim()
