import type * as contract from '@portico/contract/identity-providers.ts'
import { sentences } from '../../http/sentences.ts'
import type { Config } from '../../config/config.ts'
import { directoryName } from '../../config/directory-settings.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Transact } from '../../stores.ts'
import { addresseeAt } from './federation-handlers.ts'
import { employersOf, listProviders } from './provider-list.ts'
import { providerReader } from './provider-reader.ts'
import { recordProviderChange, saveProvider } from './save-provider.ts'
import { readSignInTest, startSignInTest } from './test-sign-in.ts'

export function identityProviderHandlers({
  transact,
  db,
  config,
}: {
  transact: Transact<'audit' | 'federation' | 'providers' | 'signInTests' | 'tx'>
  db: Db
  config: Pick<Config, 'directory' | 'publicUrl'>
}): Handlers<typeof contract> {
  const us = addresseeAt(config.publicUrl)
  const ourEntityId = us.entityId
  const tests = { transact, providers: providerReader(db), us }
  return {
    listSamlIdentityProviders: () => transact(everything, ({ tx }) => listProviders(tx)),
    saveSamlIdentityProvider: ({ body, ...call }) => saveProvider({ transact, ourEntityId }, call, body),
    saveSamlIdentityProviderEmployers: ({ params, body, ...call }) =>
      transact(everything, async (stores) => {
        const state = await stores.providers.lockState(params.providerId)
        const before = await employersOf(stores.tx, params.providerId)
        if (!before) return refuse('404', sentences.not_found)
        const refusal = await before.replaceClients(body.employerIdList)
        if (refusal) return refusal
        recordProviderChange(stores, call, params.providerId, [
          state,
          await stores.providers.lockState(params.providerId),
        ])
        return new Answer(null)
      }),
    deleteSamlIdentityProvider: ({ params, ...call }) =>
      transact(everything, async (stores) => {
        const removed = await stores.providers.lockState(params.providerId)
        if (!(await stores.providers.remove(params.providerId))) return refuse('404', sentences.not_found)
        recordProviderChange(stores, call, params.providerId, [removed, null])
        return new Answer(null)
      }),
    startSignInTest: ({ params, ...call }) => startSignInTest(tests, call, params.providerId),
    getSignInTest: ({ params, caller }) =>
      readSignInTest({ transact, directory: directoryName(config.directory) }, { caller }, params.signInTestId),
  }
}
