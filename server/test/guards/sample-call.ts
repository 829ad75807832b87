import { randomUUID } from 'node:crypto'
import { type Endpoint, pathParams } from '@portico/contract/kit/endpoint.ts'
import type { Browser } from '../browser.ts'
import { smallestWireValue } from '../../../contract/test/wire-values.ts'

export interface SampleCall {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

type Ids = Readonly<Record<string, string>>

/** The largest id there can be. */
const NO_USER = 2_147_483_647

/** Bodies that need particular values; every other one is the smallest that its schema accepts. */
const bodies: Readonly<Record<string, (origin: string, ids: Ids) => object>> = {
  restoreVersion: () => ({ versionNbr: 1 }),
  overwriteDocument: (_origin, { docId }) => ({ documentId: docId }),
  shareDocument: (_origin, { docId, sharedWith }) => ({ documentId: docId, sharedUserIdList: [sharedWith] }),
  logAnonymously: () => ({}),
  sendEnhanceReq: () => ({ comment: 'A search for amounts', contactMeFlag: 'N' }),
  // Other servers may send more along, of whatever kind.
  endDirectorySessions: () => ({ logout_token: 'no token' }),
  saveSamlIdentityProviderEmployers: () => ({ employerIdList: [] }),
  saveOwnNotificationTypes: () => ({ notificationTypes: [] }),
  // Attempts are counted by name: each call uses another one.
  recoverPassword: () => ({ userNm: `nobody.${randomUUID()}`, pswdPhrase: 'guess' }),
  // Nobody has this id: what is done to users in earnest has tests of its own.
  ...Object.fromEntries(
    [
      'resetUserPassword',
      'resetUserSecondFactor',
      'deleteUserSecondFactor',
      'deleteUser',
      'inactivateUser',
      'reactivateUser',
      'lockUser',
      'unlockUser',
      'endUserSessions',
    ].map((name) => [name, () => ({ userId: NO_USER })]),
  ),
  saveListPreferences: () => ({ savedFilters: [], hiddenColumns: ['emailAddress'] }),
  saveUserSystemAccounts: () => [],
  addAccountType: (_origin, { systemId }) => ({
    systemId,
    systemAccountTypeDescTxt: 'Type',
    systemAccountTypeCd: randomUUID().slice(0, 20),
  }),
  updateUserCustomers: () => ({ userFacilities: [], userCustomers: [] }),
  actOnUsers: () => ({ actionCd: 'unlock', userIds: [NO_USER] }),
  emulatedLogin: (origin) => ({ host: new URL(origin).host }),
  login: (origin) => ({ userNm: 'nobody.there', password: 'guess', host: new URL(origin).host }),
}

const queries: Readonly<Record<string, string>> = { searchPortal: '?text=plan' }

/** Query of a read that requires one. */
export const queryOf = (name: string): string => queries[name] ?? ''

export function sampleBody(endpoint: Endpoint, origin: string, ids: Ids = {}): unknown {
  const special = bodies[endpoint.name]
  if (special) return special(origin, ids)
  return endpoint.body ? smallestWireValue(endpoint.body) : undefined
}

/** A call as it should be made, at one of the endpoint's addresses; one that carries its tokens in the body has those of the browser. */
export function sampleCall(
  endpoint: Endpoint,
  path: string,
  ids: Ids,
  origin: string,
  browser?: Pick<Browser, 'sessionToken' | 'csrfToken'>,
): SampleCall {
  const body = sampleBody(endpoint, origin, ids)
  if (endpoint.kind === 'upload') return sampleUpload(endpoint, fillPath(path, ids), body, ['file'])
  if (endpoint.kind === 'form-files')
    return sampleUpload(endpoint, fillPath(path, ids), body, Object.keys(endpoint.files))
  if (endpoint.kind === 'form-download') {
    const { sessionToken = '', csrfToken = '' } = browser ?? {}
    return sampleForm(endpoint, fillPath(path, ids), { ...(body as object), sessionToken, csrfToken })
  }
  if ((endpoint.kind === 'redirect' || endpoint.kind === 'form') && body !== undefined)
    return sampleForm(endpoint, fillPath(path, ids), body)
  return {
    method: endpoint.method,
    path: fillPath(path, ids) + queryOf(endpoint.name),
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

/** Small files under names of their own, behind the fields. */
function sampleUpload({ method }: Endpoint, path: string, body: unknown, files: readonly string[]): SampleCall {
  const fields = Object.entries((body ?? {}) as Record<string, string | number>).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const parts = files.map(
    (name) => `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${randomUUID()}.csv"\r\n\r\n1\r\n`,
  )
  return {
    method,
    path,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `${[...fields, ...parts].join('')}--b--\r\n`,
  }
}

/** A form as our page or another site's posts it. */
function sampleForm({ method }: Endpoint, path: string, body: unknown): SampleCall {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method, path, headers, body: new URLSearchParams(body as Record<string, string>).toString() }
}

/** Fills in path parameters without escaping. */
export function fillPath(path: string, ids: Ids): string {
  return pathParams(path).reduce((filled, name) => {
    const value = ids[name]
    if (value === undefined)
      throw new Error(`makeWorld in server/test/guards/people.ts has no id for {${name}} of ${path}.`)
    return filled.replace(`{${name}}`, value)
  }, path)
}
