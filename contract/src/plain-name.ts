/** Returns a text without the marks that write what follows in the other direction, and those that end them. */
export const withoutDirectionMarks = (typed: string): string => typed.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** Returns a typed name on one line, without control characters and marks that change the direction of writing. */
export const plainName = (typed: string): string =>
  typed
    .replaceAll(/\p{Cf}/gu, '')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
