import type { Tx } from '../../../db/database.ts'
import { addMail, type NewMail, queueMail } from '../../mail/public.ts'

interface Reader {
  readonly id: number
  readonly clientId: number
  readonly email: string
}

const mailTo = ({ id, clientId, email }: Reader): NewMail => ({
  template: 'first-password',
  fields: { userId: id },
  to: email,
  readerId: id,
  clientId,
  dedupeKey: `first-password:${id}`,
})

/** Sends a user the way to their first password, once; the password is made when the mail leaves. */
export const mailFirstPassword = (tx: Tx, reader: Reader): Promise<unknown> => addMail(tx, mailTo(reader))

/** The same with the next statement, in a transaction that has started the delivery. */
export const queueFirstPassword = (tx: Tx, reader: Reader): void => queueMail(tx, mailTo(reader))
