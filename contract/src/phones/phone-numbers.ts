/** How an installation takes telephone numbers, stores them and shows them. */
export interface PhoneNumbers {
  /** True where numbers of all countries are taken, which forms say in other words. */
  readonly isInternational: boolean
  /** Returns the form in which what was entered is stored; null where it is no number. */
  read: (entered: string) => string | null
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

/** The same, where the numbers that a user has already stay as they are stored when they are sent again. */
export const keepingPhones = (phones: PhoneNumbers, stored: readonly (string | null | undefined)[]): PhoneNumbers => ({
  ...phones,
  read: (entered) => {
    const text = entered.trim()
    const kept = stored.find((number) => number && (number === text || phones.show(number) === text))
    return kept ?? phones.read(text)
  },
})

/** What a form sends of a number: its stored form, or what was entered where that is no number. */
export const sentPhone = (phones: PhoneNumbers, entered: string): string => phones.read(entered) ?? entered.trim()
