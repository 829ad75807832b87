import type { SentAnnouncement } from '@portico/contract/announcements/announcement-admin.ts'
import type * as contract from '@portico/contract/announcements/announcement-audience.ts'
import { announcementPersonList, readerClientList } from '@portico/contract/announcements/announcement-audience.ts'
import type { Db, Tx } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { paged, refuse, refuseField } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { previewFor, previewPersons } from './announcement-preview.ts'
import { type Addressees, measureReach } from './announcement-reach.ts'
import { findAddressees, readerClients, readReaders } from './announcement-readers.ts'
import { valueCode } from './announcement-values.ts'
import { targetsOf } from './check-content.ts'

/** Administrators see whom an announcement is for, before it is published and after it. */
export function announcementAudienceHandlers({
  db,
  timeZone,
}: {
  db: Db
  timeZone: string
}): Handlers<typeof contract> {
  return {
    measureAnnouncementReach: ({ caller, body }) =>
      db.read(adminScope(caller), async (tx) => {
        const addressees = await addresseesOf(tx, body)
        return addressees ? measureReach(tx, addressees) : refuseUserType()
      }),
    listAnnouncementPersons: async ({ caller, query }) =>
      paged(await db.read(adminScope(caller), (tx) => listPage(tx, announcementPersonList, previewPersons, query))),
    previewAnnouncement: ({ caller, body }) =>
      db.read(adminScope(caller), async (tx) => {
        const addressees = await addresseesOf(tx, body)
        if (!addressees) return refuseUserType()
        return (await previewFor(tx, body.userId, addressees)) ?? refuse('404', sentences.not_found)
      }),
    readAnnouncementReaders: ({ caller, params, query }) =>
      db.read(adminScope(caller), async (tx) => {
        const found = await findAddressees(tx, params.announcementId)
        return found
          ? readReaders(tx, found, { timeZone, clientId: query.clientId })
          : refuse('404', sentences.not_found)
      }),
    listAnnouncementReaderClients: ({ caller, params, query }) =>
      db.read(adminScope(caller), async (tx) => {
        const found = await findAddressees(tx, params.announcementId)
        if (!found) return refuse('404', sentences.not_found)
        return paged(await listPage(tx, readerClientList, readerClients(found), query))
      }),
  }
}

/** Whom a call is about; undefined where its user type is none. */
async function addresseesOf(
  tx: Tx,
  sent: Parameters<typeof targetsOf>[0] & Pick<SentAnnouncement, 'userType'>,
): Promise<Addressees | undefined> {
  const audience = await valueCode(tx, 'SYSTEM_ANNC_USER_TYPE', sent.userType)
  return audience && { audience, targets: targetsOf(sent) }
}

const refuseUserType = () => refuseField('userType', sentences.announcement_user_type_missing)
