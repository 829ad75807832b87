import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { formatTenDigits, type PhoneNumbers } from './phone-numbers.ts'

/**
 * Numbers of all countries in any usual way of writing, stored in the form of E.164. A number without country code is
 * one of `country`, whose numbers are shown as they are dialed there. Ten digits that were stored before stay ten
 * digits.
 * @param country two letters, such as US
 */
export function internationalPhones(country: string): PhoneNumbers {
  if (!isSupportedCountry(country)) throw new Error(`No country has the code ${country}`)
  const parse = (text: string): PhoneNumber | undefined => {
    const found = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
    // An extension has a field of its own, or none: it would be lost.
    return found?.isValid() && found.ext === undefined ? found : undefined
  }
  return {
    isInternational: true,
    read: (entered) => {
      const text = withoutMarks(entered)
      // Two zeros begin a number abroad in most countries; where they do not, as in the United States, no number has them.
      const found = parse(text) ?? (text.startsWith('00') ? parse(`+${text.slice(2)}`) : undefined)
      return found?.number ?? null
    },
    show: (stored) => {
      const found = stored.startsWith('+') ? parsePhoneNumberFromString(stored) : undefined
      if (!found) return formatTenDigits(stored)
      return found.country === country ? found.formatNational() : found.formatInternational()
    },
  }
}

/** Without the invisible marks that address books copy along with a number. */
const withoutMarks = (text: string) => text.replaceAll(/\p{Cf}/gu, '').trim()
