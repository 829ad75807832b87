/** From so many days on people are told on the home page (decision B13). */
export const TOLD_FROM_DAYS = 14

interface ExpiryTexts {
  readonly password_expires_in: string
  readonly password_expires_tomorrow: string
}

/** When the password expires, in words. */
export const expiryOf = (days: number, t: ExpiryTexts): string =>
  days <= 1 ? t.password_expires_tomorrow : t.password_expires_in.replace('{days}', String(days))
