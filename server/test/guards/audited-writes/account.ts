import { type AuditedWrite, inSteps } from '../audited-write.ts'

const LAST_USE = { none: 'Last use of a tile or page, no decision of the user.' }

export const accountWrites: Readonly<Record<string, AuditedWrite>> = {
  updateProfile: { event: 'user_updated', body: () => ({ jobTitleDscTxt: `Clerk ${Math.random()}`.slice(0, 20) }) },
  confirmEmail: inSteps('user_updated'),
  withdrawEmail: {
    event: 'user_updated',
    prepare: async (portal, { users }) => {
      await portal.owner("update users set pending_email = 'new@example.test' where id = $1", [users.external.id])
      return {}
    },
  },
  saveOwnNotificationTypes: {
    event: 'user_updated',
    prepare: async (portal, { users }) => {
      await portal.owner(
        `insert into user_notification_types (user_id, notification_type_id)
         select $1, min(id) from notification_types on conflict do nothing`,
        [users.external.id],
      )
      return {}
    },
  },
  sendOptOutText: inSteps('opt_out_text_sent'),
  setFavorite: { event: 'favorite_changed' },
  recordSectionAccess: LAST_USE,
  recordPageAccess: LAST_USE,
  sendEnhanceReq: { event: 'enhancement_request_sent' },
  saveListPreferences: { none: 'How a list looks to its user alone.' },
  noteRecentVisit: { none: 'What the search offers its user alone first.' },
  changeEnhancementRequest: { event: 'enhancement_request_changed' },
}
