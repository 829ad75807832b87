import type { PasswordRule } from '@portico/contract/password.ts'
import { judge, lengthOf, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@portico/contract/password-rules.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { isGuessedFirst } from './guessed-passwords.ts'

/** What speaks against a new password, each in one sentence; earlier passwords are not looked at here. */
export function objections(password: string, rules: readonly PasswordRule[]): string[] {
  const unusable = unusableBecause(password)
  if (unusable !== null) return [unusable]
  return rules.flatMap((rule) => {
    if (rule.typeCd === 'COMMON') return isGuessedFirst(password) ? [defaultTexts.password_too_common] : []
    return judge(password, rule) === 'broken' ? [`${rule.ruleTxt}.`] : []
  })
}

/** What no rule of administrators can allow. */
function unusableBecause(password: string): string | null {
  const length = lengthOf(password)
  if (length > PASSWORD_MAX_LENGTH)
    return defaultTexts.password_length_most.replace('{most}', String(PASSWORD_MAX_LENGTH))
  // A lone half of a pair would be hashed as another character, and NUL is the end of a text elsewhere.
  if (password.includes('\0') || !password.isWellFormed()) return defaultTexts.password_unusable
  if (length < PASSWORD_MIN_LENGTH)
    return defaultTexts.password_length_least.replace('{least}', String(PASSWORD_MIN_LENGTH))
  return null
}

/** How many of the last passwords, the current one included, may not come back. */
export function historyOf(rules: readonly PasswordRule[]): number {
  return Math.max(0, ...rules.filter(({ typeCd }) => typeCd === 'HISTORY').map(({ value }) => value ?? 1))
}
