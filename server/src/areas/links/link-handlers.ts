import type * as contract from '@portico/contract/links.ts'
import { sentences } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { Answer, refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { ownScope, type Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { linkStore } from './link-store.ts'
import { saveLink } from './save-link.ts'

export function linkHandlers({
  db,
  transact,
}: {
  db: Db
  transact: Transact<'audit' | 'links'>
}): Handlers<typeof contract> {
  return {
    listLinks: ({ caller }) => db.read(ownScope(caller), (tx) => linkStore(tx).list(caller.user.id)),
    saveLink: ({ body, ...call }) => saveLink({ transact }, call, body),
    deleteLink: ({ caller, params, request }) =>
      transact(ownScope(caller), async ({ links, audit }) => {
        const { userLinkId, ...before } = (await links.remove(caller.user.id, params.userLinkId)) ?? {}
        if (userLinkId === undefined) return refuse('404', sentences.not_found)
        audit.record(request, {
          event: 'link_deleted',
          ...auditActor(caller),
          target: { kind: 'link', id: userLinkId },
          before,
        })
        return new Answer(null, { message: sentences.link_deleted })
      }),
  }
}
