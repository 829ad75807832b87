import { giveMailUp, listUndeliveredMails, sendMailAgain } from '@portico/contract/mail.ts'
import { ApiError, ask } from '../../api/call.ts'
import { invalidate, query, queryClient } from '../../api/query.ts'
import type { Outcome } from '../../ui/ModalForm.tsx'

export const undeliveredQuery = (uid: number) => query(listUndeliveredMails, { params: { uid } })

export const loadUndelivered = (uid: number): Promise<unknown> =>
  queryClient.fetchQuery({ ...undeliveredQuery(uid), staleTime: 0 })

export const sendAgain = (uid: number, mailId: number) =>
  told(() => ask(sendMailAgain, { params: { uid, mailId } }).then(({ message }) => message))

export const giveUp = (uid: number, mailId: number) =>
  told(() => ask(giveMailUp, { params: { uid, mailId } }).then(({ message }) => message))

/** Whatever came of it, the list is asked for anew: a mail may have arrived in the meantime. */
async function told(work: () => Promise<string>): Promise<Outcome> {
  try {
    return { ok: true, message: await work() }
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, message: error.message }
    throw error
  } finally {
    await invalidate(listUndeliveredMails)
  }
}
