import { randomUUID } from 'node:crypto'
import type { RequestContext } from '../../http/caller.ts'
import { describeDevice, describePlace } from '../session/public.ts'
import type { Tx } from '../../db/database.ts'
import { addMail } from '../mail/public.ts'
import { queries } from '../../db/queries.ts'
import { runFirst } from '../../db/run.ts'

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
export async function noticeByMail(tx: Tx, { userId, change, request }: Change): Promise<void> {
  const user = await runFirst(
    tx,
    queries
      .selectFrom('sign_in_accounts')
      .select(['email', 'first_name', 'client_id', 'now'])
      .where('user_id', '=', userId),
  )
  if (!user?.email || user.first_name === null || user.now === null) return
  await addMail(tx, {
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
