import {
  dismissAnnouncement,
  undoDismissal,
  type UserAnnouncement,
} from '@portico/contract/announcements/announcements.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { call } from '../../api/call.ts'
import { messageOrRetry } from '../../api/message-or-retry.ts'
import { formatMessage, texts } from '../../api/texts.ts'
import { savePreference, shownInAnswer } from '../../patterns/save-preference.ts'
import { toast } from '../../ui/toast.ts'
import { announcementsQuery } from './announcement-queries.ts'

/** Dismisses an announcement and offers to take that back. */
export async function dismiss(uid: number, announcement: UserAnnouncement): Promise<void> {
  const answer = await saveDisplayed(uid, announcement, false)
  if (answer === undefined) return
  toast.success(formatMessage(texts(homeTexts).announcement_dismissed_named, { name: announcement.titleText }), {
    label: texts(listTexts).list_undo,
    run: () => void showAgain(uid, announcement),
  })
}

/** Shows a dismissed announcement again. */
export const showAgain = (uid: number, announcement: UserAnnouncement): Promise<unknown> =>
  saveDisplayed(uid, announcement, true)

/** Changes at once whether an announcement is displayed, and reverts it with a message when that cannot be saved. */
const saveDisplayed = (
  uid: number,
  { announcementId, userAnnouncementId: id }: UserAnnouncement,
  displayFlg: boolean,
): Promise<unknown> =>
  savePreference(
    {
      key: `announcement ${uid} ${announcementId}`,
      ...shownInAnswer(
        announcementsQuery().queryKey,
        (all: UserAnnouncement[]) => all.find((one) => one.announcementId === announcementId)?.displayFlg,
        (all, shown) => all.map((one) => (one.announcementId === announcementId ? { ...one, displayFlg: shown } : one)),
      ),
      save: () => call(displayFlg ? undoDismissal : dismissAnnouncement, { params: { uid, id } }),
      failed: (error) =>
        messageOrRetry(
          error,
          texts(homeTexts)[displayFlg ? 'announcement_show_again_failed' : 'announcement_dismiss_failed'],
        ),
    },
    displayFlg,
  )
