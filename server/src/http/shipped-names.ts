import { shippedNameKey, shippedSentence } from '@portico/contract/texts/shipped-names.ts'
import { storedSentence } from '@portico/contract/texts/stored-words.ts'
import { portalPageTexts } from '@portico/contract/catalog/portal-page-texts.ts'
import type { TextKey } from '@portico/contract/texts/texts.ts'
import { MessageRef, sentences, type Translate } from './sentences.ts'

/** Returns the name of a row in the words of the reader while it is the shipped one; other names stay. */
export function nameInWords(translate: Translate, name: string): string {
  const key = shippedNameKey(name)
  return key === null ? name : translate(new MessageRef(key))
}

/** Returns the text of a static setting in the words of the reader while it is the shipped one; other texts stay. */
export function shippedInWords(translate: Translate, stored: string): string {
  const sentence = shippedSentence(stored, translate(sentences.product_name))
  return sentence === null ? stored : translate(new MessageRef(sentence.key, sentence.values))
}

const portalPages = Object.entries(portalPageTexts) as [keyof typeof portalPageTexts, string][]

/** Returns the names of the portal's own pages in the words of the reader, by the names they are stored under. */
export const portalPageNames = (translate: Translate): Readonly<Record<string, string>> =>
  Object.fromEntries(portalPages.map(([key, name]) => [name, translate(new MessageRef(key))]))

/** The name of one of the portal's own pages, for a sentence. */
export const portalPageName = (name: string): MessageRef | string => {
  const found = portalPages.find(([, stored]) => stored === name)
  return found ? new MessageRef(found[0]) : name
}

/** Returns a sentence that was stored in the source language in the words of the reader; other texts stay. */
export function storedInWords<Key extends TextKey>(
  translate: Translate,
  table: Readonly<Record<Key, string>>,
  stored: string,
): string {
  const sentence = storedSentence(table, stored)
  return sentence === null ? stored : translate(new MessageRef(sentence.key, sentence.values))
}
