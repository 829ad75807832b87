import { type RuleSentence, ruleSentence } from '../password/password-rule-words.ts'
import { shippedKey } from './shipped-key.ts'
import type { StoredSentence } from './stored-words.ts'
import { jobNameTexts } from '../jobs/job-name-texts.ts'
import { shippedNameTexts } from './shipped-name-texts.ts'

/** Returns the key of the text for the name of a row as the portal created it; null: an administrator named it. */
export const shippedNameKey = (name: string) => shippedKey(shippedNameTexts, name)

/** Returns the key of the text for a job as the portal named it; null: an administrator named it. */
export const jobNameKey = (name: string) => shippedKey(jobNameTexts, name)

/** Stands for the name of the product in the stored text of a password rule. */
const PRODUCT_NAME = '{product_name}'

/**
 * Returns the text that readers get instead of the stored one of a static setting that is worded as shipped; null: an
 * administrator worded it.
 */
export function shippedSentence(
  stored: string,
  productName: string,
): StoredSentence<keyof typeof shippedNameTexts | RuleSentence['key']> | null {
  const key = shippedNameKey(stored)
  return key === null ? ruleSentence(stored.replace(PRODUCT_NAME, () => productName)) : { key, values: {} }
}
