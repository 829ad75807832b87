import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import { SET_DESCRIPTION_MAX, SET_NAME_MAX } from '@portico/contract/permission-sets/permission-set-limits.ts'
import { isUniqueViolation } from '../../db/constraint-violation.ts'
import type { Db, Tx } from '../../db/database.ts'
import { Answer, Refusal, refuse, refuseField, refuseOldSignIn } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Authority, CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { auditChange, differenceOf } from '../audit/public.ts'
import { hasClient } from '../clients/public.ts'
import {
  type ActorRights,
  planSourceItems,
  readActorRights,
  type SourceItem,
  wantedOf,
  type WantedItems,
} from '../permissions/public.ts'
import { offerUndo } from '../undo/public.ts'
import { followHolders } from './follow-holders.ts'
import {
  hasItemOf,
  insertSet,
  keepVersion,
  lockSet,
  readSetItems,
  replaceSetItems,
  type SetName,
  type StoredSet,
  updateSet,
} from './permission-set-store.ts'
import {
  planSetCustomers,
  readSetCustomers,
  refuseHiddenCustomers,
  refuseStrongerLosers,
  replaceSetCustomers,
  type SetCustomer,
} from './set-customers.ts'

export type ActingCall = CallContext & ActorRights

/** A set as an administrator wants it. */
export interface WantedSet extends SetName, WantedItems {
  /** Undefined: they stay as they are. */
  readonly customerIds?: readonly number[] | undefined
}

/** What a call says of a set; `isRequestable` undefined: as it is, and not where it is new. */
export interface SentSet extends Omit<WantedSet, 'isRequestable'> {
  readonly isRequestable: boolean | undefined
}

export const UNDO = 'change permission_set'

/** What takes a change back: the set as it was. */
export interface SetSnapshot extends WantedSet {
  setId: number
  /** After the change. */
  version: number
}

/** Makes a set, whose owner is the caller. */
export async function createPermissionSet(
  { db }: { db: Db },
  call: CallContext,
  { clientId, ...sent }: SentSet & { clientId: number | null },
) {
  const rights = await readActorRights(call)
  return withFreeName(() =>
    db.transact(adminScope(call.caller), async (tx) => {
      if (clientId !== null && !(await administers(tx, rights.authority, clientId)))
        return refuseField('clientId', sentences.permission_set_client_unknown)
      if (clientId === null && !rights.authority.isInternal)
        return refuseField('clientId', sentences.permission_set_installation)
      const wanted = { ...sent, ...namesOf({ ...sent, isRequestable: sent.isRequestable ?? false }) }
      const issue = issueOf(wanted)
      if (issue) return issue
      const plan = await planItems(tx, { ...call, ...rights }, null, [], wanted)
      if (plan instanceof Refusal) return plan
      const customers = await planSetCustomers(tx, rights.authority, { clientId, held: [], wanted: sent.customerIds })
      if (customers instanceof Refusal) return customers
      const setId = await insertSet(tx, clientId, wanted, call.caller.user.id)
      replaceSetItems(tx, { setId, by: call.caller.user.id }, wanted, plan.stopped)
      replaceSetCustomers(tx, { setId, by: call.caller.user.id }, customers)
      await keepAndRecord(tx, call, { id: setId, clientId, event: 'permission_set_added', before: null, wanted })
      return { setId }
    }),
  )
}

/** Changes a set that the caller may change, whose holders get and lose access; of many a job does it. */
export async function updatePermissionSet(
  { db }: { db: Db },
  call: CallContext,
  { setId, versionNr, ...sent }: SentSet & { setId: number; versionNr: number },
) {
  const rights = await readActorRights(call)
  return withFreeName(() =>
    db.transact(adminScope(call.caller), async (tx) => {
      const set = await lockSet(tx, setId)
      const refusal = refuseChange(set, rights.authority, versionNr)
      if (refusal || !set) return refusal ?? refuse('404', sentences.not_found)
      const wanted = { ...sent, ...namesOf({ ...sent, isRequestable: sent.isRequestable ?? set.isRequestable }) }
      const issue = issueOf(wanted)
      if (issue) return issue
      const done = await changeSet(tx, { ...call, ...rights }, set, wanted)
      if (done instanceof Refusal) return done
      const offer = done && (await offerUndo(tx, { kind: UNDO, userId: call.caller.user.id, snapshot: done }))
      return new Answer(offer, { message: sentences.permission_set_saved })
    }),
  )
}

/** Deletes a set; what it gave ends. */
export async function deletePermissionSet({ db }: { db: Db }, call: CallContext, setId: number) {
  const rights = await readActorRights(call)
  return db.transact(adminScope(call.caller), async (tx) => {
    const set = await lockSet(tx, setId)
    const refusal = refuseChange(set, rights.authority)
    if (refusal || !set) return refusal ?? refuse('404', sentences.not_found)
    const items = await readSetItems(tx, setId)
    const plan = await planItems(tx, { ...call, ...rights }, setId, items, { systemIds: [], pageIds: [] })
    if (plan instanceof Refusal) return plan
    const customers = await readSetCustomers(tx, setId)
    const nothing = { systemIds: [], pageIds: [], customerIds: [] }
    const refused =
      (await refuseHiddenCustomers(tx, rights.authority, customers)) ??
      (await refuseStrongerLosers(tx, { setId, by: call.caller.user.id }, customers, nothing))
    if (refused) return refused
    const version = await updateSet(tx, setId, set, true)
    const record = { id: setId, clientId: set.clientId, event: 'permission_set_deleted' as const }
    auditChange(tx, call, { ...record, kind: 'permission-set' }, recordOf(set, items, customers), null)
    await followHolders(tx, call, set)
    const snapshot: SetSnapshot = { setId, version, ...nameOf(set), ...wantedOf(items) }
    const offer = await offerUndo(tx, { kind: UNDO, userId: call.caller.user.id, snapshot })
    return new Answer(offer, { message: sentences.permission_set_deleted({ name: set.name }) })
  })
}

