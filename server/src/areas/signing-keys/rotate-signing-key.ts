import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Stores } from '../../stores.ts'
import { newSigningKey } from './new-signing-key.ts'
import { isKeyDue, KEPT_DAYS, keyPolicies, type SigningKeyPurpose } from './signing-key-rules.ts'

type RotateStores = Pick<Stores, 'signingKeys' | 'audit'>

interface RotateInput {
  purpose: SigningKeyPurpose
  /** Days for which the next key is published before it signs. */
  leadDays: number
  /** Who did it, in the audit trail: a command or a job. */
  by: string
}

/** Publishes the next key, which signs after `leadDays`; one that waits already is not replaced but takes that day. */
export async function rotateSigningKey(
  { signingKeys, audit }: RotateStores,
  ring: KeyRing,
  { purpose, leadDays, by }: RotateInput,
): Promise<{ id: number; signsFrom: Date }> {
  const waiting = (await signingKeys.lock(purpose)).find(({ signsFrom, now }) => signsFrom > now)
  const key = waiting
    ? { id: waiting.id, signsFrom: await signingKeys.reschedule(waiting.id, leadDays) }
    : await signingKeys.add(await newSigningKey(ring, purpose, leadDays))
  recordKeyChange(audit, key.id, {
    purpose,
    action: waiting ? 'rescheduled' : 'published',
    signsFrom: key.signsFrom,
    by,
  })
  return key
}

/** Removes keys whose successor has signed for `keptDays`; applications no longer accept what they signed. */
export async function removeFormerKeys(
  { signingKeys, audit }: RotateStores,
  { purpose, by, keptDays = KEPT_DAYS }: Pick<RotateInput, 'purpose' | 'by'> & { keptDays?: number },
): Promise<number> {
  await signingKeys.lock(purpose)
  const removed = await signingKeys.removeFormer(purpose, keptDays)
  for (const id of removed) recordKeyChange(audit, id, { purpose, action: 'removed', by })
  return removed.length
}

/** Replaces a key that is older than its policy allows; true where one was. */
export async function rotateIfDue(
  stores: RotateStores,
  ring: KeyRing,
  purpose: SigningKeyPurpose,
  by: string,
): Promise<boolean> {
  const { maxAgeDays, leadDays } = keyPolicies[purpose]
  const [newest] = await stores.signingKeys.lock(purpose)
  if (!newest || !isKeyDue(newest, newest.now, maxAgeDays)) return false
  await rotateSigningKey(stores, ring, { purpose, leadDays, by })
  return true
}

const recordKeyChange = (audit: RotateStores['audit'], id: number, after: Record<string, unknown>): void =>
  audit.record(null, {
    event: 'signing_key_changed',
    actorId: null,
    subjectId: null,
    sessionId: null,
    target: { kind: 'signing_key', id },
    after,
  })
