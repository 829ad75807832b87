import { readFileSync } from 'node:fs'
import path from 'node:path'
import { normalizeWord } from '@portico/contract/password/password-rules.ts'
import { productRoot } from '../../product-root.ts'

/**
 * The ten thousand most common passwords, and longer ones among the next forty thousand, as bare words: from
 * @zxcvbn-ts/language-common 4.1.3 (MIT), which took them from published breaches.
 */
const listed = new Set(
  readFileSync(path.join(productRoot, 'server/src/areas/password/guessed-passwords.txt'), 'utf8').trim().split('\n'),
)

/** Words that are easily guessed for this product. */
const productWords = ['portico', 'customerportal', 'clientportal']

/** Runs of keys and of the alphabet. */
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
]

/** Fewer different characters than these are a pattern. */
const FEWEST_SIGNS = 4

/**
 * Returns true for a common password: listed, a listed word with digits or symbols around it, repetition, or a run of
 * keys.
 */
export function isGuessedFirst(password: string): boolean {
  const bare = normalizeWord(password)
  if (new Set(password).size < FEWEST_SIGNS) return true
  const unit = /^(.+?)\1*$/u.exec(bare)?.[1] ?? ''
  const core = bare.replace(/^\p{Nd}+|\p{Nd}+$/gu, '')
  return [bare, unit, core].some((word) => isListed(word) || isRun(word))
}

const isListed = (word: string) => listed.has(word) || productWords.includes(word)

function isRun(word: string): boolean {
  const backwards = Array.from(word).toReversed().join('')
  return word.length >= FEWEST_SIGNS && runs.some((run) => run.includes(word) || run.includes(backwards))
}
