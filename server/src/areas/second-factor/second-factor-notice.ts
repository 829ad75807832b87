import { randomUUID } from 'node:crypto'
import type { RequestContext } from '../../http/caller.ts'
import type { Stores } from '../../stores.ts'
import { describeDevice, describePlace } from '../session/public.ts'

/** Changes of a second factor that are emailed to its owner. */
export type FactorChange =
  | 'authenticator_added'
  | 'passkey_added'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'factor_removed'
  | 'factor_reset_by_administrator'

interface Change {
  userId: number
  change: FactorChange
  /** Null: not by a browser, for example from the command line. */
  request: RequestContext | null
}

/** Notifies the owner by email in the same transaction, so that no change goes unnoticed. */
export async function noticeByMail(
  { tx, outbox }: Pick<Stores, 'outbox' | 'tx'>,
  { userId, change, request }: Change,
): Promise<void> {
  const user = await tx
    .selectFrom('sign_in_accounts')
    .select(['email', 'first_name', 'client_id', 'now'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!user?.email || user.first_name === null || user.now === null) return
  await outbox.add({
    dedupeKey: `second-factor-changed:${randomUUID()}`,
    to: user.email,
    clientId: user.client_id,
    template: 'second-factor-changed',
    fields: {
      firstName: user.first_name,
      change,
      at: user.now.toISOString(),
      device: request && describeDevice(request.userAgent),
      place: request && describePlace(request.address),
    },
  })
}
