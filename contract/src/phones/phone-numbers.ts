/** A field of a user that holds a number, by its name in the calls. */
export type PhoneField = 'workPhone' | 'homePhone' | 'mobilePhnNbr' | 'faxNum'

/** How an installation takes telephone numbers, stores them and shows them. */
export interface PhoneNumbers {
  /** True where numbers of all countries are taken, which forms say in other words. */
  readonly isInternational: boolean
  /** Returns the form in which what was entered in a field is stored; null where it is no number. */
  read: (entered: string, field: PhoneField) => string | null
  /** Returns a stored number as people read it; what is no number stays as it is. */
  show: (stored: string) => string
}

const TEN_DIGITS = /^(\d{10}|\d{3}-\d{3}-\d{4})$/

/** Formats ten digits with hyphens; returns any other text unchanged. */
export const formatTenDigits = (stored: string): string =>
  /^\d{10}$/.test(stored) ? `${stored.slice(0, 3)}-${stored.slice(3, 6)}-${stored.slice(6)}` : stored

/** Ten digits, with both hyphens or none, stored without (ACCT-045..047, UADM-112). */
export const tenDigitPhones: PhoneNumbers = {
  isInternational: false,
  read: (entered) => (TEN_DIGITS.test(entered.trim()) ? entered.trim().replaceAll('-', '') : null),
  show: formatTenDigits,
}

/** The same, where a number that a user has already stays as it is stored when it is sent again in its own field. */
export const keepingPhones = (
  phones: PhoneNumbers,
  stored: { readonly [Field in PhoneField]?: string | null | undefined },
): PhoneNumbers => ({
  ...phones,
  read: (entered, field) => {
    const text = entered.trim()
    const number = stored[field]
    return number && (number === text || phones.show(number) === text) ? number : phones.read(text, field)
  },
})

/** What a form sends of a number: its stored form, or what was entered where that is no number. */
export const sentPhone = (phones: PhoneNumbers, entered: string, field: PhoneField): string =>
  phones.read(entered, field) ?? entered.trim()
