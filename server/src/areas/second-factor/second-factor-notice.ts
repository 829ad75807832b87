import { randomUUID } from 'node:crypto'
import type { RequestFacts } from '../../http/caller.ts'
import type { Stores } from '../../stores.ts'
import { describeDevice, describePlace } from '../session/public.ts'

/** What became of somebody's second factor, as his mail tells it. */
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
  /** Null: nobody's browser, as from the command line. */
  facts: RequestFacts | null
}

/** Tells the owner by mail, in the same transaction: nobody changes a second factor unseen. */
export async function noticeByMail({ tx, outbox }: Stores, { userId, change, facts }: Change): Promise<void> {
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
      device: facts && describeDevice(facts.userAgent),
      place: facts && describePlace(facts.address),
    },
  })
}
