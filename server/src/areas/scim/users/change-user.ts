import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../db/database.ts'
import { noMapping } from '../mapping/attribute-mapping.ts'
import { readMappings } from '../mapping/mapping-store.ts'
import { patchUser } from '../protocol/patch.ts'
import type { JsonObject } from '../protocol/scim-schema.ts'
import { ScimError } from '../protocol/scim-error.ts'
import { readResource, type SourceDocument } from '../protocol/scim-values.ts'
import { directoryScope, type ScimAct, type ScimDeps, type VersionCheck } from '../scim-act.ts'
import { withUniqueness } from '../uniqueness.ts'
import { followByDirectory } from '../groups/follow-members.ts'
import { noteProvidedFields } from './account-store.ts'
import { applyToAccount } from './apply-to-account.ts'
import {
  deleteScimUser,
  findScimUser,
  lockGroupsOf,
  lockScimUser,
  type ScimUser,
  storeScimUser,
} from './scim-user-store.ts'

export const userNotFound = (): ScimError => new ScimError(404, 'User not found')
export const versionChanged = (): ScimError => new ScimError(412, 'The resource has changed since it was read')

/** A whole resource, or the body of a PATCH. */
export type UserChange = { readonly put: JsonObject } | { readonly patch: unknown }

/** The answers to a change that says what the account cannot take. */
const refusals: readonly number[] = [400, 403, 409]

/**
 * Changes a person and their account; without a difference neither gets another version. A change that closes the
 * account and says besides what is refused closes it, and changes nothing else.
 */
export async function changeUser(
  deps: ScimDeps,
  act: ScimAct,
  id: number,
  change: UserChange,
  mayChange: VersionCheck,
): Promise<ScimUser> {
  const { clientId } = act.account
  const inTransaction = <Result>(work: (tx: Tx, held: ScimUser) => Promise<Result>) =>
    withUniqueness(() =>
      deps.db.transact(directoryScope(act), async (tx) => {
        const held = await lockScimUser(tx, clientId, id)
        if (!held) throw userNotFound()
        if (!mayChange(held.version)) throw versionChanged()
        return work(tx, held)
      }),
    )
  try {
    return await inTransaction((tx, held) => changeHeld(tx, deps, act, held, statedBy(held, change)))
  } catch (error) {
    if (!(error instanceof ScimError) || !refusals.includes(error.status)) throw error
    return await inTransaction(async (tx, held) => {
      const { active } = statedBy(held, change)
      if (active !== false || !held.isActive) throw error
      return changeHeld(tx, deps, act, held, { active, after: held.doc, isStatusAlone: true })
    })
  }
}

/** What a directory states of a person; `active` is undefined where it says nothing about it. */
interface Stated {
  readonly active: boolean | undefined
  readonly after: SourceDocument
  /** Nothing else of the account changes, by no mapping either. */
  readonly isStatusAlone?: boolean
}

function statedBy({ doc }: ScimUser, change: UserChange): Stated {
  const { active, ...after } = readResource('User', 'put' in change ? change.put : patchUser(doc, change.patch))
  return { active: typeof active === 'boolean' ? active : undefined, after }
}

async function changeHeld(
  tx: Tx,
  deps: ScimDeps,
  act: ScimAct,
  held: ScimUser,
  { active, after, isStatusAlone = false }: Stated,
): Promise<ScimUser> {
  const { clientId } = act.account
  const isActive = statusBy(held, active)
  const statedActive = active ?? held.statedActive
  const { now, former } = await readMappings(tx, clientId, held.mappingVersion)
  const mapping = isStatusAlone ? former : now
  const isSame =
    isDeepStrictEqual(held.doc, after) && statedActive === held.statedActive && mapping.version === former.version
  if (isSame && isActive === undefined) return held
  await applyToAccount(tx, deps, act, {
    userId: held.userId,
    before: { document: held.doc, mapping: former },
    after: { document: after, mapping },
    isActive,
  })
  if (!isSame)
    await storeScimUser(tx, clientId, held.id, { document: after, statedActive, mappingVersion: mapping.version })
  // Groups give nothing to inactive people.
  if (isActive) await followByDirectory(tx, act, [held.userId])
  const changed = await findScimUser(tx, clientId, held.id)
  if (!changed) throw userNotFound()
  return changed
}

/**
 * The status that the account gets; undefined: it stays. A directory may close every account that it provides and opens
 * only what it has closed: one that states all attributes of a person with each change says true again and again, also
 * of a person whom an administrator has made inactive.
 */
function statusBy({ isActive, statedActive }: ScimUser, active: boolean | undefined): boolean | undefined {
  if (active === undefined || active === isActive) return undefined
  return active && statedActive ? undefined : active
}

/** Takes a person away from the directory; the account stays, inactive. */
export async function deleteUser(deps: ScimDeps, act: ScimAct, id: number, mayChange: VersionCheck): Promise<void> {
  const { clientId } = act.account
  await deps.db.transact(directoryScope(act), async (tx) => {
    await lockGroupsOf(tx, clientId, id)
    const held = await lockScimUser(tx, clientId, id)
    if (!held) throw userNotFound()
    if (!mayChange(held.version)) throw versionChanged()
    const isActive = held.isActive ? false : undefined
    const person = { document: held.doc, mapping: noMapping }
    await applyToAccount(tx, deps, act, { userId: held.userId, before: person, after: person, isActive })
    noteProvidedFields(tx, held.userId, null)
    // An account that an administrator has closed is not opened when the person comes back.
    deleteScimUser(tx, clientId, id, held.statedActive && !held.isActive)
    await followByDirectory(tx, act, [held.userId])
  })
}
