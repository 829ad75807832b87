import { ACCOUNT_NAME_MAX, SYSTEM_ACCOUNTS_MAX } from '@portico/contract/system-accounts/system-accounts.ts'
import { hasSameMembers } from '../../same-members.ts'

export interface HeldAccount {
  id: number
  typeId: number
  name: string
  clientIds: readonly number[]
  /** True while an application is open with it. */
  isLocked: boolean
  version: number
}

/** Versions of accounts by their ids. */
export type SeenAccounts = ReadonlyMap<number, number>

/** True where the accounts are those that were seen: none added, removed or changed since. */
export const isSeen = (held: readonly Pick<HeldAccount, 'id' | 'version'>[], seen: SeenAccounts): boolean =>
  held.length === seen.size && held.every(({ id, version }) => seen.get(id) === version)

/** An account as it is to be; null: a new one. */
export interface WantedAccount {
  id: number | null
  typeId: number
  name: string
  clientIds: readonly number[]
}

export type AccountProblem =
  | { kind: 'too-many' | 'unknown' | 'locked' }
  | { kind: 'missing' | 'too-long' | 'taken' | 'type' | 'client'; index: number }

export interface AccountPlan {
  removed: readonly HeldAccount[]
  /** Accounts whose name, type or clients change. */
  changed: readonly (WantedAccount & { id: number })[]
  added: readonly WantedAccount[]
}

interface Allowed {
  typeIds: readonly number[]
  /** Clients of the user; an account also keeps those that it serves already, as after a change of employer. */
  clientIds: readonly number[]
}

/** Names are compared in one form, as the database does. */
const folded = (name: string) => name.toLowerCase()
const sameName = (one: WantedAccount, other: WantedAccount) =>
  one.typeId === other.typeId && folded(one.name) === folded(other.name)

/** Names without spaces around them; an account that is sent without its id is known by its type and name. */
export const identified = (wanted: readonly WantedAccount[], held: readonly HeldAccount[]): WantedAccount[] => {
  const trimmed = wanted.map((one) => ({ ...one, name: one.name.normalize('NFC').trim() }))
  const named = new Set(trimmed.map(({ id }) => id))
  return trimmed.map((one) => {
    if (one.id !== null) return one
    const known = held.find((each) => !named.has(each.id) && sameName({ ...each }, one))
    return known ? { ...one, id: known.id } : one
  })
}

/** What a save does to the accounts of a user in one system, or why it is refused (decision E22). */
export function planAccounts(
  held: readonly HeldAccount[],
  wanted: readonly WantedAccount[],
  allowed: Allowed,
): AccountPlan | AccountProblem {
  if (wanted.length > SYSTEM_ACCOUNTS_MAX) return { kind: 'too-many' }
  const heldById = new Map(held.map((one) => [one.id, one]))
  const allowedFor = ({ id }: WantedAccount): Allowed => ({
    ...allowed,
    clientIds: [...allowed.clientIds, ...(heldById.get(id ?? 0)?.clientIds ?? [])],
  })
  const problem = wanted.map((one, index) => problemOf(one, index, wanted, allowedFor(one))).find((one) => one !== null)
  if (problem) return problem
  const ids = wanted.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length || ids.some((id) => !heldById.has(id))) return { kind: 'unknown' }
  const known = wanted.filter((one): one is WantedAccount & { id: number } => one.id !== null)
  const isRenamed = (one: WantedAccount & { id: number }) => {
    const before = heldById.get(one.id)
    return before !== undefined && (before.name !== one.name || before.typeId !== one.typeId)
  }
  const removed = held.filter(({ id }) => !ids.includes(id))
  const isLocked = (id: number) => heldById.get(id)?.isLocked ?? false
  if (removed.some((one) => one.isLocked) || known.some((one) => isRenamed(one) && isLocked(one.id)))
    return { kind: 'locked' }
  const hasOtherClients = (one: WantedAccount & { id: number }) =>
    !hasSameMembers(heldById.get(one.id)?.clientIds ?? [], one.clientIds)
  return {
    removed,
    changed: known.filter((one) => isRenamed(one) || hasOtherClients(one)),
    added: wanted.filter(({ id }) => id === null),
  }
}

/** False for a plan that only takes accounts away. */
export const givesAccounts = ({ changed, added }: AccountPlan): boolean => changed.length + added.length > 0

function problemOf(
  one: WantedAccount,
  index: number,
  wanted: readonly WantedAccount[],
  { typeIds, clientIds }: Allowed,
): AccountProblem | null {
  if (one.name === '') return { kind: 'missing', index }
  if (one.name.length > ACCOUNT_NAME_MAX) return { kind: 'too-long', index }
  if (!typeIds.includes(one.typeId)) return { kind: 'type', index }
  if (!one.clientIds.every((id) => clientIds.includes(id))) return { kind: 'client', index }
  return wanted.slice(0, index).some((before) => sameName(before, one)) ? { kind: 'taken', index } : null
}
