import * as z from 'zod/mini'
import { Day, Id, Instant, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { signedIn } from '../kit/guard.ts'
import { languages } from '../texts/languages.ts'

const notif = '/ccservices/secure/user/rest/notif'

/** An announcement as its readers receive it (ANNC-005, ANNC-006). */
export const UserAnnouncement = z.object({
  userAnnouncementId: z.int(),
  announcementId: z.int(),
  /** Y: not dismissed yet. */
  displayFlg: YesNo,
  /** In the reader’s language where the announcement has a text in it. */
  titleText: z.string(),
  /** HTML limited to the elements in rich-text.ts: sanitized when stored, and again when shown. */
  messageText: z.string(),
  /** The language of the text; null: not said. */
  languageCd: z.nullable(z.enum(languages)),
  type: z.enum(['Promotional', 'Operational']),
  effectiveFromDt: Day,
  effectiveToDt: z.nullable(Day),
  recordAddDt: Instant,
})
export type UserAnnouncement = z.output<typeof UserAnnouncement>

export const listAnnouncements = endpoint({
  name: 'listAnnouncements',
  method: 'GET',
  path: `${notif}/announcements`,
  guard: signedIn(),
  data: z.array(UserAnnouncement),
})

export const dismissAnnouncement = endpoint({
  name: 'dismissAnnouncement',
  method: 'PUT',
  path: `${notif}/cpusers/{uid}/announcements/{id}/dismiss`,
  guard: signedIn(),
  params: z.strictObject({ uid: Id, id: Id }),
})

export const undoDismissal = endpoint({
  name: 'undoDismissal',
  method: 'DELETE',
  path: `${notif}/cpusers/{uid}/announcements/{id}/dismiss`,
  guard: signedIn(),
  params: z.strictObject({ uid: Id, id: Id }),
})

export const summaries = {
  listAnnouncements: 'Announcements in force for the user, dismissed ones included, newest first',
  dismissAnnouncement: 'Dismiss an announcement by its own id or the user’s (decision C7)',
  undoDismissal: 'Show a dismissed announcement again, by either id',
}
