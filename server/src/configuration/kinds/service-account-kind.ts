import { serviceScopes } from '@portico/contract/kit/service-scopes.ts'
import {
  createServiceAccount,
  listServiceAccounts,
  revokeServiceAccount,
  updateServiceAccount,
} from '@portico/contract/service-accounts/service-accounts.ts'
import { z } from 'zod'
import { findActiveUserId } from '../../areas/users/public.ts'
import { Refusal } from '../../http/answers.ts'
import { configurationKind, EntryProblem, type KindContext, resultOf } from '../configuration-kind.ts'
import { Name } from './entry-shapes.ts'

export const serviceAccountKind = configurationKind({
  name: 'serviceAccounts',
  noun: 'service account',
  about: 'Service accounts of programs, without tokens: those are made on the screen',
  shape: z.strictObject({
    name: Name,
    client: Name.nullable().optional().describe('The client whose data it is for; absent or null: the installation'),
    owner: Name.toLowerCase().describe('User ID of the user in whose name it acts'),
    scopes: z.array(z.enum(serviceScopes)),
    networks: z.array(Name).describe('Networks in CIDR notation; none: from everywhere'),
    ends: z.iso.datetime().describe('When it ends, such as 2027-06-30T00:00:00Z'),
  }),
  key: ['name', 'client'],
  isRenamed: true,
  required: ['owner', 'scopes', 'ends'],
  fixed: ['owner', 'ends'],
  unordered: ['scopes', 'networks'],
  wireFields: {
    serviceAccountNm: 'name',
    clientId: 'client',
    ownerId: 'owner',
    scopeList: 'scopes',
    networkList: 'networks',
    endDt: 'ends',
  },
  read: async (context) =>
    (await context.listAll(listServiceAccounts, { params: { uid: context.uid } }))
      .filter(({ revokedDt }) => revokedDt === null)
      .map((row) => ({
        id: row.serviceAccountId,
        version: row.version,
        entry: {
          name: row.serviceAccountNm,
          client: row.clientNm,
          owner: row.ownerNm,
          scopes: row.scopeList,
          networks: row.networkList,
          ends: row.endDt.toISOString(),
        },
      })),
  isSame: (_context, field, present, stated) =>
    Promise.resolve(field === 'ends' ? Date.parse(String(present)) === Date.parse(String(stated)) : undefined),
  add: async (context, { name, client, owner, scopes, networks = [], ends }) => {
    const employer = client ? await context.refer('clients', client, 'client') : null
    if (employer instanceof EntryProblem) return employer
    const ownerId = await findActiveUserId(context.tx, owner)
    if (ownerId === undefined) return new EntryProblem('owner', `there is no active user "${owner}".`)
    const made = await context.call(createServiceAccount, {
      params: { uid: context.uid },
      body: {
        serviceAccountNm: name,
        clientId: employer && Number(employer.id),
        ownerId,
        scopeList: scopes,
        networkList: networks,
        endDt: new Date(ends),
      },
    })
    return made instanceof Refusal ? made : revokeFirstToken(context, made.serviceAccountId)
  },
  change: async (context, { present: { id, version }, wanted: { name, scopes, networks } }) =>
    resultOf(
      await context.call(updateServiceAccount, {
        params: { uid: context.uid, serviceAccountId: Number(id) },
        body: { serviceAccountNm: name, scopeList: scopes, networkList: networks, version },
      }),
    ),
  remove: async (context, { id }) => {
    const params = { uid: context.uid, serviceAccountId: Number(id) }
    return resultOf(await context.call(revokeServiceAccount, { params, body: {} }))
  },
})

/** The token that a new account gets is stated once, and nothing here shows it: a token is made on the screen. */
async function revokeFirstToken(context: KindContext, serviceAccountId: number) {
  const accounts = await context.listAll(listServiceAccounts, { params: { uid: context.uid } })
  const [token] = accounts.find((each) => each.serviceAccountId === serviceAccountId)?.tokenList ?? []
  if (!token) return undefined
  const params = { uid: context.uid, serviceAccountId }
  return resultOf(await context.call(revokeServiceAccount, { params, body: { serviceTokenId: token.serviceTokenId } }))
}
