import { use } from 'react'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { type PhoneNumbers, tenDigitPhones } from '@portico/contract/phones/phone-numbers.ts'
import { currentLanguage, formatMessage, useTexts } from '../api/texts.ts'

/** The country of numbers without country code, which the page names where numbers of all countries are taken. */
const phoneCountry = (): string | undefined => document.documentElement.dataset['phoneCountry']

const loaded = new Map<string, Promise<PhoneNumbers>>()

async function loadInternational(country: string): Promise<PhoneNumbers> {
  try {
    const { internationalPhones } = await import('@portico/contract/phones/international-phones.ts')
    return internationalPhones(country)
  } catch (error) {
    // The next visit tries again.
    loaded.delete(country)
    throw error
  }
}

/** Once for each country, because `use` needs the same promise each time. */
function internationalOf(country: string): Promise<PhoneNumbers> {
  const numbers = loaded.get(country) ?? loadInternational(country)
  loaded.set(country, numbers)
  return numbers
}

/**
 * Returns how this installation takes telephone numbers. The loader of each screen that shows or takes some awaits it:
 * for ten digits nothing is loaded, for other numbers a library.
 */
export async function loadPhoneNumbers(): Promise<PhoneNumbers> {
  const country = phoneCountry()
  return country === undefined ? tenDigitPhones : internationalOf(country)
}

/** How this installation takes telephone numbers. */
export function usePhoneNumbers(): PhoneNumbers {
  const country = phoneCountry()
  return country === undefined ? tenDigitPhones : use(internationalOf(country))
}

/** What a field says about the numbers that it takes: the given sentence, where they are ten digits. */
export function usePhoneHelp(tenDigits: string): string {
  const { phone_help: international } = useTexts(accountTexts)
  const country = phoneCountry()
  if (country === undefined) return tenDigits
  const names = new Intl.DisplayNames([currentLanguage()], { type: 'region' })
  return formatMessage(international, { country: names.of(country) ?? country })
}
