import { type FilterNode, matchesFilter } from '../protocol/filter.ts'
import { type PatchTarget, targetOf } from '../protocol/patch-operations.ts'
import { type Attribute, findAttribute, type JsonObject } from '../protocol/scim-schema.ts'
import { ScimError } from '../protocol/scim-error.ts'
import { isObject, type SourceDocument, textAt } from '../protocol/scim-values.ts'

/** Why a path names no attribute that can fill a field. */
export type PathProblem = 'syntax' | 'unknown' | 'read-only' | 'no-text'

/** An attribute that can fill a field. */
export interface AttributePath {
  readonly target: PatchTarget
}

/** Characters of a path before its filter: names, dots and colons; behind it one part. */
const PATH = /^[A-Za-z$][\w$.:-]*(?:\[[^[\]]+\](?:\.[A-Za-z$]\w*)?)?$/

/**
 * Reads the path of an attribute of people, with a filter where it is one of several values:
 * `phoneNumbers[type eq "work"].value`. Returns why it is none that can fill a field.
 */
export function readAttributePath(path: string): AttributePath | PathProblem {
  if (!PATH.test(path)) return 'syntax'
  const target = resolve(path)
  if (target === 'syntax') return target
  if (!target || (target.filter && !knowsNames(target.filter, target.chain.at(-1)))) return 'unknown'
  const chain = [...target.chain, ...(target.part ? [target.part] : [])]
  if (chain.some(({ isReadOnly }) => isReadOnly)) return 'read-only'
  return chain.at(-1)?.type === 'string' ? { target } : 'no-text'
}

function resolve(path: string): PatchTarget | 'syntax' | undefined {
  try {
    return targetOf('User', path)
  } catch (error) {
    if (error instanceof ScimError) return 'syntax'
    throw error
  }
}

/** True where a filter asks for parts that the values of a list have. */
function knowsNames(node: FilterNode, list: Attribute | undefined): boolean {
  if (node.kind === 'and' || node.kind === 'or') return node.items.every((each) => knowsNames(each, list))
  if (node.kind === 'not') return knowsNames(node.item, list)
  // An order has no use where one of several values is chosen.
  if (node.kind === 'compare' && ['gt', 'ge', 'lt', 'le'].includes(node.comparison)) return false
  return node.kind !== 'some' && findAttribute(list?.subs ?? [], node.path) !== undefined
}

/** The text at a path of a document: of several values the primary one, else the first; '' where there is none. */
export function textAtPath(document: SourceDocument, { target }: AttributePath): string {
  const { chain, filter, part } = target
  const names = [...chain, ...(part ? [part] : [])].map(({ name }) => name)
  let held: unknown = document
  for (const [index, name] of names.entries()) {
    const of = chain[index - 1]
    const one = of?.isMulti && Array.isArray(held) ? chosen(held, of, filter) : held
    if (index === names.length - 1) return textAt(one, name)
    held = isObject(one) ? one[name] : undefined
  }
  return ''
}

function chosen(
  list: readonly unknown[],
  attribute: Attribute,
  filter: FilterNode | undefined,
): JsonObject | undefined {
  const items = list.filter(isObject).filter((item) => !filter || matchesFilter(filter, item, attribute))
  return items.find((item) => item['primary'] === true) ?? items[0]
}
