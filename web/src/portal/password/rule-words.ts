import type { PasswordRule } from '@portico/contract/password/password.ts'
import { ruleSentence } from '@portico/contract/password/password-rule-words.ts'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { formatMessage, texts } from '../../api/texts.ts'

/** Returns a rule in the language of the page; one that an administrator worded stays as it is. */
export function ruleInWords({ ruleTxt }: Pick<PasswordRule, 'ruleTxt'>): string {
  const sentence = ruleSentence(ruleTxt)
  return sentence === null ? ruleTxt : formatMessage(texts(passwordTexts)[sentence.key], sentence.values as never)
}
