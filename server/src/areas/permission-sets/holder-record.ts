import type { ActContext } from '../../http/caller.ts'
import { type AuditEntry, auditActor } from '../audit/public.ts'
import type { UserTarget } from '../permissions/public.ts'
import type { StoredSet } from './permission-set-store.ts'

/** The record that a user was given a set, or that it was taken from them. */
export function holderEntry(
  { caller }: Pick<ActContext, 'caller'>,
  { id, name, version }: Pick<StoredSet, 'id' | 'name' | 'version'>,
  target: Pick<UserTarget, 'id' | 'clientId'>,
  event: 'permission_set_given' | 'permission_set_taken',
): AuditEntry {
  const state = { name, version }
  const [before, after] = event === 'permission_set_given' ? [{}, state] : [state, {}]
  return {
    ...auditActor(caller),
    event,
    subjectId: target.id,
    clientId: target.clientId,
    target: { kind: 'permission-set', id },
    before,
    after,
  }
}
