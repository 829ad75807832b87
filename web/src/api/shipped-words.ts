import { shippedSentence } from '@portico/contract/texts/shipped-names.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { shippedNameTexts } from '@portico/contract/texts/shipped-name-texts.ts'
import { formatMessage, texts } from './texts.ts'

const shippedTexts = { ...shippedNameTexts, ...passwordTexts }

/** Returns what readers of the page's language read instead of a stored text; null: it is not worded as shipped. */
export function shippedWords(stored: string): string | null {
  const sentence = shippedSentence(stored, texts(generalTexts).product_name)
  return sentence === null ? null : formatMessage(texts(shippedTexts)[sentence.key] as string, sentence.values)
}

/** A stored text in the language of the page while it is worded as shipped; other texts stay. */
export const shippedInWords = (stored: string): string => shippedWords(stored) ?? stored
