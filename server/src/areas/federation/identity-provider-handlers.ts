import type * as contract from '@portico/contract/identity-providers.ts'
import type { Config } from '../../config/config.ts'
import { directoryName } from '../../config/directory-settings.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Transact } from '../../stores.ts'
import { addresseeAt } from './federation-handlers.ts'
import { listProviders } from './provider-list.ts'
import { providerReader } from './provider-reader.ts'
import { removeProvider, restoreProvider } from './remove-provider.ts'
import { saveEmployers } from './save-employers.ts'
import { saveProvider } from './save-provider.ts'
import { readSignInTest, startSignInTest } from './test-sign-in.ts'

export function identityProviderHandlers({
  transact,
  db,
  config,
}: {
  transact: Transact<'audit' | 'federation' | 'providers' | 'signInTests' | 'tx' | 'undo'>
  db: Db
  config: Pick<Config, 'directory' | 'publicUrl'>
}): Handlers<typeof contract> {
  const us = addresseeAt(config.publicUrl)
  const ourEntityId = us.entityId
  const tests = { transact, providers: providerReader(db), us }
  return {
    listSamlIdentityProviders: () => transact(everything, ({ tx }) => listProviders(tx)),
    saveSamlIdentityProvider: ({ body, ...call }) => saveProvider({ transact, ourEntityId }, call, body),
    saveSamlIdentityProviderEmployers: ({ params: { providerId }, body: { employerIdList, version }, ...call }) =>
      saveEmployers({ transact }, call, { providerId, employerIds: employerIdList, version }),
    deleteSamlIdentityProvider: ({ params: { providerId: id }, query: { version }, ...call }) =>
      removeProvider({ transact }, call, { id, version }),
    restoreSamlIdentityProvider: ({ body: { undoId }, ...call }) => restoreProvider({ transact }, call, undoId),
    startSignInTest: ({ params, ...call }) => startSignInTest(tests, call, params.providerId),
    getSignInTest: ({ params, caller }) =>
      readSignInTest({ transact, directory: directoryName(config.directory) }, { caller }, params.signInTestId),
  }
}
