import { internationalPhones } from '@portico/contract/phones/international-phones.ts'
import { type PhoneNumbers, tenDigitPhones } from '@portico/contract/phones/phone-numbers.ts'
import type { Config } from '../config/config.ts'

/** Returns how telephone numbers are taken by the settings. */
export const createPhoneNumbers = ({ phoneCountry }: Pick<Config, 'phoneCountry'>): PhoneNumbers =>
  phoneCountry === null ? tenDigitPhones : internationalPhones(phoneCountry)
