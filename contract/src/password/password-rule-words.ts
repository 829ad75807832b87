import type { passwordTexts } from './password-texts.ts'

/** A text of `passwordTexts` with its values. */
export interface RuleSentence {
  key: keyof typeof passwordTexts & `password_rule_words_${string}`
  values: Readonly<Record<string, string | number>>
}

/** The rules as shipped; administrators may word them otherwise, and those words are shown as they are. */
const SHIPPED = {
  length: /^At least (\d+) characters?$/,
  common: 'Not a password that many people use',
  history: /^None of your last (\d+) passwords?$/,
  ownWords: /^Without your user ID, your name, your organization or ‘(.+)’$/,
}

/** Reads the stored text of a password rule: the sentence that it was shipped as, or null for any other one. */
export function ruleSentence(stored: string): RuleSentence | null {
  const length = SHIPPED.length.exec(stored)?.[1]
  if (length !== undefined) return { key: 'password_rule_words_length', values: { count: Number(length) } }
  if (stored === SHIPPED.common) return { key: 'password_rule_words_common', values: {} }
  const history = SHIPPED.history.exec(stored)?.[1]
  if (history !== undefined) return { key: 'password_rule_words_history', values: { count: Number(history) } }
  const product = SHIPPED.ownWords.exec(stored)?.[1]
  return product === undefined ? null : { key: 'password_rule_words_own_words', values: { product } }
}
