import { type FilterNode, matchesFilter } from './filter.ts'
import { type PatchOperation, type PatchTarget, targetOf } from './patch-operations.ts'
import { type Attribute, findAttribute, type JsonObject, type ResourceKind } from './scim-schema.ts'
import { requestError } from './scim-error.ts'
import { scimLimits } from './scim-limits.ts'
import { isObject, tidyValue, withOnePrimary } from './scim-values.ts'
import { withoutValues } from './without-values.ts'

/** Characters of a path that a refusal shows. */
const SHOWN_MAX = 200

/** Applies one operation to a document, which it changes. */
export function applyOperation(kind: ResourceKind, document: JsonObject, operation: PatchOperation): void {
  const target = targetOf(kind, operation.path)
  if (!target) {
    if (operation.isLenient) return
    throw requestError(`there is no attribute ${withoutValues(operation.path, SHOWN_MAX)}`, 'invalidPath')
  }
  if (target.chain.some(({ isReadOnly }) => isReadOnly)) return refuseReadOnly(target.chain, operation)
  if (!applyToParts(kind, document, operation, target)) applyToTarget(document, operation, target)
}

function refuseReadOnly(chain: readonly Attribute[], { isLenient }: PatchOperation): void {
  if (!isLenient && chain.length === 1) throw requestError(`${chain[0]?.name} is read-only`, 'mutability')
}

/** name, manager, the extension: only the parts that are given change. False where it is no such object. */
function applyToParts(
  kind: ResourceKind,
  document: JsonObject,
  operation: PatchOperation,
  { chain, filter }: PatchTarget,
): boolean {
  const { isMulti = false, name = '', type } = chain.at(-1) ?? {}
  if (type !== 'complex' || isMulti || filter || operation.kind === 'remove' || !isObject(operation.value)) return false
  const join = name.startsWith('urn:') ? ':' : '.'
  for (const [key, value] of Object.entries(operation.value))
    applyOperation(kind, document, { ...operation, path: `${operation.path}${join}${key}`, value, isLenient: true })
  return true
}

function applyToTarget(document: JsonObject, operation: PatchOperation, { chain, filter, part }: PatchTarget): void {
  const listAt = chain.findIndex(({ isMulti }) => isMulti)
  const parents = chain.slice(0, listAt < 0 ? -1 : listAt)
  withinParents(document, parents, (holder) => {
    if (listAt < 0) return setPlain(holder, chain.at(-1) as Attribute, operation)
    const list = chain[listAt] as Attribute
    const held = (holder[list.name] ?? []) as JsonObject[]
    const items = editList(list, held, operation, { filter, part: part ?? chain[listAt + 1] })
    if (items.length > scimLimits.values) throw requestError(`${list.name}: at most ${scimLimits.values} values`)
    if (items.length > 0) holder[list.name] = items
    else delete holder[list.name]
  })
}

/** Makes the objects around an attribute where they are missing, and removes those that are empty afterwards. */
function withinParents(
  document: JsonObject,
  [parent, ...rest]: readonly Attribute[],
  work: (holder: JsonObject) => void,
): void {
  if (!parent) return work(document)
  const inner = (document[parent.name] ??= {}) as JsonObject
  withinParents(inner, rest, work)
  if (Object.keys(inner).length === 0) delete document[parent.name]
}

function setPlain(holder: JsonObject, attribute: Attribute, { kind, value }: PatchOperation): void {
  const tidied = kind === 'remove' ? undefined : tidyValue(attribute, value)
  if (tidied !== undefined) holder[attribute.name] = tidied
  else if (kind !== 'add') delete holder[attribute.name]
}

/** The values of a list that an operation is about, and which part of them. */
interface Chosen {
  readonly filter: FilterNode | undefined
  readonly part: Attribute | undefined
}

function editList(
  list: Attribute,
  items: readonly JsonObject[],
  operation: PatchOperation,
  { filter, part }: Chosen,
): JsonObject[] {
  const chosen = items.filter((item) => !filter || matchesFilter(filter, item, list))
  if (operation.kind === 'remove') return removeFrom(list, items, operation, { chosen, filter, part })
  if (!filter && !part) return addTo(list, items, operation)
  const value = part ? tidyValue(part, operation.value) : firstOf(tidyValue(list, operation.value))
  if (value === undefined) return clear(items, chosen, part)
  const changes = part ? { [part.name]: value } : (value as JsonObject)
  if (chosen.length > 0) return changeItems(items, chosen, changes)
  const made = seedOf(filter, list)
  // RFC 7644 wants noTarget for any replace without a match; Entra replaces addresses that are not there yet.
  if (!made) throw requestError(`nothing matches ${withoutValues(operation.path, SHOWN_MAX)}`, 'noTarget')
  return changeItems([...items, made], [made], changes)
}

const firstOf = (items: unknown): unknown => (items as JsonObject[] | undefined)?.[0]

/** Changes the chosen items; where one of them becomes primary, no other one stays it. */
function changeItems(items: readonly JsonObject[], chosen: readonly JsonObject[], changes: JsonObject): JsonObject[] {
  const isPrimaryGiven = chosen.some((item) => ({ ...item, ...changes })['primary'] === true)
  return items.map((item) => {
    if (chosen.includes(item)) return { ...item, ...changes }
    return isPrimaryGiven && item['primary'] === true ? { ...item, primary: false } : item
  })
}

function addTo(list: Attribute, items: readonly JsonObject[], { kind, value }: PatchOperation): JsonObject[] {
  const given = (tidyValue(list, value) ?? []) as JsonObject[]
  if (kind === 'replace') return given
  const isSame = (a: JsonObject, b: JsonObject) => a['value'] === b['value'] && a['type'] === b['type']
  return withOnePrimary([...items.filter((item) => !given.some((each) => isSame(each, item))), ...given])
}

function removeFrom(
  list: Attribute,
  items: readonly JsonObject[],
  { value }: PatchOperation,
  { chosen, filter, part }: Chosen & { readonly chosen: readonly JsonObject[] },
): JsonObject[] {
  if (part) return clear(items, chosen, part)
  if (filter || value === undefined || value === null) return items.filter((item) => !chosen.includes(item))
  // Entra: the path of the list, and a value.
  const gone = new Set(((tidyValue(list, value) ?? []) as JsonObject[]).map((item) => item['value']))
  return items.filter((item) => !gone.has(item['value']))
}

/** Without a value an item of a list is none. */
function clear(items: readonly JsonObject[], chosen: readonly JsonObject[], part: Attribute | undefined): JsonObject[] {
  if (!part || part.name === 'value') return items.filter((item) => !chosen.includes(item))
  return items.map((item) => {
    if (!chosen.includes(item)) return item
    const { [part.name]: _, ...rest } = item
    return rest
  })
}

/** The item that `emails[type eq "work"]` asks for where there is none; undefined where the filter describes none. */
function seedOf(filter: FilterNode | undefined, list: Attribute): JsonObject | undefined {
  if (filter?.kind === 'compare' && filter.comparison === 'eq') {
    const sub = findAttribute(list.subs ?? [], filter.path)
    const value = sub && tidyValue(sub, filter.value)
    return sub && value !== undefined ? { [sub.name]: value } : undefined
  }
  if (filter?.kind !== 'and') return undefined
  const parts = filter.items.map((each) => seedOf(each, list))
  return parts.every((each) => each !== undefined) ? (Object.assign({}, ...parts) as JsonObject) : undefined
}
