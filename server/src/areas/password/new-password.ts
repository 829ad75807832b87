import { formatMessage } from '@portico/contract/texts/format-message.ts'
import type { PasswordRule } from '@portico/contract/password.ts'
import {
  checkRule,
  characterCount,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from '@portico/contract/password-rules.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { isGuessedFirst } from './guessed-passwords.ts'

/** Returns one message for each broken rule; earlier passwords are not checked here. */
export function passwordIssues(password: string, rules: readonly PasswordRule[]): string[] {
  const unusable = unusableBecause(password)
  if (unusable !== null) return [unusable]
  return rules.flatMap((rule) => {
    if (rule.typeCd === 'COMMON') return isGuessedFirst(password) ? [defaultTexts.password_too_common] : []
    return checkRule(password, rule) === 'broken' ? [`${rule.ruleTxt}.`] : []
  })
}

/** Refuses what no rule of administrators can allow. */
function unusableBecause(password: string): string | null {
  const length = characterCount(password)
  if (length > PASSWORD_MAX_LENGTH)
    return formatMessage(defaultTexts.password_length_most, { most: PASSWORD_MAX_LENGTH })
  // A lone surrogate would be hashed as another character, and NUL ends a text elsewhere.
  if (password.includes('\0') || !password.isWellFormed()) return defaultTexts.password_unusable
  if (length < PASSWORD_MIN_LENGTH)
    return formatMessage(defaultTexts.password_length_least, { least: PASSWORD_MIN_LENGTH })
  return null
}

/** Returns how many of the last passwords, the current one included, cannot be reused. */
export function historyOf(rules: readonly PasswordRule[]): number {
  return Math.max(0, ...rules.filter(({ typeCd }) => typeCd === 'HISTORY').map(({ value }) => value ?? 1))
}
