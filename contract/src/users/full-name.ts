type Named = { firstNm: string; lastNm: string } | { firstName: string; lastName: string }

/** First and last name of a user, from the wire or from the domain. */
export const fullName = (user: Named): string =>
  'firstNm' in user ? `${user.firstNm} ${user.lastNm}` : `${user.firstName} ${user.lastName}`
