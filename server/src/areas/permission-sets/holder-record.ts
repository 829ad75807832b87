import type { ActContext } from '../../http/caller.ts'
import { type AuditEntry, auditActor } from '../audit/public.ts'
import type { UserTarget } from '../permissions/public.ts'
import type { StoredSet } from './permission-set-store.ts'

interface HolderChange {
  readonly event: 'permission_set_given' | 'permission_set_taken'
  /** Until when the user had the set; undefined: they did not have it, null: without a planned end. */
  readonly before: Date | null | undefined
  /** Until when they have it now. */
  readonly after: Date | null | undefined
}

/** The record that a user was given a set, or that it was taken from them, with its planned ends. */
export function holderEntry(
  { caller }: Pick<ActContext, 'caller'>,
  { id, name, version }: Pick<StoredSet, 'id' | 'name' | 'version'>,
  target: Pick<UserTarget, 'id' | 'clientId'>,
  { event, before, after }: HolderChange,
): AuditEntry {
  const stateOf = (endsAt: Date | null | undefined) =>
    endsAt === undefined ? {} : { name, version, ...(endsAt && { endsAt: endsAt.toISOString() }) }
  return {
    ...auditActor(caller),
    event,
    subjectId: target.id,
    clientId: target.clientId,
    target: { kind: 'permission-set', id },
    before: stateOf(before),
    after: stateOf(after),
  }
}
