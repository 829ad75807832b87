/** Rules of reworded texts; the browser checks them early, the server decides. */
import { BRANCH, PLACEHOLDER } from './format-message.ts'

/** Parts of the product that texts belong to. */
export const textAreaCodes = [
  'general',
  'sign_in',
  'home',
  'account',
  'documents',
  'contact',
  'mails',
  'administration',
] as const
export type TextAreaCode = (typeof textAreaCodes)[number]

export const REWORDED_TEXT_MAX = 2_000

const PLURAL_FORMS = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])

/** A placeholder of a text; a plural takes a number. */
export interface Placeholder {
  name: string
  isPlural: boolean
}

/** Returns the placeholders of a text, each once. */
export function placeholdersIn(text: string): Placeholder[] {
  const found = new Map<string, boolean>()
  for (const [, name = '', , branches] of text.matchAll(PLACEHOLDER))
    found.set(name, (found.get(name) ?? false) || branches !== undefined)
  return [...found].map(([name, isPlural]) => ({ name, isPlural }))
}

export type TextProblem =
  | { kind: 'blank' }
  | { kind: 'braces' }
  | { kind: 'missing' | 'unknown'; names: readonly string[] }

/** Returns what is wrong with the wording of a shipped text, or null. */
export function textProblem(shipped: string, wording: string): TextProblem | null {
  if (wording.trim() === '') return { kind: 'blank' }
  if (/[{}]/.test(wording.replaceAll(PLACEHOLDER, '')) || !hasPluralForms(wording)) return { kind: 'braces' }
  const namesOf = (text: string) => placeholdersIn(text).map(({ name }) => name)
  const [needed, given] = [namesOf(shipped), namesOf(wording)]
  const missing = needed.filter((name) => !given.includes(name))
  if (missing.length > 0) return { kind: 'missing', names: missing }
  const unknown = given.filter((name) => !needed.includes(name))
  return unknown.length > 0 ? { kind: 'unknown', names: unknown } : null
}

/** The forms of each plural of a text: `one`, `other`, `=0`. */
const pluralFormsIn = (text: string): string[][] =>
  [...text.matchAll(PLACEHOLDER)].flatMap(([, , , branches]) =>
    branches === undefined ? [] : [[...branches.matchAll(BRANCH)].map(([, form = '']) => form)],
  )

/** Every plural has the form `other`, and no form that no language has. */
const hasPluralForms = (text: string): boolean =>
  pluralFormsIn(text).every(
    (forms) => forms.includes('other') && forms.every((form) => form.startsWith('=') || PLURAL_FORMS.has(form)),
  )

/** Returns the numbers for which a text has words of their own, such as 0, each once and in their order. */
export function exactNumbersIn(text: string): number[] {
  const exact = pluralFormsIn(text)
    .flat()
    .filter((form) => form.startsWith('='))
  return [...new Set(exact.map((form) => Number(form.slice(1))))].toSorted((one, other) => one - other)
}

const samples: Readonly<Record<string, string>> = {
  firstName: 'Alex',
  lastName: 'Morgan',
  name: 'Alex Morgan',
  person: 'Alex Morgan',
  sender: 'Alex Morgan',
  user: 'Alex Morgan',
  client: 'Harbor Bank',
  employer: 'Harbor Bank',
  document: 'Price list.pdf',
  file: 'Price list.pdf',
  time: '9:30 AM',
  date: 'March 3, 2027',
  day: 'March 3, 2027',
  validUntil: 'March 3, 2027, 9:30 AM',
  size: '1.2 MB',
  email: 'alex.morgan@example.com',
  address: 'alex.morgan@example.com',
  application: 'Invoices',
  title: 'New opening hours',
}

/** Returns a value for each placeholder of a text, as a user might see it; plurals and numbers get `count`. */
export const sampleValues = (text: string, count = 3): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    placeholdersIn(text).map(({ name }) => [
      name,
      text.includes(`{${name}, `) || /count|number|minutes|days|hours|total|percent|least|most$/i.test(name)
        ? count
        : (samples[name] ?? name),
    ]),
  )
