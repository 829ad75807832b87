import { resendMail } from '@portico/contract/mail/mail.ts'
import { ApiError, call } from '../../api/call.ts'

/**
 * Resends emails one after another; those that were delivered or discarded in the meantime are left out. Returns how many
 * are queued.
 *
 * @throws what the call of one answers otherwise; those before it are queued.
 */
export async function resendMails(uid: number, mailIds: readonly number[]): Promise<number> {
  let count = 0
  for (const mailId of mailIds) {
    try {
      await call(resendMail, { params: { uid, mailId } })
      count += 1
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
  }
  return count
}
