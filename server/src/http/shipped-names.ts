import { shippedNameKey, shippedSentence } from '@portico/contract/shipped-names.ts'
import { storedSentence } from '@portico/contract/stored-words.ts'
import { portalPageTexts } from '@portico/contract/texts/portal-page-texts.ts'
import type { TextKey } from '@portico/contract/texts/texts.ts'
import { Sentence, sentences, type Wording } from './sentences.ts'

/** Returns the name of a row in the words of the reader while it is the shipped one; other names stay. */
export function nameInWords(wording: Wording, name: string): string {
  const key = shippedNameKey(name)
  return key === null ? name : wording(new Sentence(key))
}

/** Returns the text of a static setting in the words of the reader while it is the shipped one; other texts stay. */
export function shippedInWords(wording: Wording, stored: string): string {
  const sentence = shippedSentence(stored, wording(sentences.product_name))
  return sentence === null ? stored : wording(new Sentence(sentence.key, sentence.values))
}

const portalPages = Object.entries(portalPageTexts) as [keyof typeof portalPageTexts, string][]

/** Returns the names of the portal's own pages in the words of the reader, by the names they are stored under. */
export const portalPageNames = (wording: Wording): Readonly<Record<string, string>> =>
  Object.fromEntries(portalPages.map(([key, name]) => [name, wording(new Sentence(key))]))

/** Returns a sentence that was stored in the source language in the words of the reader; other texts stay. */
export function storedInWords<Key extends TextKey>(
  wording: Wording,
  table: Readonly<Record<Key, string>>,
  stored: string,
): string {
  const sentence = storedSentence(table, stored)
  return sentence === null ? stored : wording(new Sentence(sentence.key, sentence.values))
}
