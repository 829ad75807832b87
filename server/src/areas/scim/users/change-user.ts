import { isDeepStrictEqual } from 'node:util'
import { patchUser } from '../protocol/patch.ts'
import type { JsonObject } from '../protocol/scim-schema.ts'
import { ScimError } from '../protocol/scim-error.ts'
import { readResource } from '../protocol/scim-values.ts'
import { directoryScope, type ScimAct, type ScimDeps, type VersionCheck } from '../scim-act.ts'
import { withUniqueness } from '../uniqueness.ts'
import { noteProvidedFields } from './account-store.ts'
import { applyToAccount } from './apply-to-account.ts'
import { deleteScimUser, findScimUser, lockScimUser, type ScimUser, storeScimUser } from './scim-user-store.ts'

export const userNotFound = (): ScimError => new ScimError(404, 'User not found')
export const versionChanged = (): ScimError => new ScimError(412, 'The resource has changed since it was read')

/** A whole resource, or the body of a PATCH. */
export type UserChange = { readonly put: JsonObject } | { readonly patch: unknown }

/** Changes a person and their account; without a difference neither gets another version. */
export async function changeUser(
  deps: ScimDeps,
  act: ScimAct,
  id: number,
  change: UserChange,
  mayChange: VersionCheck,
): Promise<ScimUser> {
  const { clientId } = act.account
  return withUniqueness(() =>
    deps.db.transact(directoryScope(act), async (tx) => {
      const held = await lockScimUser(tx, clientId, id)
      if (!held) throw userNotFound()
      if (!mayChange(held.version)) throw versionChanged()
      const { active, ...after } = readResource('User', resourceAfter(held, change))
      // A resource without `active` says nothing about it.
      const isActive = typeof active === 'boolean' && active !== held.isActive ? active : undefined
      const isSame = isDeepStrictEqual(held.doc, after)
      if (isSame && isActive === undefined) return held
      await applyToAccount(tx, deps, act, { userId: held.userId, before: held.doc, after, isActive })
      if (!isSame) await storeScimUser(tx, clientId, id, after)
      const now = await findScimUser(tx, clientId, id)
      if (!now) throw userNotFound()
      return now
    }),
  )
}

const resourceAfter = ({ doc, isActive }: ScimUser, change: UserChange): JsonObject =>
  'put' in change ? change.put : patchUser({ ...doc, active: isActive }, change.patch)

/** Takes a person away from the directory; the account stays, inactive. */
export async function deleteUser(deps: ScimDeps, act: ScimAct, id: number, mayChange: VersionCheck): Promise<void> {
  const { clientId } = act.account
  await deps.db.transact(directoryScope(act), async (tx) => {
    const held = await lockScimUser(tx, clientId, id)
    if (!held) throw userNotFound()
    if (!mayChange(held.version)) throw versionChanged()
    const isActive = held.isActive ? false : undefined
    await applyToAccount(tx, deps, act, { userId: held.userId, before: held.doc, after: held.doc, isActive })
    noteProvidedFields(tx, held.userId, null)
    deleteScimUser(tx, clientId, id)
  })
}
