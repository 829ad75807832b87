import type { PasswordRule } from '@portico/contract/password.ts'
import { passwordTexts } from '@portico/contract/texts/password-texts.ts'
import { formatMessage, texts } from '../../api/texts.ts'

/** The rules as shipped; administrators may word them otherwise, and those words are shown as they are. */
const SHIPPED = {
  length: /^At least (\d+) characters?$/,
  common: 'Not a password that many people use',
  history: /^None of your last (\d+) passwords?$/,
  ownWords: /^Without your user ID, your name, your organi[sz]ation or ‘(.+)’$/,
}

/** Returns a rule in the language of the page. */
export function ruleInWords({ ruleTxt }: Pick<PasswordRule, 'ruleTxt'>): string {
  const t = texts(passwordTexts)
  const length = SHIPPED.length.exec(ruleTxt)?.[1]
  if (length !== undefined) return formatMessage(t.password_rule_words_length, { count: Number(length) })
  if (ruleTxt === SHIPPED.common) return t.password_rule_words_common
  const history = SHIPPED.history.exec(ruleTxt)?.[1]
  if (history !== undefined) return formatMessage(t.password_rule_words_history, { count: Number(history) })
  const product = SHIPPED.ownWords.exec(ruleTxt)?.[1]
  return product === undefined ? ruleTxt : formatMessage(t.password_rule_words_own_words, { product })
}
