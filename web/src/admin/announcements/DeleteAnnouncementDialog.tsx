import {
  type Announcement,
  deleteAnnouncement,
  listSystemAnnouncements,
  restoreAnnouncement,
} from '@portico/contract/announcements/announcement-admin.ts'
import { announcementAdminTexts } from '@portico/contract/announcements/announcement-admin-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'

interface DeleteAnnouncementDialogProps {
  announcement: Announcement
  onClose: () => void
}

/** Marks an announcement as deleted; offers to undo it (ANNC-018, ANNC-068). */
export function DeleteAnnouncementDialog({ announcement, onClose }: DeleteAnnouncementDialogProps) {
  const t = useTexts(announcementAdminTexts)
  const { uid } = useSignedIn()
  const { announcementId, titleText, version } = announcement
  return (
    <DeleteDialog
      title={t.announcement_delete_title}
      confirmLabel={t.announcement_delete_confirm}
      closeAfterMs={CLOSE_AFTER_MS.record}
      call={deleteAnnouncement}
      input={{ params: { uid, announcementId }, query: { version } }}
      invalidate={[listSystemAnnouncements]}
      undo={async ({ data }) =>
        (await request(restoreAnnouncement, { params: { uid }, body: { undoId: data.undoId } })).message
      }
      onClose={onClose}
    >
      <p>{formatMessage(t.announcement_delete_body, { title: titleText })}</p>
    </DeleteDialog>
  )
}
