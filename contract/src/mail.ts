import * as z from 'zod/mini'
import { Id, Instant, OwnUid, YesNo } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { admin } from './kit/guard.ts'

const mails = '/ccservices/secure/admin/rest/db/mail-delivery/admin-users/{uid}/undelivered-mails'

/** An email that could not be delivered. Its content is never sent to the browser. */
export const UndeliveredMail = z.object({
  mailId: z.int(),
  /** Kind of the email, such as 'Temporary password'. */
  kindTxt: z.string(),
  toAddress: z.string(),
  clientNm: z.nullable(z.string()),
  createdDt: Instant,
  /** failed: no more attempts. retrying: the portal tries again automatically. */
  stateCd: z.enum(['failed', 'retrying']),
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
  summary: 'Emails that could not be delivered, newest first, 200 at most; for internal administrators',
  params: OwnUid,
  data: z.object({ totalCnt: z.int(), mails: z.array(UndeliveredMail) }),
})

const OneMail = z.strictObject({ uid: Id, mailId: Id })

export const resendMail = endpoint({
  name: 'resendMail',
  method: 'POST',
  path: `${mails}/{mailId}/send-again`,
  guard: admin('Mail Delivery', { staffOnly: true }),
  summary: 'Retry a failed email',
  params: OneMail,
})

export const discardMail = endpoint({
  name: 'discardMail',
  method: 'POST',
  path: `${mails}/{mailId}/give-up`,
  guard: admin('Mail Delivery', { staffOnly: true }),
  summary: 'Discard an undelivered email permanently',
  params: OneMail,
})
