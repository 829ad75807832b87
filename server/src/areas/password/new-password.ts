import type { PasswordRule } from '@portico/contract/password/password.ts'
import { ruleSentence } from '@portico/contract/password/password-rule-words.ts'
import {
  checkRule,
  characterCount,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from '@portico/contract/password/password-rules.ts'
import { MessageRef, sentences } from '../../http/sentences.ts'
import { isGuessedFirst } from './guessed-passwords.ts'

/** Returns one message for each broken rule; earlier passwords are not checked here. */
export function passwordIssues(password: string, rules: readonly PasswordRule[]): MessageRef[] {
  const unusable = unusableBecause(password, rules)
  if (unusable !== null) return [unusable]
  return rules.flatMap((rule): MessageRef[] => {
    if (rule.typeCd === 'COMMON') return isGuessedFirst(password) ? [sentences.password_too_common] : []
    return checkRule(password, rule) === 'broken'
      ? [sentences.password_rule_unmet({ rule: ruleInWords(rule.ruleTxt) })]
      : []
  })
}

/** A rule as shipped gets its words when it is sent; one that an administrator worded stays as it is. */
function ruleInWords(stored: string): MessageRef | string {
  const sentence = ruleSentence(stored)
  return sentence === null ? stored : new MessageRef(sentence.key, sentence.values)
}

/** Refuses what no rule of administrators can allow. */
function unusableBecause(password: string, rules: readonly PasswordRule[]): MessageRef | null {
  const length = characterCount(password)
  if (length > PASSWORD_MAX_LENGTH) return sentences.password_length_most({ most: PASSWORD_MAX_LENGTH })
  // A lone surrogate would be hashed as another character, and NUL ends a text elsewhere.
  if (password.includes('\0') || !password.isWellFormed()) return sentences.password_unusable
  if (length < PASSWORD_MIN_LENGTH) return sentences.password_length_least({ least: shortestAllowed(rules) })
  return null
}

/** The characters that a password needs by the rules in force. */
const shortestAllowed = (rules: readonly PasswordRule[]): number =>
  Math.max(
    PASSWORD_MIN_LENGTH,
    ...rules.filter(({ typeCd }) => typeCd === 'MIN_LENGTH').map(({ value }) => value ?? PASSWORD_MIN_LENGTH),
  )

/** Returns how many of the last passwords, the current one included, cannot be reused. */
export function historyOf(rules: readonly PasswordRule[]): number {
  return Math.max(0, ...rules.filter(({ typeCd }) => typeCd === 'HISTORY').map(({ value }) => value ?? 1))
}
