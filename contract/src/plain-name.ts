/** Returns a typed name on one line, without control characters and marks that change the direction of writing. */
export const plainName = (typed: string): string =>
  typed
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
