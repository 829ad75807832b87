import type * as contract from '@portico/contract/announcements/announcement-admin.ts'
import { announcementList } from '@portico/contract/announcements/announcement-admin.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { paged } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { audienceOf } from '../../http/text-audience.ts'
import type { Texts } from '../../http/sentences.ts'
import { nameInWords } from '../../http/shipped-names.ts'
import { announcementOf, announcementSource } from './announcement-admin-list.ts'
import { listTargetClients, listTargetIndustries, listTargetSystems } from './announcement-targets.ts'
import { readAnnouncementValues } from './announcement-values.ts'
import { deleteAnnouncement, restoreAnnouncement } from './delete-announcement.ts'
import { countOtherReviewers } from './review-mails.ts'
import { publishReviewed, sendBack } from './review-announcement.ts'
import { addAnnouncement, type AnnouncementAdminDeps, updateAnnouncement } from './save-announcement.ts'

interface AnnouncementHandlerDeps extends AnnouncementAdminDeps {
  db: Db
  texts: Pick<Texts, 'of'>
}

/** Administrators write announcements and see whom they reach. */
export function announcementAdminHandlers(deps: AnnouncementHandlerDeps): Handlers<typeof contract> {
  const { db, timeZone, texts } = deps
  return {
    listAnnouncementValues: async ({ params, ...call }) => {
      const translate = await texts.of(audienceOf(call))
      const values = await db.read(adminScope(call.caller), (tx) => readAnnouncementValues(tx, params.typeName))
      return values.map((value) => ({ ...value, valueMediumNm: nameInWords(translate, value.valueMediumNm) }))
    },
    listVerticalIndustries: ({ caller }) => db.read(adminScope(caller), listTargetIndustries),
    listClientsByIndustries: ({ caller, query }) =>
      db.read(adminScope(caller), (tx) => listTargetClients(tx, query.industries ?? [])),
    listAnnouncementSystems: ({ caller }) => db.read(adminScope(caller), listTargetSystems),
    listSystemAnnouncements: async ({ caller, query }) =>
      paged(
        await db.read(adminScope(caller), (tx) =>
          listPage(tx, announcementList, announcementSource(timeZone, query), query),
        ),
        announcementOf,
      ),
    addAnnouncement: ({ caller, request, query, body }) =>
      addAnnouncement(deps, { caller, request }, { sent: body, request: query.anncReqType }),
    updateAnnouncement: ({ caller, request, params, query, body }) =>
      updateAnnouncement(
        deps,
        { caller, request },
        { id: params.announcementId, version: body.version, sent: body, request: query.anncReqType },
      ),
    getAnnouncementReviewRules: async ({ caller }) => ({
      requiredFlg: deps.requiresReview,
      otherReviewerCnt: await db.read(adminScope(caller), (tx) => countOtherReviewers(tx, caller.user.id)),
    }),
    publishReviewedAnnouncement: ({ caller, request, params, body }) =>
      publishReviewed(deps, { caller, request }, { id: params.announcementId, version: body.version }),
    sendBackAnnouncement: ({ caller, request, params, body }) =>
      sendBack(deps, { caller, request }, { id: params.announcementId, version: body.version, note: body.noteTxt }),
    deleteAnnouncement: ({ caller, request, params, query }) =>
      deleteAnnouncement(deps, { caller, request }, { id: params.announcementId, version: query.version }),
    restoreAnnouncement: ({ caller, request, body }) => restoreAnnouncement(deps, { caller, request }, body.undoId),
  }
}
