import type { z } from 'zod'

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a record with fields',
}

/** Returns what is wrong with a value of a file, in a sentence. */
export function sentenceOfIssue(issue: z.core.$ZodIssue, noun: string): string {
  const field = issue.path.map((part) => (typeof part === 'number' ? `[${part + 1}]` : String(part)))
  const name = field.length > 0 ? `"${field.join('.').replaceAll('.[', '[')}"` : withArticle(noun, 'A')
  return sentenceOfFault(name, issue)
}

function sentenceOfFault(name: string, issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `${name} is missing.` : `${name} must be ${typeOf(issue)}.`
    case 'invalid_value':
      return `${name} must be one of: ${issue.values.map(String).join(', ')}.`
    case 'too_small':
      return `${name} must ${boundOf(issue.origin, 'least', Number(issue.minimum))}.`
    case 'too_big':
      return `${name} must ${boundOf(issue.origin, 'most', Number(issue.maximum))}.`
    default:
      return issue.code === 'invalid_format' && issue.format === 'datetime'
        ? `${name} must be a moment such as 2027-06-30T00:00:00Z.`
        : `${name}: ${issue.message}${issue.message.endsWith('.') ? '' : '.'}`
  }
}

function typeOf({ expected, input }: z.core.$ZodIssueInvalidType): string {
  const hint = expected === 'string' && typeof input !== 'object' ? ': put it in quotes' : ''
  return `${typeWords[expected] ?? expected}${hint}`
}

/** A noun with its article: `an application`, `a system`. */
export const withArticle = (noun: string, article: 'a' | 'A' = 'a'): string =>
  `${article}${/^[aeiou]/i.test(noun) ? 'n' : ''} ${noun}`

/** What values of some types consist of. */
const partsOf: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

/** How large a value must be: `be at least 1`, `have at most 100 characters`. */
function boundOf(origin: string, side: 'least' | 'most', bound: number): string {
  const parts = partsOf[origin]
  if (!parts) return `be at ${side} ${bound}`
  const [one, many] = parts
  if (side === 'least' && bound === 1) return origin === 'string' ? 'not be empty' : 'have at least one entry'
  return `have at ${side} ${bound} ${bound === 1 ? one : many}`
}
