/** The text of a request or of an answer: lines are kept, other control characters become spaces. */
export const plainComment = (comment: string): string =>
  comment
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .trim()
