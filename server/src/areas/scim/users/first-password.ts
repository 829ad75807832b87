import type { Tx } from '../../../db/database.ts'
import { addMail } from '../../mail/public.ts'

interface Reader {
  readonly id: number
  readonly clientId: number
  readonly email: string
}

/** Sends a user the way to their first password, once; the password is made when the mail leaves. */
export const mailFirstPassword = (tx: Tx, { id, clientId, email }: Reader): Promise<unknown> =>
  addMail(tx, {
    template: 'first-password',
    fields: { userId: id },
    to: email,
    readerId: id,
    clientId,
    dedupeKey: `first-password:${id}`,
  })
