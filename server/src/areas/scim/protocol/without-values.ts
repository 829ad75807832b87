import { comparisons } from './filter.ts'

/** Stands in the place of what is left out. */
export const LEFT_OUT = '…'

/** Says whether a value that is compared with an attribute may stay. */
export type ValueRule = (name: string, comparison: string, value: string) => boolean

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+)/y
const NAME = /^[A-Za-z$][\w$.:-]*$/
const NUMBER = /^-?\d+(?:\.\d+)?$/

/** Attributes whose values tell nothing about a person. */
const plainNames = new Set(['type', 'primary', 'active'])

/** The last part of the name of an attribute, in small letters: without its URN and what it is a part of. */
export const lastPart = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('.')) + 1).toLowerCase()

/**
 * A filter, or a path with or without one, without the values that it compares with. From the first word on that may
 * not stand in its place, everything is left out, as it may be a value.
 * @param most characters that are read
 */
export function withoutValues(text: string, most: number, mayStay: ValueRule = () => false): string {
  const source = text.slice(0, most)
  const reader = new ExpressionReader(mayStay)
  const pattern = new RegExp(TOKEN)
  let shown = ''
  let end = 0
  for (let match = pattern.exec(source); match; match = pattern.exec(source)) {
    const token = match[1] ?? ''
    const gap = match[0].length > token.length && shown !== '' ? ' ' : ''
    const kept = reader.read(token)
    if (kept === undefined) return `${shown}${gap}${LEFT_OUT}`
    shown += gap + kept
    end = pattern.lastIndex
  }
  const isWhole = source.length === text.length && source.slice(end).trim() === ''
  return isWhole ? shown : shown + LEFT_OUT
}

/** Reads the words of an expression in their order; gives what stays of each, undefined where it may not stand there. */
class ExpressionReader {
  readonly #mayStay: ValueRule
  #next: 'name' | 'operator' | 'value' | 'joint' = 'name'
  #name = ''
  #comparison = ''
  #isBehindList = false

  constructor(mayStay: ValueRule) {
    this.#mayStay = mayStay
  }

  read(token: string): string | undefined {
    if (this.#next === 'name') return this.#readName(token)
    if (this.#next === 'operator') return this.#readOperator(token)
    return this.#next === 'value' ? this.#readValue(token) : this.#readJoint(token)
  }

  #readName(token: string): string | undefined {
    if (token === '(' || token.toLowerCase() === 'not') return token
    if (!NAME.test(token)) return undefined
    this.#name = lastPart(token)
    this.#next = 'operator'
    return token
  }

  #readOperator(token: string): string | undefined {
    this.#comparison = token.toLowerCase()
    if (token === '[') this.#next = 'name'
    else if (this.#comparison === 'pr') this.#next = 'joint'
    else if (comparisons.some((each) => each === this.#comparison)) this.#next = 'value'
    else return undefined
    return token
  }

  #readValue(token: string): string | undefined {
    this.#next = 'joint'
    this.#isBehindList = false
    if (/^(?:true|false|null)$/i.test(token)) return token
    if (token.startsWith('"')) {
      const isKept = plainNames.has(this.#name) || this.#mayStay(this.#name, this.#comparison, textOf(token))
      return isKept ? JSON.stringify(textOf(token)) : `"${LEFT_OUT}"`
    }
    return NUMBER.test(token) ? LEFT_OUT : undefined
  }

  #readJoint(token: string): string | undefined {
    const isPart = this.#isBehindList && token.startsWith('.') && NAME.test(token.slice(1))
    this.#isBehindList = token === ']'
    if (isPart) {
      this.#name = lastPart(token)
      this.#next = 'operator'
    } else if (/^(?:and|or)$/i.test(token)) this.#next = 'name'
    else if (token !== ']' && token !== ')') return undefined
    return token
  }
}

/** The text of a quoted value; '' where it is none, as of wrong escapes. */
function textOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return ''
  }
}
