import * as z from 'zod/mini'
import { Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'

const mails = '/ccservices/secure/admin/rest/db/mail-delivery/admin-users/{uid}/undelivered-mails'

/** failed: no more attempts. retrying: the portal tries again automatically. */
export const undeliveredMailStates = ['failed', 'retrying'] as const
export type UndeliveredMailState = (typeof undeliveredMailStates)[number]

export const undeliveredMailList = listQuery({
  columns: ['createdDt', 'toAddress', 'clientNm', 'attemptsCnt'],
  filters: {
    /** Part of the recipient's address or of the name of their employer. */
    nm: text(100),
    stateCd: z.enum(undeliveredMailStates),
    /** Template of the email, such as 'temporary-password'. */
    kindCd: text(100),
  },
  defaultSort: { column: 'createdDt', direction: 'desc' },
})

/** An email that could not be delivered. Its content is never sent to the browser. */
export const UndeliveredMail = z.object({
  mailId: z.int(),
  /** Kind of the email, such as 'Temporary password'. */
  kindTxt: z.string(),
  toAddress: z.string(),
  clientNm: z.nullable(z.string()),
  createdDt: Instant,
  stateCd: z.enum(undeliveredMailStates),
  attemptsCnt: z.int(),
  /** Null when no attempt is scheduled. */
  nextAttemptDt: z.nullable(Instant),
  lastErrorTxt: z.string(),
  /** N: its content has expired, such as a temporary password; the recipient must request a new one. */
  sendAgainFlg: YesNo,
})
export type UndeliveredMail = z.output<typeof UndeliveredMail>

export const listUndeliveredMails = endpoint({
  name: 'listUndeliveredMails',
  method: 'GET',
  path: mails,
  guard: admin('Mail Delivery', { staffOnly: true }),
  params: OwnUid,
  query: undeliveredMailList.query,
  data: z.array(UndeliveredMail),
})

const OneMail = z.strictObject({ uid: Id, mailId: Id })

export const resendMail = endpoint({
  name: 'resendMail',
  method: 'POST',
  path: `${mails}/{mailId}/send-again`,
  guard: admin('Mail Delivery', { staffOnly: true }),
  params: OneMail,
})

export const discardMail = endpoint({
  name: 'discardMail',
  method: 'POST',
  path: `${mails}/{mailId}/give-up`,
  guard: admin('Mail Delivery', { staffOnly: true }),
  params: OneMail,
})

export const summaries = {
  listUndeliveredMails: 'Emails that could not be delivered, newest first; for internal administrators',
  resendMail: 'Retry a failed email',
  discardMail: 'Discard an undelivered email permanently',
}
