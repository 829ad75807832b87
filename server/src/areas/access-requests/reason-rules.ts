/** The text of a reason: lines are kept, other control characters become spaces. */
export const plainReason = (reason: string): string =>
  reason
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .trim()
