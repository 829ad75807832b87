import type * as contract from '@portico/contract/announcements/announcements.ts'
import { sentences } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { refuse } from '../../http/answers.ts'
import { audienceOf } from '../../http/text-audience.ts'
import type { Handlers } from '../../http/handlers.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { findAnnouncement, readAnnouncements } from './announcement-list.ts'
import { userAnnouncement } from './announcement-view.ts'
import { dismissAnnouncement, undoDismissal } from './announcement-store.ts'
import { ownScope } from '../../http/authority.ts'

export interface AnnouncementDeps {
  db: Db
  timeZone: string
}

export function announcementHandlers({ db, timeZone }: AnnouncementDeps): Handlers<typeof contract> {
  return {
    listAnnouncements: async (call) => {
      const { language } = audienceOf(call)
      return (await readAnnouncements(db, call.caller, { timeZone, language })).map(userAnnouncement)
    },
    dismissAnnouncement: ({ params, caller, request }) =>
      db.transact(ownScope(caller), async (tx) => {
        const found = await findAnnouncement(tx, caller, params.id, timeZone)
        if (!found) return refuse('404', sentences.not_found)
        await dismissAnnouncement(tx, caller.user.id, found.announcementId, found.contentVersion)
        const target = { kind: 'announcement', id: found.announcementId }
        recordAudit(tx, request, { event: 'announcement_dismissed', ...auditActor(caller), target })
        return null
      }),
    undoDismissal: ({ params, caller, request }) =>
      db.transact(ownScope(caller), async (tx) => {
        const found = await findAnnouncement(tx, caller, params.id, timeZone)
        if (!found) return refuse('404', sentences.not_found)
        if (!(await undoDismissal(tx, caller.user.id, found.announcementId))) return null
        const target = { kind: 'announcement', id: found.announcementId }
        recordAudit(tx, request, { event: 'announcement_dismissal_undone', ...auditActor(caller), target })
        return null
      }),
  }
}
