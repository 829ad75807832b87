/** Maximum characters of a password, whatever the rules say; all characters count, including spaces. */
export const PASSWORD_MAX_LENGTH = 128
/** Minimum characters of a password, whatever the rules say. */
export const PASSWORD_MIN_LENGTH = 8

/** A rule that browser and server both check; rules of other types are only shown as text (decision D7). */
interface Rule {
  typeCd: string
  value: number | null
  /** Words about the user that the password must not contain, for rules that need them. */
  ownWords?: readonly string[] | undefined
}

/** 'open': cannot be decided from the password alone; the server checks it on submit. */
export type Verdict = 'kept' | 'broken' | 'open'

type RuleCheck = (password: string, rule: Rule) => boolean

const count = (password: string, pattern: RegExp) => password.match(pattern)?.length ?? 0
const atLeast = (pattern: RegExp): RuleCheck => {
  return (password, { value }) => count(password, pattern) >= (value ?? 1)
}

const containsNoOwnWord: RuleCheck = (password, { ownWords = [] }) => {
  const normalized = normalizeWord(password)
  return !ownWords.map(normalizeWord).some((word) => word !== '' && normalized.includes(word))
}

const ruleChecks = new Map<string, RuleCheck>([
  ['MIN_LENGTH', (password, { value }) => characterCount(password) >= (value ?? PASSWORD_MIN_LENGTH)],
  ['MAX_LENGTH', (password, { value }) => characterCount(password) <= (value ?? PASSWORD_MAX_LENGTH)],
  ['UPPERCASE', atLeast(/\p{Lu}/gu)],
  ['LOWERCASE', atLeast(/\p{Ll}/gu)],
  ['DIGITS', atLeast(/\p{Nd}/gu)],
  ['SPECIAL', atLeast(/[^\p{L}\p{M}\p{Nd}]/gu)],
  ['OWN_WORDS', containsNoOwnWord],
])

/** Checks a password against one rule. */
export function checkRule(password: string, rule: Rule): Verdict {
  const isMet = ruleChecks.get(rule.typeCd)
  if (!isMet) return 'open'
  return isMet(password, rule) ? 'kept' : 'broken'
}

/** Characters as users count them: one code point of any script is one. */
export const characterCount = (password: string): number => Array.from(password).length

/** Lower-case letters and digits only, without accents, so that a word is found in any spelling. */
export const normalizeWord = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]/gu, '')
