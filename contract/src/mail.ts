import * as z from 'zod/mini'
import { Id, Instant, OwnUid, YesNo } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { holdsPage } from './kit/guard.ts'

const mails = '/ccservices/secure/admin/rest/db/mail-delivery/admin-users/{uid}/undelivered-mails'

/** A mail that nobody got, or that could not be delivered so far. What it says is never told. */
export const UndeliveredMail = z.object({
  mailId: z.int(),
  /** What kind of mail it is, such as 'Temporary password'. */
  kindTxt: z.string(),
  toAddress: z.string(),
  clientNm: z.nullable(z.string()),
  createdDt: Instant,
  /** failed: nobody tries any more. retrying: it is tried again by itself. */
  stateCd: z.enum(['failed', 'retrying']),
  attemptsCnt: z.int(),
  /** Null where nobody tries any more. */
  nextAttemptDt: z.nullable(Instant),
  lastErrorTxt: z.string(),
  /** N: its time is over, as that of a temporary password; a new one has to be asked for. */
  sendAgainFlg: YesNo,
})
export type UndeliveredMail = z.output<typeof UndeliveredMail>

export const listUndeliveredMails = endpoint({
  name: 'listUndeliveredMails',
  method: 'GET',
  path: mails,
  guard: holdsPage('Mail Delivery'),
  summary: 'Mails that could not be delivered, newest first, 200 at most; for internal administrators',
  params: OwnUid,
  data: z.object({ totalCnt: z.int(), mails: z.array(UndeliveredMail) }),
})

const OneMail = z.strictObject({ uid: Id, mailId: Id })

export const sendMailAgain = endpoint({
  name: 'sendMailAgain',
  method: 'POST',
  path: `${mails}/{mailId}/send-again`,
  guard: holdsPage('Mail Delivery'),
  summary: 'Let a mail that nobody tries any more leave again',
  params: OneMail,
})

export const giveMailUp = endpoint({
  name: 'giveMailUp',
  method: 'POST',
  path: `${mails}/{mailId}/give-up`,
  guard: holdsPage('Mail Delivery'),
  summary: 'Put a mail that could not be delivered aside for good',
  params: OneMail,
})
