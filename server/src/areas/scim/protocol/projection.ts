import { type Attribute, type JsonObject, type ResourceKind, resolveSearched, type Searched } from './scim-schema.ts'

/** Which attributes a request wants back. */
export interface Projection {
  /** Null: all of them. */
  readonly only: readonly (readonly Attribute[])[] | null
  readonly without: readonly (readonly Attribute[])[]
}

type Names = readonly string[] | undefined

/** Reads `attributes` and `excludedAttributes`; names that there are not are passed over. */
export const projectionOf = (
  searched: Searched,
  { attributes, excludedAttributes }: { attributes?: Names; excludedAttributes?: Names },
): Projection => ({
  only: attributes === undefined || attributes.length === 0 ? null : chainsOf(searched, attributes),
  without: chainsOf(searched, excludedAttributes),
})

const chainsOf = (searched: Searched, names: Names): Attribute[][] =>
  (names ?? []).flatMap((name) => {
    const chain = resolveSearched(searched, name.replace(/\[.*$/, ''))
    return chain ? [chain] : []
  })

/** The attribute of a resource that lists its memberships. */
export const linkNameOf = (kind: ResourceKind): 'groups' | 'members' => (kind === 'User' ? 'groups' : 'members')

/** True where memberships are wanted: they are not read otherwise. */
export function wantsLinks(kind: ResourceKind, { only, without }: Projection): boolean {
  const name = linkNameOf(kind)
  return only
    ? only.some(([first]) => first?.name === name)
    : !without.some((chain) => chain.length === 1 && chain[0]?.name === name)
}

/** Returns the wanted attributes of a resource; `schemas` and `id` are always among them. */
export function project(resource: JsonObject, { only, without }: Projection): JsonObject {
  if (!only) {
    for (const chain of without) drop(resource, chain)
    return resource
  }
  const kept: JsonObject = { schemas: resource['schemas'], id: resource['id'] }
  for (const chain of only) copy(resource, kept, chain)
  return kept
}

function copy(from: JsonObject, to: JsonObject, [head, ...rest]: readonly Attribute[]): void {
  const value = head && from[head.name]
  if (!head || value === undefined) return
  if (rest.length === 0) {
    to[head.name] = value
    return
  }
  if (!Array.isArray(value)) {
    const part = (to[head.name] ?? {}) as JsonObject
    copy(value as JsonObject, part, rest)
    // Without a wanted value it has none itself.
    if (Object.keys(part).length > 0) to[head.name] = part
    return
  }
  const items = (to[head.name] ??= value.map(() => ({}))) as JsonObject[]
  for (const [index, item] of value.entries()) copy(item as JsonObject, items[index] as JsonObject, rest)
}

function drop(from: JsonObject, [head, ...rest]: readonly Attribute[]): void {
  if (!head || head.name === 'id') return
  if (rest.length === 0) delete from[head.name]
  else
    for (const value of [from[head.name]].flat())
      if (typeof value === 'object' && value !== null) drop(value as JsonObject, rest)
}
