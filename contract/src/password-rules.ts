/** Most characters a password may have, whatever the rules say; all of them count, spaces too. */
export const PASSWORD_MAX_LENGTH = 128
/** Fewest characters a password may have, whatever the rules say. */
export const PASSWORD_MIN_LENGTH = 8

/** A rule as both sides judge by it; a rule of another type is only read by people (decision D7). */
interface Rule {
  typeCd: string
  value: number | null
  /** Words that belong to the person, where the rule is about them. */
  ownWords?: readonly string[] | undefined
}

/** 'open': the password alone does not tell; the server looks when it is sent. */
export type Verdict = 'kept' | 'broken' | 'open'

type Judge = (password: string, rule: Rule) => boolean

const count = (password: string, signs: RegExp) => password.match(signs)?.length ?? 0
const atLeast = (signs: RegExp): Judge => {
  return (password, { value }) => count(password, signs) >= (value ?? 1)
}

const holdsNoWord: Judge = (password, { ownWords = [] }) => {
  const bare = bareWord(password)
  return !ownWords.map(bareWord).some((word) => word !== '' && bare.includes(word))
}

const judges = new Map<string, Judge>([
  ['MIN_LENGTH', (password, { value }) => lengthOf(password) >= (value ?? PASSWORD_MIN_LENGTH)],
  ['MAX_LENGTH', (password, { value }) => lengthOf(password) <= (value ?? PASSWORD_MAX_LENGTH)],
  ['UPPERCASE', atLeast(/\p{Lu}/gu)],
  ['LOWERCASE', atLeast(/\p{Ll}/gu)],
  ['DIGITS', atLeast(/\p{Nd}/gu)],
  ['SPECIAL', atLeast(/[^\p{L}\p{M}\p{Nd}]/gu)],
  ['OWN_WORDS', holdsNoWord],
])

/** What a password is worth by one rule. */
export function judge(password: string, rule: Rule): Verdict {
  const kept = judges.get(rule.typeCd)
  if (!kept) return 'open'
  return kept(password, rule) ? 'kept' : 'broken'
}

/** Characters as people count them: a sign of any script is one. */
export const lengthOf = (password: string): number => Array.from(password).length

/** Letters and digits alone, without case and accents, so that a word is found however it is written. */
export const bareWord = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]/gu, '')
