import type { KeyRing } from '../../crypto/key-ring.ts'
import { newSigningKey } from './new-signing-key.ts'
import { isKeyDue, KEPT_DAYS, keyPolicies, type SigningKeyPurpose } from './signing-key-rules.ts'
import type { Tx } from '../../db/database.ts'
import { lockSigningKeys, rescheduleSigningKey, addSigningKey, removeFormerSigningKeys } from './signing-key-store.ts'
import { recordAudit } from '../audit/public.ts'

interface RotateInput {
  purpose: SigningKeyPurpose
  /** Days for which the next key is published before it signs. */
  leadDays: number
  /** Who did it, in the audit trail: a command or a job. */
  by: string
}

/** Publishes the next key, which signs after `leadDays`; one that waits already is not replaced but takes that day. */
export async function rotateSigningKey(
  tx: Tx,
  ring: KeyRing,
  { purpose, leadDays, by }: RotateInput,
): Promise<{ id: number; signsFrom: Date }> {
  const waiting = (await lockSigningKeys(tx, purpose)).find(({ signsFrom, now }) => signsFrom > now)
  const key = waiting
    ? { id: waiting.id, signsFrom: await rescheduleSigningKey(tx, waiting.id, leadDays) }
    : await addSigningKey(tx, await newSigningKey(ring, purpose, leadDays))
  recordKeyChange(tx, key.id, {
    purpose,
    action: waiting ? 'rescheduled' : 'published',
    signsFrom: key.signsFrom,
    by,
  })
  return key
}

/** Removes keys whose successor has signed for `keptDays`; applications no longer accept what they signed. */
export async function removeFormerKeys(
  tx: Tx,
  { purpose, by, keptDays = KEPT_DAYS }: Pick<RotateInput, 'purpose' | 'by'> & { keptDays?: number },
): Promise<number> {
  await lockSigningKeys(tx, purpose)
  const removed = await removeFormerSigningKeys(tx, purpose, keptDays)
  for (const id of removed) recordKeyChange(tx, id, { purpose, action: 'removed', by })
  return removed.length
}

/** Replaces a key that is older than its policy allows; true where one was. */
export async function rotateIfDue(tx: Tx, ring: KeyRing, purpose: SigningKeyPurpose, by: string): Promise<boolean> {
  const { maxAgeDays, leadDays } = keyPolicies[purpose]
  const [newest] = await lockSigningKeys(tx, purpose)
  if (!newest || !isKeyDue(newest, newest.now, maxAgeDays)) return false
  await rotateSigningKey(tx, ring, { purpose, leadDays, by })
  return true
}

const recordKeyChange = (tx: Tx, id: number, after: Record<string, unknown>): void =>
  recordAudit(tx, null, {
    event: 'signing_key_changed',
    actorId: null,
    subjectId: null,
    sessionId: null,
    target: { kind: 'signing_key', id },
    after,
  })
