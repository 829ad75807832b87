import { serviceScopes } from '@portico/contract/kit/service-scopes.ts'
import { listDirectoryGroups, saveGroupAccess } from '@portico/contract/scim/directory-groups.ts'
import {
  createServiceAccount,
  listServiceAccounts,
  revokeServiceAccount,
  searchServiceOwners,
  updateServiceAccount,
} from '@portico/contract/service-accounts/service-accounts.ts'
import { z } from 'zod'
import { Refusal } from '../../http/answers.ts'
import { configurationKind, EntryProblem, type KindContext, resultOf } from '../configuration-kind.ts'
import { Line, Name } from './entry-shapes.ts'
import { Given, itemsOf } from './permission-set-kind.ts'
import { rowsOf } from './rows-of.ts'

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
    (await context.listAll(listServiceAccounts, { params: { uid: context.uid } })).map((row) => ({
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
    if (owner === undefined) return new EntryProblem('owner', '"owner" is missing.')
    if (scopes === undefined) return new EntryProblem('scopes', '"scopes" is missing.')
    if (ends === undefined) return new EntryProblem('ends', '"ends" is missing.')
    const employer = client ? await context.refer('clients', client, 'client') : null
    if (employer instanceof EntryProblem) return employer
    const ownerId = await ownerOf(context, owner)
    if (ownerId instanceof EntryProblem) return ownerId
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
  change: async (context, { present: { id, version }, wanted: { name, scopes, networks }, changed }) => {
    const fixed = ['owner', 'ends'].find((field) => changed.has(field))
    if (fixed !== undefined) return new EntryProblem(fixed, `"${fixed}" is set when it is added, and does not change.`)
    return resultOf(
      await context.call(updateServiceAccount, {
        params: { uid: context.uid, serviceAccountId: Number(id) },
        body: { serviceAccountNm: name, scopeList: scopes, networkList: networks, version },
      }),
    )
  },
  remove: async (context, { id }) => {
    const params = { uid: context.uid, serviceAccountId: Number(id) }
    return resultOf(await context.call(revokeServiceAccount, { params, body: {} }))
  },
})

async function ownerOf(context: KindContext, owner: string): Promise<number | EntryProblem> {
  const found = rowsOf(
    await context.call(searchServiceOwners, { params: { uid: context.uid }, query: { text: owner.slice(0, 100) } }),
  )
  // A found user is called 'Olive Owner (olive.owner), Northgate'.
  const exact = found.find(({ nameTxt }) => nameTxt.includes(`(${owner.toLowerCase()}), `))
  return exact?.id ?? new EntryProblem('owner', `no active user "${owner}" holds a page that a scope needs.`)
}

/** The token that a new account gets is stated once, and nothing here shows it: a token is made on the screen. */
async function revokeFirstToken(context: KindContext, serviceAccountId: number) {
  const accounts = await context.listAll(listServiceAccounts, { params: { uid: context.uid } })
  const [token] = accounts.find((each) => each.serviceAccountId === serviceAccountId)?.tokenList ?? []
  if (!token) return undefined
  const params = { uid: context.uid, serviceAccountId }
  return resultOf(await context.call(revokeServiceAccount, { params, body: { serviceTokenId: token.serviceTokenId } }))
}

export const directoryGroupKind = configurationKind({
  name: 'directoryGroups',
  noun: 'directory group',
  about: 'Applications and pages that groups of the directories of clients (SCIM) give their members',
  shape: z.strictObject({
    client: Name,
    group: Line.describe('Name of a group that the directory has provided'),
    gives: Given,
  }),
  key: ['client', 'group'],
  unordered: ['gives'],
  references: ['gives'],
  wireFields: { systemIds: 'gives', pageIds: 'gives' },
  isDefault: ({ gives }) => Array.isArray(gives) && gives.length === 0,
  read: async (context) => {
    const read = []
    for (const { id, entry } of await context.present('clients')) {
      const params = { uid: context.uid, clientId: Number(id) }
      const groups = await context.listAll(listDirectoryGroups, { params })
      read.push(
        ...groups.map((row) => ({
          id: `${id}/${row.groupId}`,
          version: row.version,
          entry: {
            client: String(entry['name']),
            group: row.groupNm,
            gives: row.items.map(({ systemNm, pageNm }) =>
              pageNm === null ? { system: systemNm } : { system: systemNm, application: pageNm },
            ),
          },
        })),
      )
    }
    return read
  },
  add: (_context, { client }) =>
    Promise.resolve(new EntryProblem('group', `the directory of "${client}" has not provided this group.`)),
  change: async (context, { present: { id, version }, wanted: { gives } }) => {
    const items = await itemsOf(context, gives)
    if (items instanceof EntryProblem) return items
    const [clientId, groupId] = String(id).split('/').map(Number)
    const params = { uid: context.uid, clientId: clientId ?? 0, groupId: groupId ?? 0 }
    return resultOf(await context.call(saveGroupAccess, { params, body: { ...items, version: version ?? 0 } }))
  },
})
