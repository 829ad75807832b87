import type * as contract from '@portico/contract/announcements.ts'
import { sentences } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { ownScope, type Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { findAnnouncement, readAnnouncements } from './announcement-list.ts'
import { userAnnouncement } from './announcement-view.ts'

export interface AnnouncementDeps {
  db: Db
  transact: Transact<'announcements' | 'audit' | 'tx'>
  timeZone: string
}

export function announcementHandlers({ db, transact, timeZone }: AnnouncementDeps): Handlers<typeof contract> {
  return {
    listAnnouncements: async ({ caller }) => (await readAnnouncements(db, caller, timeZone)).map(userAnnouncement),
    dismissAnnouncement: ({ params, caller, request }) =>
      transact(ownScope(caller), async ({ tx, announcements, audit }) => {
        const found = await findAnnouncement(tx, caller, params.id, timeZone)
        if (!found) return refuse('404', sentences.not_found)
        await announcements.dismiss(caller.user.id, found.announcement_id, found.content_version)
        const target = { kind: 'announcement', id: found.announcement_id }
        audit.record(request, { event: 'announcement_dismissed', ...auditActor(caller), target })
        return null
      }),
  }
}
