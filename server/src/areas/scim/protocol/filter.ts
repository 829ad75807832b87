import { type Attribute, findAttribute, type JsonObject } from './scim-schema.ts'
import { requestError, type ScimError } from './scim-error.ts'
import { scimLimits } from './scim-limits.ts'
import { isStorable } from './scim-values.ts'
import { parseJson } from '../../../parse-json.ts'

export type FilterValue = string | number | boolean | null

export const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof comparisons)[number]

/** A filter of RFC 7644 (3.4.2.2), read. */
export type FilterNode =
  | { readonly kind: 'and'; readonly items: readonly FilterNode[] }
  | { readonly kind: 'or'; readonly items: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly item: FilterNode }
  /** A value of a list that the inner filter matches: `emails[…]` and `emails[…].value eq …`. */
  | { readonly kind: 'some'; readonly path: string; readonly item: FilterNode }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'compare'; readonly path: string; readonly comparison: Comparison; readonly value: FilterValue }

export const badFilter = (reason: string): ScimError => requestError(`filter: ${reason}`, 'invalidFilter')

/** Brackets, a string, or anything up to a blank or bracket. */
const TOKEN = /\s*([()[\]]|"(?:[^"\\]|\\.)*"|[^\s()[\]"]+)/y
const PATH = /^[A-Za-z$][\w$.:-]*$/

/** Reads the text of a filter. @throws ScimError where it is none, too long or too deep */
export function parseFilter(source: string): FilterNode {
  return new FilterReader(tokensOf(source)).whole()
}

function tokensOf(source: string): string[] {
  if (source.length > scimLimits.filter) throw badFilter(`at most ${scimLimits.filter} characters`)
  const tokens: string[] = []
  const pattern = new RegExp(TOKEN)
  for (let match = pattern.exec(source); match; match = pattern.exec(source)) {
    tokens.push(match[1] ?? '')
    if (tokens.length > scimLimits.filterTerms) throw badFilter(`at most ${scimLimits.filterTerms} words and brackets`)
    if (source.slice(pattern.lastIndex).trim() === '') return tokens
  }
  throw badFilter('there is a character that does not belong there')
}

/** Reads by recursive descent; the depth is limited, so that no filter ends the stack. */
class FilterReader {
  readonly #tokens: readonly string[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  whole(): FilterNode {
    const tree = this.#alternatives()
    if (this.#at < this.#tokens.length) throw badFilter(`word ${this.#at + 1} does not belong there`)
    return tree
  }

  #word(): string {
    return (this.#tokens[this.#at] ?? '').toLowerCase()
  }

  #next(): string {
    return this.#tokens[this.#at++] ?? ''
  }

  #alternatives(): FilterNode {
    if (++this.#depth > scimLimits.filterDepth) throw badFilter('brackets are nested too deep')
    const node = this.#joined('or', () => this.#joined('and', () => this.#term()))
    this.#depth--
    return node
  }

  #joined(kind: 'and' | 'or', read: () => FilterNode): FilterNode {
    const first = read()
    const items = [first]
    while (this.#word() === kind) {
      this.#at++
      items.push(read())
    }
    return items.length === 1 ? first : { kind, items }
  }

  #inBrackets(close: string): FilterNode {
    const node = this.#alternatives()
    if (this.#next() !== close) throw badFilter(`${close} is missing`)
    return node
  }

  #term(): FilterNode {
    if (this.#word() === '(') {
      this.#at++
      return this.#inBrackets(')')
    }
    if (this.#word() === 'not' && this.#tokens[this.#at + 1] === '(') {
      this.#at += 2
      return { kind: 'not', item: this.#inBrackets(')') }
    }
    const path = this.#next()
    if (!PATH.test(path)) throw badFilter('the name of an attribute is missing')
    return this.#word() === '[' ? this.#valuesOf(path) : this.#comparison(path)
  }

  /** `emails[…]`, and `emails[…].value eq …`, of which both parts are about the same value of the list. */
  #valuesOf(path: string): FilterNode {
    this.#at++
    const item = this.#inBrackets(']')
    const after = this.#tokens[this.#at] ?? ''
    if (!after.startsWith('.')) return { kind: 'some', path, item }
    this.#at++
    const part = after.slice(1)
    if (!PATH.test(part)) throw badFilter('the name of an attribute is missing')
    return { kind: 'some', path, item: { kind: 'and', items: [item, this.#comparison(part)] } }
  }

  #comparison(path: string): FilterNode {
    const word = this.#word()
    this.#at++
    if (word === 'pr') return { kind: 'present', path }
    const comparison = comparisons.find((each) => each === word)
    // The word is not repeated: it may be a value.
    if (!comparison) throw badFilter(`an operator is missing: ${comparisons.join(', ')} or pr`)
    return { kind: 'compare', path, comparison, value: this.#value() }
  }

  #value(): FilterValue {
    const literal = this.#next()
    const value = parseJson(/^(?:true|false|null)$/i.test(literal) ? literal.toLowerCase() : literal)
    if (value === undefined || (typeof value === 'object' && value !== null))
      throw badFilter('a value must be a quoted text, a number, true, false or null')
    if (typeof value === 'string' && !isStorable(value)) throw badFilter('a text has a character that no text can have')
    return value as FilterValue
  }
}

/** True where a value of a list matches the filter of a PATCH path. */
export function matchesFilter(node: FilterNode, item: JsonObject, list: Attribute): boolean {
  if (node.kind === 'and') return node.items.every((each) => matchesFilter(each, item, list))
  if (node.kind === 'or') return node.items.some((each) => matchesFilter(each, item, list))
  if (node.kind === 'not') return !matchesFilter(node.item, item, list)
  const sub = findAttribute(list.subs ?? [], node.path)
  if (node.kind === 'some' || !sub) throw badFilter(`${list.name} has no ${node.path}`)
  const held = item[sub.name]
  if (node.kind === 'present') return held !== undefined
  const inCase = (value: unknown) => (sub.isExact ? String(value) : String(value).toLowerCase())
  return compareTexts(node.comparison, inCase(held ?? (sub.type === 'boolean' ? false : '')), inCase(node.value ?? ''))
}

function compareTexts(comparison: Comparison, held: string, wanted: string): boolean {
  if (comparison === 'eq') return held === wanted
  if (comparison === 'ne') return held !== wanted
  if (comparison === 'co') return held.includes(wanted)
  if (comparison === 'sw') return held.startsWith(wanted)
  if (comparison === 'ew') return held.endsWith(wanted)
  throw badFilter(`${comparison} has no use in a path`)
}
