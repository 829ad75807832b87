import { readFileSync } from 'node:fs'
import path from 'node:path'
import { SCIM_PATH } from '@portico/contract/scim/scim.ts'
import { listDirectoryGroups, saveGroupAccess } from '@portico/contract/scim/directory-groups.ts'
import type { Browser } from './browser.ts'
import type { MadeUser } from './make.ts'
import type { Portal } from './portal.ts'
import { makeServiceAccount } from './service-accounts.ts'

type Json = Record<string, unknown>

export interface DirectoryAnswer {
  status: number
  body: Json
  headers: Headers
}

/** The directory of an employer as the portal sees it: a program with a token. */
export interface Directory {
  clientId: number
  origin: string
  token: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<DirectoryAnswer>
}

/** What a directory sends. */
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const message = (name: string): string => `urn:ietf:params:scim:api:messages:2.0:${name}`
export const patchOf = (...Operations: Json[]): Json => ({ schemas: [message('PatchOp')], Operations })
export const groupOf = (displayName: string, more: Json = {}): Json => ({ schemas: [GROUP], displayName, ...more })
export const personOf = (userName: string, more: Json = {}): Json => ({
  schemas: [USER],
  userName,
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  ...(userName.includes('@') ? {} : { emails: [{ value: `${userName}@example.test`, type: 'work' }] }),
  ...more,
})

/** Calls the service with a token. */
export const directoryCalls =
  (origin: string, token: string | null): Directory['call'] =>
  async (method, address, body, headers = {}) => {
    const response = await fetch(`${origin}${SCIM_PATH}${address}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Json), headers: response.headers }
  }

/** A value of an answer by its path; a URN is one name. */
export const valueAt = (value: unknown, names: string): unknown =>
  names.startsWith('urn:')
    ? (value as Json)[names]
    : names.split('.').reduce<unknown>((at, name) => (at as Json | undefined)?.[name], value)

/** A request of a recorded sequence, and what has to come back. */
export interface RecordedStep {
  name: string
  method: string
  path: string
  body?: Json
  status: number
  expect?: Json
  /** Values of the answer that later steps name. */
  save?: Record<string, string>
}

interface Recorded {
  sequences: Record<string, RecordedStep[]>
  patches: [Json, Json][]
  filters: [string, string[] | string][]
}

/** What Okta, Entra and scim2-client send, and operations and filters with their results. */
export const recorded = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'scim-fixtures.json'), 'utf8'),
) as Recorded

let owner: Promise<MadeUser> | undefined
let ownerOf: Portal | undefined

/** The administrator who answers for the directories of a portal. */
function ownerIn(portal: Portal): Promise<MadeUser> {
  if (ownerOf === portal && owner) return owner
  ownerOf = portal
  owner = portal.make.user({ is_internal: true, user_name: 'directory.owner' }).then(async (user) => {
    await portal.make.adminPages(user, ['User Administration'])
    return user
  })
  return owner
}

/** A service account of an employer, a new one unless it is given, for its directory. */
export async function newDirectory(portal: Portal, clientId?: number): Promise<Directory> {
  const client = clientId ?? (await portal.make.client())
  const account = await makeServiceAccount(portal, { owner: await ownerIn(portal), scopes: ['scim'], clientId: client })
  return {
    clientId: client,
    token: account.token,
    origin: portal.origin,
    call: directoryCalls(portal.origin, account.token),
  }
}

interface GivenByGroup {
  readonly systemIds?: number[]
  readonly pageIds?: number[]
  readonly setIds?: number[]
}

/** A new person in a new group of a directory, which an administrator lets give this; the account of the person. */
export async function personInGroup(
  by: Browser,
  portal: Portal,
  directory: Directory,
  name: string,
  { systemIds = [], pageIds = [], setIds = [] }: GivenByGroup,
): Promise<{ id: number }> {
  const person = await directory.call(
    'POST',
    '/Users',
    personOf(`of.${name.replaceAll(' ', '.')}.${directory.clientId}`),
  )
  const members = [{ value: person.body['id'] }]
  const group = Number((await directory.call('POST', '/Groups', groupOf(name, { members }))).body['id'])
  const params = { uid: by.userId, clientId: directory.clientId }
  const listed = await by.call(listDirectoryGroups, { params, query: {} })
  const version = listed.find(({ groupId }) => groupId === group)?.version ?? 0
  const body = { systemIds, pageIds, setIds, version }
  await by.call(saveGroupAccess, { params: { ...params, groupId: group }, body })
  const [row] = await portal.owner('select user_id as id from scim_users where id = $1', [Number(person.body['id'])])
  return { id: Number(row?.['id']) }
}
