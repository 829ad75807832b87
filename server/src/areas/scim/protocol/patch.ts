import type { FilterNode } from './filter.ts'
import { applyOperation } from './patch-document.ts'
import { type PatchOperation, readOperations, targetOf } from './patch-operations.ts'
import type { Attribute, JsonObject } from './scim-schema.ts'
import { requestError, ScimError } from './scim-error.ts'
import { scimLimits } from './scim-limits.ts'
import { textAt, tidyValue } from './scim-values.ts'

/** A change of the members of a group as an operation on a set, so that nobody loads the members that stay. */
export interface MemberStep {
  readonly kind: 'add' | 'remove' | 'replace'
  readonly ids: readonly string[]
}

/** Returns the document of a user after a PATCH; the given one stays as it is. */
export function patchUser(document: JsonObject, body: unknown): JsonObject {
  const next = structuredClone(document)
  for (const operation of readOperations(body)) applyOperation('User', next, operation)
  return next
}

/** Returns the document of a group after a PATCH, and what happens to its members, in at most two steps. */
export function patchGroup(document: JsonObject, body: unknown): { document: JsonObject; steps: MemberStep[] } {
  const next = structuredClone(document)
  const steps: MemberStep[] = []
  let members = 0
  for (const operation of readOperations(body)) {
    const target = targetOf('Group', operation.path)
    const [attribute] = target?.chain ?? []
    if (!target || attribute?.name !== 'members') {
      applyOperation('Group', next, operation)
      continue
    }
    if (target.chain.length > 1) throw unchangeable()
    const step = target.filter ? stepOfFilter(operation, target.filter, target.part) : stepOfValue(operation, attribute)
    members += step.ids.length
    if (members > scimLimits.members) throw new ScimError(413, `members: at most ${scimLimits.members} in a request`)
    steps.push(step)
  }
  return { document: next, steps: joinSteps(steps) }
}

/**
 * Joins steps that follow one another to one set of members to add and one to remove, or to one set that replaces all:
 * of a member the last step counts. The number of statements does not depend on that of the operations.
 */
function joinSteps(steps: readonly MemberStep[]): MemberStep[] {
  const isReplaced = steps.some(({ kind }) => kind === 'replace')
  const added = new Set<string>()
  const removed = new Set<string>()
  for (const { kind, ids } of steps) {
    if (kind === 'replace') {
      added.clear()
      removed.clear()
    }
    const [into, outOf] = kind === 'remove' ? [removed, added] : [added, removed]
    for (const id of ids) {
      outOf.delete(id)
      into.add(id)
    }
  }
  if (isReplaced) return [{ kind: 'replace', ids: [...added] }]
  const joined: MemberStep[] = [
    { kind: 'add', ids: [...added] },
    { kind: 'remove', ids: [...removed] },
  ]
  return joined.filter(({ ids }) => ids.length > 0)
}

const unchangeable = () => requestError('a member can be added and removed, not changed', 'mutability')

function stepOfFilter({ kind }: PatchOperation, filter: FilterNode, part: Attribute | undefined): MemberStep {
  if (kind !== 'remove' || part) throw unchangeable()
  return { kind: 'remove', ids: idsOf(filter) }
}

function stepOfValue({ kind, value }: PatchOperation, members: Attribute): MemberStep {
  if (kind === 'remove' && (value === undefined || value === null)) return { kind: 'replace', ids: [] }
  const given = (tidyValue(members, value) ?? []) as JsonObject[]
  if (kind !== 'remove' && given.some(isOfAnother)) throw unchangeable()
  const ids = given.map(memberIdOf)
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
  if (kind === 'replace' && !isEmpty && ids.every((id) => id === ''))
    throw requestError('members: replace needs members; an empty list removes all of them')
  return { kind, ids }
}

/** True where the address of a person is not that of the member: it is given once, with the value. */
function isOfAnother(member: JsonObject): boolean {
  const named = /\/users\/([^/?#]+)\/?$/i.exec(textAt(member, '$ref'))?.[1]
  const id = textAt(member, 'value')
  return named !== undefined && id !== '' && named !== id
}

/** The id of a member who is a person; of a group, which is no member here, a text that is nobody's id. */
export function memberIdOf(member: JsonObject): string {
  const id = textAt(member, 'value')
  const isGroup = textAt(member, 'type').toLowerCase() === 'group' || /\/groups\//i.test(textAt(member, '$ref'))
  return isGroup ? `group ${id}` : id
}

function idsOf(node: FilterNode): string[] {
  if (node.kind === 'compare' && node.comparison === 'eq' && node.path.toLowerCase() === 'value')
    return [String(node.value)]
  if (node.kind === 'or') return node.items.flatMap(idsOf)
  throw requestError('members can be chosen by value eq "…" only', 'invalidFilter')
}
