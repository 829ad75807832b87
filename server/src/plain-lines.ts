/**
 * A text of several lines that a user sent, as it is stored: line ends become \n, other control characters become
 * spaces, and it is trimmed.
 */
export const plainLines = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .trim()
