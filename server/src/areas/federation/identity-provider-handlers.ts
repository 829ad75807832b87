import type * as contract from '@portico/contract/federation/identity-providers.ts'
import type { Config } from '../../config/config.ts'
import { directoryName } from '../../config/directory-settings.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { Handlers } from '../../http/handlers.ts'
import { addresseeAt } from './federation-handlers.ts'
import { listProvidersWithEmployers } from './providers/provider-list.ts'
import { providerReader } from './providers/provider-reader.ts'
import { removeProvider, restoreProvider } from './providers/remove-provider.ts'
import { saveEmployers } from './providers/save-employers.ts'
import { saveProvider } from './providers/save-provider.ts'
import { readSignInTest, startSignInTest } from './sign-in-test/test-sign-in.ts'

export function identityProviderHandlers({
  db,
  config,
}: {
  db: Db
  config: Pick<Config, 'directory' | 'publicUrl'>
}): Handlers<typeof contract> {
  const us = addresseeAt(config.publicUrl)
  const ourEntityId = us.entityId
  const tests = { db, providers: providerReader(db), us }
  return {
    listSamlIdentityProviders: () => db.read(everything, listProvidersWithEmployers),
    saveSamlIdentityProvider: ({ body, ...call }) => saveProvider({ db, ourEntityId }, call, body),
    saveSamlIdentityProviderEmployers: ({ params: { providerId }, body: { employerIdList, version }, ...call }) =>
      saveEmployers({ db }, call, { providerId, employerIds: employerIdList, version }),
    deleteSamlIdentityProvider: ({ params: { providerId: id }, query: { version }, ...call }) =>
      removeProvider({ db }, call, { id, version }),
    restoreSamlIdentityProvider: ({ body: { undoId }, ...call }) => restoreProvider({ db }, call, undoId),
    startSignInTest: ({ params, ...call }) => startSignInTest(tests, call, params.providerId),
    getSignInTest: ({ params, caller }) =>
      readSignInTest({ db, directory: directoryName(config.directory) }, { caller }, params.signInTestId),
  }
}
