import type * as contract from '@portico/contract/single-sign-on.ts'
import { sentences } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { outcome, refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { ownScope, type Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { findVisiblePage } from '../home/public.ts'
import { launchAddress } from './launch-rules.ts'

export interface SingleSignOnDeps {
  db: Db
  transact: Transact
}

export function singleSignOnHandlers({ db, transact }: SingleSignOnDeps): Handlers<typeof contract> {
  return {
    launchPage: async ({ params, query, caller, request }) => {
      const page = await findVisiblePage(db, caller, params.pid)
      if (!page) return refuse('403', sentences.launch_refused)
      const url = page.is_link_enabled && !page.is_saml_post ? launchAddress(page.location) : null
      if (url === null) return outcome('404', sentences.tile_unavailable, null)
      const refusal = await transact(ownScope(caller), async ({ audit, systemAccounts }) => {
        const account = query.systemAccountUserId
        const use = { userId: caller.user.id, pageId: page.id, sessionId: caller.sessionId }
        if (account !== undefined && !(await systemAccounts.open(account, use)))
          return refuse('403', sentences.launch_refused)
        audit.record(request, {
          event: 'application_opened',
          ...auditActor(caller),
          target: { kind: 'page', id: page.id },
        })
        return null
      })
      if (refusal) return refusal
      return { url, method: 'GET' as const, fields: {}, openInNewWindowFlg: page.opens_in_new_window }
    },
  }
}
