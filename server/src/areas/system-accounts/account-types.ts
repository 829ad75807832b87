import { isUniqueViolation } from '../../db/constraint-violation.ts'
import { sentences } from '../../http/sentences.ts'
import { Refusal, refuse, refuseStale, refuseField, isStaleVersion } from '../../http/answers.ts'
import type { Stores } from '../../stores.ts'
import type { CallContext } from '../../http/caller.ts'
import type { AccountType } from './account-type-store.ts'
import { maintainedView } from './account-view.ts'

interface TypeFields {
  systemAccountTypeDescTxt: string
  systemAccountTypeCd: string
}

const valuesOf = ({ systemAccountTypeDescTxt, systemAccountTypeCd }: TypeFields) => ({
  description: systemAccountTypeDescTxt,
  code: systemAccountTypeCd,
})
const stateOf = ({ systemId, description, code }: AccountType) => ({ systemId, description, code })
const record = (
  { audit }: Pick<Stores, 'audit'>,
  by: CallContext,
  id: number,
  before: AccountType | null,
  after: AccountType | null,
) =>
  audit.change(
    by,
    { event: 'reference_data_changed', kind: 'system_account_types', id, clientId: null },
    before && stateOf(before),
    after && stateOf(after),
  )

/** What a write returns, or a refusal where the system has a type of that code. */
async function unlessTaken<Result>(write: () => Promise<Result>) {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, 'system_account_types_by_code')) throw error
    const message = sentences.accounts_type_code_taken
    return refuseField('systemAccountTypeCd', message)
  }
}

/** Adds a type to a system (DBMT-115). */
export const addType = (
  stores: Pick<Stores, 'accountTypes' | 'audit'>,
  by: CallContext,
  fields: TypeFields & { systemId: number },
) =>
  unlessTaken(async () => {
    const { accountTypes } = stores
    const id = await accountTypes.add({ ...valuesOf(fields), systemId: fields.systemId }, by.caller.user.id)
    const added = await accountTypes.lock(id)
    if (!added) return refuseField('systemId', sentences.field_invalid)
    record(stores, by, id, null, added)
    return maintainedView(added)
  })

/** Changes a type (DBMT-116). */
export const changeType = (
  stores: Pick<Stores, 'accountTypes' | 'audit'>,
  by: CallContext,
  id: number,
  fields: TypeFields & { version?: number | undefined },
) =>
  unlessTaken(async () => {
    const before = await stores.accountTypes.lock(id)
    if (!before) return refuse('404', sentences.not_found)
    if (isStaleVersion(fields.version, before.version)) return refuseStaleType(before)
    await stores.accountTypes.change(id, valuesOf(fields), by.caller.user.id)
    const after = await stores.accountTypes.lock(id)
    if (!after) throw new Error('The account type is gone although it was locked')
    record(stores, by, id, before, after)
    return maintainedView(after)
  })

function refuseStaleType(type: AccountType) {
  const entry = sentences.accounts_type_entry
  return refuseStale(
    type,
    ({ name }) => sentences.reference_stale({ entry, name }),
    sentences.reference_stale_unknown({ entry }),
  )
}

const UNDO = 'delete system_account_types'

/** Deletes a type that no user has an account of (DBMT-116, decision E22). */
export async function removeType(
  stores: Pick<Stores, 'accountTypes' | 'audit' | 'undo'>,
  by: CallContext,
  { id, version }: { id: number; version: number | undefined },
) {
  const type = await stores.accountTypes.lock(id)
  if (!type) return refuse('404', sentences.not_found)
  if (isStaleVersion(version, type.version)) return refuseStaleType(type)
  if (await stores.accountTypes.isUsed(id)) return refuse('422', sentences.accounts_type_in_use)
  await stores.accountTypes.remove(id)
  record(stores, by, id, type, null)
  return stores.undo.offer({ kind: UNDO, userId: by.caller.user.id, snapshot: stateOf(type) })
}

/** Takes back one's own deletion of a type; refused where its code was used again, or its system is gone. */
export async function restoreType(
  stores: Pick<Stores, 'accountTypes' | 'audit' | 'undo'>,
  by: CallContext,
  undoId: number,
) {
  const deleted = await stores.undo.take<ReturnType<typeof stateOf>>(UNDO, by.caller.user.id, undoId)
  if (!deleted) return refuse('404', sentences.undo_expired)
  const { systemId, description, code } = deleted
  const fields = { systemId, systemAccountTypeDescTxt: description, systemAccountTypeCd: code }
  const restored = await addType(stores, by, fields)
  if (!(restored instanceof Refusal)) return restored
  return refuse('409', sentences.reference_restore_taken({ entry: sentences.accounts_type_entry }))
}
