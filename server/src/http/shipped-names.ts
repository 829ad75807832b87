import { shippedNameKey } from '@portico/contract/shipped-names.ts'
import { Sentence, type Wording } from './sentences.ts'

/** Returns the name of a row in the words of the reader while it is the shipped one; other names stay. */
export function nameInWords(wording: Wording, name: string): string {
  const key = shippedNameKey(name)
  return key === null ? name : wording(new Sentence(key))
}
