import { getCompanyDirectory } from '@portico/contract/directory/company-directory.ts'
import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import { listSamlIdentityProviders } from '@portico/contract/federation/identity-providers.ts'
import { query, queryClient } from '../../api/query.ts'

export const providersQuery = () => query(listSamlIdentityProviders)
/** All clients, for internal administrators. */
export const providerClientsQuery = (uid: number) => query(listSharingClients, { params: { uid } })

export const companyDirectoryQuery = (uid: number) => query(getCompanyDirectory, { params: { uid } })

export const loadProviders = (uid: number): Promise<unknown> =>
  Promise.all([queryClient.ensureQueryData(providersQuery()), queryClient.ensureQueryData(providerClientsQuery(uid))])
