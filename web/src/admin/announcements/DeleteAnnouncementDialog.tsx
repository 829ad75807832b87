import {
  type Announcement,
  deleteAnnouncement,
  listSystemAnnouncements,
  restoreAnnouncement,
} from '@portico/contract/announcement-admin.ts'
import { announcementAdminTexts } from '@portico/contract/texts/announcement-admin-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { useAction } from '../../patterns/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'

interface DeleteAnnouncementDialogProps {
  announcement: Announcement
  onClose: () => void
}

/** Marks an announcement as deleted; offers to undo it (ANNC-018, ANNC-068). */
export function DeleteAnnouncementDialog({ announcement, onClose }: DeleteAnnouncementDialogProps) {
  const t = useTexts(announcementAdminTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { announcementId, titleText, version } = announcement
  const remove = useAction(deleteAnnouncement, {
    invalidate: [listSystemAnnouncements],
    undo: async ({ data }) =>
      (await request(restoreAnnouncement, { params: { uid }, body: { undoId: data.undoId } })).message,
  })
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={t.announcement_delete_title}
      confirmLabel={t.announcement_delete_confirm}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.record}
      onConfirm={() => remove.submit({ params: { uid, announcementId }, query: { version } })}
    >
      <p>{formatMessage(t.announcement_delete_body, { title: titleText })}</p>
    </ConfirmModal>
  )
}
