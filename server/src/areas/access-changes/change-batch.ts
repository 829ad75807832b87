import type { Tx } from '../../db/database.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import type { Authority } from '../../http/caller.ts'
import { readPermissionsOfUsers } from '../grants/public.ts'
import {
  type PermissionContext,
  type Permissions,
  readPermissionContext,
  refuseReadOnly,
  sentOf,
  type UserTarget,
} from '../permissions/public.ts'
import { type AccessAct, permissionsAfter } from './access-change-rules.ts'

/** Why an act leaves a user as they are. */
export class LeftOut {
  readonly message: Message
  /** There is nothing to change; sets may still be given. */
  readonly isUnchanged: boolean
  constructor(message: Message, isUnchanged = false) {
    this.message = message
    this.isUnchanged = isUnchanged
  }
}

/** A user left out for all of these reasons. */
export const leftOutFor = (reasons: readonly Message[]): LeftOut => new LeftOut(reasons.flat())

const nothing: Permissions = { system: [], page: [] }

/** Some users of an act, with all that their access is checked against. */
export interface ChangeBatch {
  users: { target: UserTarget; held: Permissions }[]
  context: PermissionContext
}

/** @param named permissions that the act names beside those that the users hold */
export async function readBatch(
  tx: Tx,
  authority: Authority,
  targets: readonly UserTarget[],
  named: readonly Permissions[],
): Promise<ChangeBatch> {
  const userIds = targets.map(({ id }) => id)
  const held = await readPermissionsOfUsers(tx, userIds)
  const all = [...held.values(), ...named]
  const context = await readPermissionContext(tx, authority, {
    userIds,
    held: { system: all.flatMap(({ system }) => system), page: all.flatMap(({ page }) => page) },
    sent: {},
  })
  return { users: targets.map((target) => ({ target, held: held.get(target.id) ?? nothing })), context }
}

/** Returns the permissions to be saved for a user, or why an act leaves them out; further rules are those of the save. */
export function wantedOf(
  act: AccessAct,
  authority: Authority,
  { target, held }: ChangeBatch['users'][number],
): ReturnType<typeof sentOf> | LeftOut {
  const readOnly = refuseReadOnly(authority, target)
  if (readOnly) return new LeftOut(readOnly.message)
  if (act.kind === 'give' && target.status === 2) return new LeftOut(sentences.access_change_inactive)
  const wanted = permissionsAfter(act, held)
  if (typeof wanted !== 'string') return sentOf(wanted)
  return new LeftOut(sentences[wanted], wanted === 'access_change_already' || wanted === 'access_change_not_held')
}
