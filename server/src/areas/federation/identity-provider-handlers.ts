import type * as contract from '@portico/contract/identity-providers.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse } from '../../http/answers.ts'
import type { Caller, RequestFacts } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Stores, Transact } from '../../stores.ts'
import { whoOf } from '../audit/public.ts'
import { employersOf, listProviders } from './provider-list.ts'
import { providerAdminStore } from './provider-admin-store.ts'
import { type Change, saveProvider } from './save-provider.ts'

/** Whoever says who vouches for people of all clients has to be staff of the operator. */
const maySayWhoVouches = ({ user, actorId }: Caller): boolean => user.isInternal && actorId === null

export function identityProviderHandlers({ transact }: { transact: Transact }): Handlers<typeof contract> {
  const asStaff = <Result>(caller: Caller, work: (stores: Stores) => Promise<Result>) =>
    maySayWhoVouches(caller) ? transact(everything, work) : refuse('403', defaultTexts.not_allowed)
  return {
    listSamlIdentityProviders: ({ caller }) => asStaff(caller, ({ tx }) => listProviders(tx)),
    saveSamlIdentityProvider: ({ body, caller, request }) =>
      asStaff(caller, (stores) => saveProvider(stores, recorder(stores, caller, request), body)),
    saveSamlIdentityProviderEmployers: ({ params, body, caller, request }) =>
      asStaff(caller, async (stores) => {
        const before = await employersOf(stores.tx, params.providerId)
        if (!before) return refuse('404', defaultTexts.not_found)
        const refusal = await before.become(body.employerIdList)
        if (refusal) return refusal
        recorder(stores, caller, request)(params.providerId, { action: 'employers', employerIds: body.employerIdList })
        return new Answer(null)
      }),
    deleteSamlIdentityProvider: ({ params, caller, request }) =>
      asStaff(caller, async (stores) => {
        if (!(await providerAdminStore(stores.tx).remove(params.providerId)))
          return refuse('404', defaultTexts.not_found)
        recorder(stores, caller, request)(params.providerId, { action: 'removed' })
        return new Answer(null)
      }),
  }
}

const recorder =
  ({ audit }: Stores, caller: Caller, request: RequestFacts) =>
  (id: number, change: Change): void =>
    audit.record(request, {
      event: 'saml_provider_changed',
      ...whoOf(caller),
      target: { kind: 'saml_provider', id },
      after: change,
    })
