import { databaseTime } from '../../../db/clock.ts'
import { administersPortal, type ManagedUser } from '../../../http/authority.ts'
import type { ActContext } from '../../../http/caller.ts'
import type { Tx } from '../../../db/database.ts'
import { addMail } from '../../mail/public.ts'

interface Owner extends Pick<ManagedUser, 'pageIds' | 'adminSystemIds'> {
  id: number
  firstName: string
  /** The address before the act. */
  email: string
  clientId: number
}

/** What is done to an account as a whole. */
type AccountAct = 'account_reactivated' | 'account_restored' | 'account_unlocked' | 'account_handed_over'

interface Recipient extends Pick<Owner, 'id' | 'firstName' | 'clientId'> {
  to: string
}

interface News {
  change: AccountAct | 'email_changed' | 'employer_changed' | 'employer_declined'
  newAddress?: string | null
  employer?: string
}

/** Notifies the owner of an account of what an administrator changed, once a request. */
export async function mailAccountChange(
  tx: Tx,
  { request }: Pick<ActContext, 'request'>,
  { id, firstName, clientId, to }: Recipient,
  { change, newAddress = null, employer }: News,
): Promise<void> {
  await addMail(tx, {
    template: 'account-changed',
    fields: {
      firstName,
      change,
      newAddress,
      ...(employer === undefined ? {} : { employer }),
      at: (await databaseTime(tx)).toISOString(),
      // Those of the administrator are not the user's concern.
      device: null,
      place: null,
    },
    dedupeKey: `${change}:${id}:${request.id}`,
    to,
    clientId,
    // A former address is nobody's by now.
    readerId: id,
  })
}

/** Notifies the owner of an account of what an administrator did to it, where the owner administers the portal. */
export async function mailAboutAccount(
  tx: Tx,
  { request }: Pick<ActContext, 'request'>,
  owner: Owner,
  change: AccountAct,
): Promise<void> {
  if (administersPortal(owner)) await mailAccountChange(tx, { request }, { ...owner, to: owner.email }, { change })
}
