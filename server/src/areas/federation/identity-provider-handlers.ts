import type * as contract from '@portico/contract/identity-providers.ts'
import { sentences } from '../../http/sentences.ts'
import type { Config } from '../../config/config.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse } from '../../http/answers.ts'
import type { Caller, RequestContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Stores, Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { addresseeAt } from './federation-handlers.ts'
import { employersOf, listProviders } from './provider-list.ts'
import { providerAdminStore } from './provider-admin-store.ts'
import { type Change, saveProvider } from './save-provider.ts'

export function identityProviderHandlers({
  transact,
  config,
}: {
  transact: Transact
  config: Pick<Config, 'publicUrl'>
}): Handlers<typeof contract> {
  const ourEntityId = addresseeAt(config.publicUrl).entityId
  return {
    listSamlIdentityProviders: () => transact(everything, ({ tx }) => listProviders(tx)),
    saveSamlIdentityProvider: ({ body, caller, request }) =>
      transact(everything, (stores) => saveProvider(stores, recorder(stores, caller, request), body, ourEntityId)),
    saveSamlIdentityProviderEmployers: ({ params, body, caller, request }) =>
      transact(everything, async (stores) => {
        const before = await employersOf(stores.tx, params.providerId)
        if (!before) return refuse('404', sentences.not_found)
        const refusal = await before.replaceClients(body.employerIdList)
        if (refusal) return refusal
        recorder(stores, caller, request)(params.providerId, { action: 'employers', employerIds: body.employerIdList })
        return new Answer(null)
      }),
    deleteSamlIdentityProvider: ({ params, caller, request }) =>
      transact(everything, async (stores) => {
        if (!(await providerAdminStore(stores.tx).remove(params.providerId))) return refuse('404', sentences.not_found)
        recorder(stores, caller, request)(params.providerId, { action: 'removed' })
        return new Answer(null)
      }),
  }
}

const recorder =
  ({ audit }: Stores, caller: Caller, request: RequestContext) =>
  (id: number, change: Change): void =>
    audit.record(request, {
      event: 'saml_provider_changed',
      ...auditActor(caller),
      target: { kind: 'saml_provider', id },
      after: change,
    })
