import { readFileSync } from 'node:fs'
import path from 'node:path'
import { bareWord } from '@portico/contract/password-rules.ts'
import { productRoot } from '../../product-root.ts'

/**
 * The ten thousand passwords that people use most, and longer ones among the next forty thousand, as bare
 * words: from @zxcvbn-ts/language-common 4.1.3 (MIT), which drew them from published breaches.
 */
const listed = new Set(
  readFileSync(path.join(productRoot, 'server/src/areas/password/guessed-passwords.txt'), 'utf8').trim().split('\n'),
)

/** Guessed first here, though not elsewhere. */
const productWords = ['portico', 'customerportal', 'clientportal']

/** Rows of keys and of the alphabet, as fingers and minds run along them. */
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
]

/** Fewer different signs than these are a pattern and no password. */
const FEWEST_SIGNS = 4

/**
 * True for a password that is guessed first: listed, a listed word with figures or signs around it, the
 * same again and again, or a run of keys.
 */
export function isGuessedFirst(password: string): boolean {
  const bare = bareWord(password)
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
