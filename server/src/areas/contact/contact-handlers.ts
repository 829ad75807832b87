import type * as contract from '@portico/contract/contact/contact.ts'
import type { Db } from '../../db/database.ts'
import type { Handlers } from '../../http/handlers.ts'
import { enhanceSections } from './enhance-sections.ts'
import { representativesOf } from './representative-list.ts'
import { sendEnhancement } from './send-enhancement.ts'
import { listOwnEnhancements } from './enhancement-store.ts'
import { ownScope } from '../../http/authority.ts'

export function contactHandlers(deps: { db: Db }): Handlers<typeof contract> {
  const { db } = deps
  return {
    // Representatives are for users of clients; staff have none (CONT-012).
    listContacts: async ({ caller }) =>
      caller.user.isInternal
        ? []
        : await db.read(ownScope(caller), (tx) => representativesOf(tx, caller.user.clientId)),
    listEnhanceSections: async ({ caller }) => {
      const sections = await db.read(ownScope(caller), (tx) => enhanceSections(tx, caller.user.id))
      return sections.map(({ id, name }) => ({ sectionId: id, sectionNm: name }))
    },
    sendEnhanceReq: ({ params, body, ...call }) =>
      sendEnhancement(deps, call, {
        sectionId: params.sectionId,
        comment: body.comment,
        wantsContact: body.contactMeFlag ?? false,
      }),
    listEnhanceReqs: ({ caller }) => db.read(ownScope(caller), (tx) => listOwnEnhancements(tx, caller.user.id)),
  }
}
