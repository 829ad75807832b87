import { useMutation } from '@tanstack/react-query'
import { dismissAnnouncement, type UserAnnouncement } from '@portico/contract/announcements/announcements.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { call } from '../../api/call.ts'
import { messageOrRetry } from '../../api/message-or-retry.ts'
import { queryClient } from '../../api/query.ts'
import { useTexts } from '../../api/texts.ts'
import { toast } from '../../ui/toast.ts'
import { announcementsQuery, patchAnnouncement } from './announcement-queries.ts'

/** Dismisses an announcement at once, and restores it with a message when that cannot be saved. */
export function useDismiss(uid: number) {
  const t = useTexts(homeTexts)
  const { mutate } = useMutation({
    mutationFn: ({ userAnnouncementId }: UserAnnouncement) =>
      call(dismissAnnouncement, { params: { uid, id: userAnnouncementId } }),
    onMutate: async ({ announcementId }) => {
      await queryClient.cancelQueries({ queryKey: announcementsQuery().queryKey })
      patchAnnouncement(announcementId, false)
    },
    onError: (error, { announcementId }) => {
      patchAnnouncement(announcementId, true)
      toast.error(messageOrRetry(error, t.announcement_dismiss_failed))
    },
  })
  return mutate
}
