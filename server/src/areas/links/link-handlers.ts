import type * as contract from '@portico/contract/links/links.ts'
import { sentences } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { Answer, refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { listLinks, removeLink } from './link-store.ts'
import { saveLink } from './save-link.ts'
import { ownScope } from '../../http/authority.ts'

export function linkHandlers({ db }: { db: Db }): Handlers<typeof contract> {
  return {
    listLinks: ({ caller }) => db.read(ownScope(caller), (tx) => listLinks(tx, caller.user.id)),
    saveLink: ({ body, ...call }) => saveLink({ db }, call, body),
    deleteLink: ({ caller, params, request }) =>
      db.transact(ownScope(caller), async (tx) => {
        const { userLinkId, ...before } = (await removeLink(tx, caller.user.id, params.userLinkId)) ?? {}
        if (userLinkId === undefined) return refuse('404', sentences.not_found)
        recordAudit(tx, request, {
          event: 'link_deleted',
          ...auditActor(caller),
          target: { kind: 'link', id: userLinkId },
          before,
        })
        return new Answer(null, { message: sentences.link_deleted })
      }),
  }
}