/**
 * Makes a set what is wanted, in a transaction that has locked it. Returns what takes that back, null where nothing
 * differs, or why it is refused.
 */
export async function changeSet(tx: Tx, by: ActingCall, set: StoredSet, wanted: WantedSet) {
  const before = await readSetItems(tx, set.id)
  const plan = await planItems(tx, by, set.id, before, wanted)
  if (plan instanceof Refusal) return plan
  const held = await readSetCustomers(tx, set.id)
  const { clientId, id: setId } = set
  const customers = await planSetCustomers(tx, by.authority, { clientId, held, wanted: wanted.customerIds })
  if (customers instanceof Refusal) return customers
  const author = { setId, by: by.caller.user.id }
  const refused = await refuseStrongerLosers(tx, author, held, { ...wanted, customerIds: customers.customerIds })
  if (refused) return refused
  if (!plan.hasChanges && !customers.hasChanges && !differenceOf(nameOf(set), nameOf(wanted))) return null
  const version = await updateSet(tx, set.id, wanted, false)
  replaceSetItems(tx, author, wanted, plan.stopped)
  replaceSetCustomers(tx, author, customers)
  await keepAndRecord(tx, by, {
    id: set.id,
    clientId: set.clientId,
    event: 'permission_set_changed',
    before: recordOf(set, before, held),
    wanted,
  })
  await followHolders(tx, by, { ...set, ...wanted, version })
  const snapshot: SetSnapshot = {
    setId: set.id,
    version,
    ...nameOf(set),
    ...wantedOf(before),
    customerIds: held.map(({ customerId }) => customerId),
  }
  return snapshot
}

/** Brings back a deleted set as it was, each part by the rights of who put it in, in a transaction that has locked it. */
export async function restoreSet(tx: Tx, by: ActingCall, set: StoredSet) {
  if (!by.isFresh && (await hasItemOf(tx, set.id, PORTAL_SYSTEM_ID))) return refuseOldSignIn(sentences.reauth_needed)
  const version = await updateSet(tx, set.id, set, false)
  const record = { id: set.id, clientId: set.clientId, event: 'permission_set_changed' as const }
  await keepAndRecord(tx, by, { ...record, before: null, wanted: set })
  await followHolders(tx, by, { ...set, version })
  return null
}

async function planItems(
  tx: Tx,
  { caller, authority, isFresh }: ActingCall,
  setId: number | null,
  items: readonly SourceItem[],
  wanted: WantedItems,
) {
  const plan = await planSourceItems(
    tx,
    { source: setId === null ? null : { kind: 'set', id: setId }, by: caller.user.id, authority, items },
    wanted,
    sentences.permission_set_portal,
  )
  if (plan instanceof Refusal) return plan
  return plan.changesPortal && !isFresh ? refuseOldSignIn(sentences.reauth_needed) : plan
}

/** Why the caller may not change a set; null where they may. */
export function refuseChange(set: StoredSet | undefined, authority: Authority, versionNr?: number) {
  if (set?.clientId === null && !authority.isInternal) return refuse('403', sentences.permission_set_installation)
  if (!set || set.isDeleted) return refuse('404', sentences.not_found)
  return versionNr === undefined || versionNr === set.version ? null : refuse('409', sentences.permission_set_stale)
}

/** Whether an administrator administers the users of a client that there is. */
export async function administers(
  tx: Tx,
  { isInternal, clientId: own }: Authority,
  clientId: number,
): Promise<boolean> {
  return (isInternal || own === clientId) && hasClient(tx, clientId)
}

const nameOf = ({ name, description, isRequestable }: SetName): SetName => ({ name, description, isRequestable })

const namesOf = ({ name, description, isRequestable }: SetName): SetName => ({
  name: plainName(name),
  description: description.trim(),
  isRequestable,
})

function issueOf({ name, description, systemIds }: WantedSet) {
  if (name === '') return refuseField('setNm', sentences.field_required)
  if (name.length > SET_NAME_MAX) return refuseField('setNm', sentences.field_too_long)
  if (description.length > SET_DESCRIPTION_MAX) return refuseField('descriptionTxt', sentences.field_too_long)
  return systemIds.length === 0 ? refuseField('systemIds', sentences.permission_set_empty) : null
}

/** Refuses a name that another set of the client, or of the installation, has. */
export async function withFreeName<Result>(work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'permission_sets_by_name'))
      return refuseField('setNm', sentences.permission_set_name_taken)
    throw error
  }
}

interface KeptChange {
  id: number
  clientId: number | null
  event: 'permission_set_added' | 'permission_set_changed'
  before: ReturnType<typeof recordOf> | null
  wanted: SetName
}

async function keepAndRecord(tx: Tx, call: CallContext, { id, clientId, event, before, wanted }: KeptChange) {
  const items = await readSetItems(tx, id)
  const customers = await readSetCustomers(tx, id)
  keepVersion(
    tx,
    id,
    items.map(({ name }) => name),
    call.caller.user.id,
  )
  auditChange(tx, call, { event, kind: 'permission-set', id, clientId }, before, recordOf(wanted, items, customers))
}

const recordOf = (
  { name, description, isRequestable }: SetName,
  items: readonly SourceItem[],
  customers: readonly Pick<SetCustomer, 'customerId'>[],
) => ({
  name,
  description,
  isRequestable,
  gives: items.map((item) => item.name),
  ...(customers.length > 0 && { customers: customers.map(({ customerId }) => customerId) }),
})
