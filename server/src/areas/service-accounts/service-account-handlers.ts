import { type ServiceScope, serviceScopes } from '@portico/contract/kit/service-scopes.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import { scopeRules } from '@portico/contract/service-accounts/scope-rules.ts'
import type * as contract from '@portico/contract/service-accounts/service-accounts.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, paged } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { updateServiceAccount } from './change-service-account.ts'
import type { ServiceAccountEditor } from './service-account-checks.ts'
import { createServiceAccount, revokeService, rotateServiceToken } from './service-account-commands.ts'
import { findServiceOwners, readServiceAccounts } from './service-account-list.ts'
import { refuseProblem, refuseProblemOfToken, withFreeName } from './service-account-refusals.ts'

/** Service accounts in the administration (decision 54). */
export function serviceAccountHandlers({ db, keys }: { db: Db; keys: KeyRing }): Handlers<typeof contract> {
  return {
    listServiceAccounts: async ({ query }) => paged(await db.read(everything, (tx) => readServiceAccounts(tx, query))),
    getServiceAccountOptions: async ({ caller }) => {
      const { isPortalAdmin } = await caller.authority()
      const scopes = scopesOf(await pagesOf(caller))
      return { mayChangeFlg: isPortalAdmin, scopeList: scopes }
    },
    searchServiceOwners: async ({ query }) => paged(await db.read(everything, (tx) => findServiceOwners(tx, query))),
    createServiceAccount: async ({ body, ...call }) => {
      const by = await editorOf(call)
      return withFreeName(() =>
        db.transact(everything, async (tx) => {
          const made = await createServiceAccount({ tx, keys }, by, {
            ...changesOf(body),
            ownerId: body.ownerId,
            clientId: body.clientId,
            endsAt: body.endDt,
          })
          if ('problem' in made) return refuseProblem(made.problem)
          const { serviceAccountId, token, expiresAt } = made
          return { serviceAccountId, tokenTxt: token, expireDt: expiresAt }
        }),
      )
    },
    updateServiceAccount: async ({ params: { serviceAccountId: id }, body, ...call }) => {
      const by = await editorOf(call)
      return withFreeName(() =>
        db.transact(everything, async (tx) => {
          const refused = await updateServiceAccount(tx, by, { id, version: body.version, ...changesOf(body) })
          return refused ?? new Answer(null, { message: sentences.service_account_changed })
        }),
      )
    },
    rotateServiceToken: async ({ params: { serviceAccountId: id }, body: { overlapDays }, ...call }) => {
      const by = await editorOf(call)
      return db.transact(everything, async (tx) => {
        const made = await rotateServiceToken({ tx, keys }, by, { id, overlapDays })
        if ('problem' in made) return refuseProblemOfToken(made.problem)
        return { tokenTxt: made.token, expireDt: made.expiresAt, formerUntilDt: made.formerUntil }
      })
    },
    revokeServiceAccount: async ({ params: { serviceAccountId: id }, body: { serviceTokenId }, ...call }) => {
      const by = await editorOf(call)
      return db.transact(everything, async (tx) => {
        const problem = await revokeService(tx, by, { id, tokenId: serviceTokenId })
        if (problem) return refuseProblemOfToken(problem)
        const { service_account_revoked, service_token_revoked } = sentences
        return new Answer(null, {
          message: serviceTokenId === undefined ? service_account_revoked : service_token_revoked,
        })
      })
    },
  }
}

interface Changes {
  serviceAccountNm: string
  scopeList: readonly ServiceScope[]
  networkList: readonly string[]
}

const changesOf = ({ serviceAccountNm, scopeList, networkList }: Changes) => ({
  name: plainName(serviceAccountNm),
  scopes: [...new Set(scopeList)],
  allowedNetworks: networkList,
})

const pagesOf = async ({ adminPages }: Pick<CallContext['caller'], 'adminPages'>) =>
  (await adminPages()).map(({ name }) => name)

const scopesOf = (pages: readonly string[]): ServiceScope[] =>
  serviceScopes.filter((scope) => pages.includes(scopeRules[scope].page))

const editorOf = async ({
  caller,
  request,
}: CallContext): Promise<Exclude<ServiceAccountEditor, { command: string }>> => ({
  caller,
  request,
  pages: await pagesOf(caller),
})
