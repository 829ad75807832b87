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
  const name = field.length > 0 ? `"${field.join('.').replaceAll('.[', '[')}"` : `A ${noun}`
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return `${name} is missing.`
    const hint = issue.expected === 'string' && typeof issue.input !== 'object' ? ': put it in quotes' : ''
    return `${name} must be ${typeWords[issue.expected] ?? issue.expected}${hint}.`
  }
  if (issue.code === 'invalid_value') return `${name} must be one of: ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'too_small') return `${name} must have at least ${issue.minimum}${unitOf(issue.origin)}.`
  if (issue.code === 'too_big') return `${name} may have at most ${issue.maximum}${unitOf(issue.origin)}.`
  return `${name}: ${issue.message}${issue.message.endsWith('.') ? '' : '.'}`
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' entries' : ''
}
