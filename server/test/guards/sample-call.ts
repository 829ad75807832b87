import { randomUUID } from 'node:crypto'
import { type Endpoint, pathParams } from '@portico/contract/kit/endpoint.ts'
import { mappedFields } from '@portico/contract/scim/directory-attributes.ts'
import type { Browser } from '../browser.ts'
import { type ReferenceSample, referenceSamples } from '../reference-samples.ts'
import { smallestWireValue } from '../../../contract/test/wire-values.ts'

export interface SampleCall {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

type Ids = Readonly<Record<string, string>>

/** The largest id there can be. */
const NO_USER = 2_147_483_647
/** A port of this machine at which nothing listens. */
const NO_RECEIVER = 'http://127.0.0.1:9/'

const chosenAttributes = { ...Object.fromEntries(mappedFields.map((field) => [field, ''])), costCenter: 'title' }

/** Bodies that need particular values; every other one is the smallest that its schema accepts. */
const bodies: Readonly<Record<string, (origin: string, ids: Ids) => object>> = {
  restoreVersion: () => ({ versionNbr: 1 }),
  correctUserImport: () => ({ rowNbr: 1, fieldCd: 'firstNm', valueTxt: 'Ada', sameValuesFlg: 'N' }),
  overwriteDocument: (_origin, { docId }) => ({ documentId: docId }),
  shareDocument: (_origin, { docId, sharedWith }) => ({ documentId: docId, sharedUserIdList: [sharedWith] }),
  logAnonymously: () => ({}),
  sendEnhanceReq: () => ({ comment: 'A search for amounts', contactMeFlag: 'N' }),
  // Other servers may send more along, of whatever kind.
  endDirectorySessions: () => ({ logout_token: 'no token' }),
  receivePostedSignOn: () => ({ SAMLRequest: 'no request' }),
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
  requestAccess: (_origin, { requestablePageId }) => ({ pageId: requestablePageId, reasonTxt: 'For my work' }),
  requestPermissionSet: (_origin, { requestableSetId }) => ({ setId: requestableSetId, reasonTxt: 'For my work' }),
  decideAccessRequest: () => ({ decisionCd: 'decline', decisionTxt: 'Not for now' }),
  changeEnhancementRequest: () => ({ requestState: 'planned' }),
  addAnnouncement: (_origin, { anncType, userType }) => announcement({ anncType, userType }),
  updateAnnouncement: (_origin, { anncType, userType }) => announcement({ anncType, userType }),
  measureAnnouncementReach: (_origin, { userType }) => ({ userType }),
  previewAnnouncement: (_origin, { userType, userId }) => ({ userType, userId }),
  startAccessReview: (_origin, { employerId }) => ({
    employerId,
    dueDt: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  changeReviewDueDate: () => ({ dueDt: new Date(Date.now() + 2 * 86_400_000).toISOString() }),
  requestPciReport: (_origin, { customerId }) => ({ customerId }),
  requestAccessReport: () => ({ customerId: 0, systemId: 2 }),
  exportUserListReport: () => ({ dateType: 'all', userType: 'ALL', userStatus: 'ALL' }),
  exportAccessReport: (_origin, { sid }) => ({ customerId: 0, systemId: sid, userType: 'ALL' }),
  deleteReportQueue: (_origin, { reportId }) => [{ reportId }],
  decideReviewItems: (_origin, { accessReviewItemId }) => ({ decisionCd: 'confirm', itemIds: [accessReviewItemId] }),
  planAccessChange: (_origin, { userId, sid }) => ({
    kindCd: 'end',
    userIds: [userId],
    userSystems: [{ systemId: sid }],
  }),
  startAccessChange: (_origin, { userId, sid }) => ({
    kindCd: 'end',
    userIds: [userId],
    userSystems: [{ systemId: sid }],
  }),
  decideDirectoryConflict: () => ({ decisionCd: 'refuse', userId: null }),
  saveDirectoryAttributes: () => ({ ...chosenAttributes, version: 0 }),
  tryDirectoryAttributes: () => ({ ...chosenAttributes, bodyTxt: '{"userName": "sample"}', requestId: null }),
  planGroupAccess: (_origin, { sid }) => ({ systemIds: [Number(sid)], pageIds: [] }),
  exportGroupPlan: (_origin, { sid }) => ({ systemIds: [Number(sid)], pageIds: [], format: 'csv' }),
  saveGroupAccess: (_origin, { sid }) => ({ systemIds: [Number(sid)], pageIds: [], version: 1 }),
  undoGroupAccess: (_origin, { groupChangeId }) => ({ undoId: Number(groupChangeId) }),
  createPermissionSet: (_origin, { sid, clientId }) => ({
    setNm: randomUUID(),
    descriptionTxt: '',
    clientId: Number(clientId),
    systemIds: [Number(sid)],
    pageIds: [],
  }),
  planPermissionSet: (_origin, { sid }) => ({ systemIds: [Number(sid)], pageIds: [] }),
  updatePermissionSet: (_origin, { sid }) => ({
    setNm: randomUUID(),
    descriptionTxt: '',
    systemIds: [Number(sid)],
    pageIds: [],
    versionNr: 1,
  }),
  undoPermissionSet: (_origin, { setChangeId }) => ({ undoId: Number(setChangeId) }),
  undoGivePermissionSet: (_origin, { setGiftId }) => ({ undoId: Number(setGiftId) }),
  givePermissionSet: (_origin, { userId }) => ({ userIds: [Number(userId)] }),
  takePermissionSet: (_origin, { holderId }) => ({ userIds: [Number(holderId)] }),
  handOverUser: () => ({ userId: NO_USER, recipientId: null }),
  createServiceAccount: (_origin, { ownerId }) => ({
    serviceAccountNm: randomUUID(),
    clientId: null,
    ownerId,
    scopeList: ['users:read'],
    networkList: [],
    endDt: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  updateServiceAccount: () => ({ serviceAccountNm: randomUUID(), scopeList: ['users:read'], networkList: [] }),
  rotateServiceToken: () => ({ overlapDays: 0 }),
  revokeServiceAccount: () => ({}),
  createWebhook: () => ({ webhookNm: randomUUID(), addressTxt: NO_RECEIVER, eventList: [], clientId: null }),
  updateWebhook: () => ({ webhookNm: randomUUID(), addressTxt: NO_RECEIVER, eventList: [], enabledFlg: 'Y' }),
  rotateWebhookSecret: () => ({ overlapHours: 0 }),
  replayWebhook: () => {
    const [year = '', month = '', day = ''] = new Date().toISOString().slice(0, 10).split('-')
    return { fromDay: `${month}/${day}/${year}` }
  },
  requestErasure: () => ({ userId: NO_USER, reasonTxt: 'Letter' }),
  takeBackErasure: () => ({ userId: NO_USER }),
  planHandOver: () => ({
    userId: NO_USER,
    recipientId: null,
    plannedDt: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  noteRecentVisit: () => ({ addressTxt: '/content-authenticated/administration/deleted-users' }),
  saveListPreferences: () => ({ savedFilters: [], hiddenColumns: ['emailAddress'] }),
  saveUserSystemAccounts: () => [],
  addClient: () => ({ clientNm: randomUUID() }),
  saveClientContacts: () => ({ contacts: [] }),
  saveDefaultContacts: () => ({ contacts: [] }),
  saveSignOnSettings: () => ({ protocolCd: 'oidc' }),
  dryRunSignOn: (_origin, { userId }) => ({ userId }),
  addApplication: (_origin, { sid: systemId, sectionId }) => ({
    pageNm: randomUUID(),
    system: { systemId },
    section: { sectionId },
  }),
  updateApplication: () => ({ pageNm: randomUUID() }),
  saveSubLinks: () => [{ sublinkNm: randomUUID() }],
  addSystem: () => ({ systemNm: randomUUID() }),
  updateSystem: () => ({ cmrCenterExtlSoftware: [randomUUID()] }),
  addSection: () => ({ sectionNm: randomUUID() }),
  updateSection: () => ({ sectionNm: randomUUID() }),
  deleteSystems: (_origin, { freeSystemId }) => [freeSystemId],
  deleteSections: (_origin, { catalogSectionId }) => [catalogSectionId],
  addJobSchedule: () => ({ jobCd: 'job-run-purge', cronTxt: '0 6 * * *' }),
  changeJobSchedule: () => ({ cronTxt: '30 6 * * *' }),
  saveResourceText: () => ({ contentTxt: randomUUID() }),
  addLicenseVersion: () => ({
    clientId: null,
    languageCd: 'en',
    texts: [{ languageCd: 'en', titleTxt: randomUUID(), contentTxt: '<p>Terms</p>' }],
    asksAgainFlg: 'N',
  }),
  updateUserCustomers: () => ({ userFacilities: [], userCustomers: [] }),
  actOnUsers: () => ({ actionCd: 'unlock', userIds: [NO_USER] }),
  emulatedLogin: (origin) => ({ host: new URL(origin).host }),
  ...Object.fromEntries(referenceSamples.flatMap(sampleBodies)),
  login: (origin) => ({ userNm: 'nobody.there', password: 'guess', host: new URL(origin).host }),
}

/** An announcement that differs from every other. */
const announcement = (ids: Readonly<Record<string, string | undefined>>) => ({
  ...ids,
  anncTitle: randomUUID(),
  anncMessage: '<p>News</p>',
  effectiveFromDt: '12/31/2099',
})

/** Bodies that add and change an entry of database maintenance. */
function sampleBodies({ category, make }: ReferenceSample): [string, (origin: string, ids: Ids) => object][] {
  const { name, key, addresses: { change, save, remove } = {} } = category
  const idIn = (at: { id?: string; path: string } | undefined, id: string | undefined) =>
    at && !at.path.includes('{') ? { [at.id ?? key]: id ?? '1' } : {}
  const onEntry = (
    verb: string,
    at: typeof change,
    values: () => object,
  ): [string, (origin: string, ids: Ids) => object] => [
    `${verb}${name}`,
    (_origin, ids) => ({ ...values(), ...idIn(at, ids[key]) }),
  ]
  return [
    [`add${name}`, make],
    onEntry('save', save, make),
    onEntry('change', change, make),
    ...(remove ? [onEntry('remove', remove, () => ({}))] : []),
  ]
}

const queries: Readonly<Record<string, string>> = {
  listReportRows: '?printFlg=Y',
  listManagedObjects: '?ids=1',
  searchPortal: '?text=plan',
  addAnnouncement: '?anncReqType=review',
  updateAnnouncement: '?anncReqType=review',
  previewJobSchedule: '?cronTxt=0%206%201%201%201',
}

/** Query of a call that requires one. */
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
  if (endpoint.kind === 'upload') return sampleUpload(endpoint, fillPath(path, ids), body, { file: '1' })
  if (endpoint.kind === 'form-files') return sampleUpload(endpoint, fillPath(path, ids), body, picturesFor(endpoint))
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

/** The smallest picture there is. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const picturesFor = ({ files }: Endpoint) =>
  Object.fromEntries(Object.keys(files).map((name): [string, Buffer] => [name, PICTURE]))

/** Small files under names of their own, behind the fields. */
function sampleUpload(
  { method }: Endpoint,
  path: string,
  body: unknown,
  files: Readonly<Record<string, string | Buffer>>,
): SampleCall {
  const fields = Object.entries((body ?? {}) as Record<string, string | number>).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const parts = Object.entries(files).flatMap(([name, content]) => [
    `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${randomUUID()}.csv"\r\n\r\n`,
    content,
    '\r\n',
  ])
  return {
    method,
    path,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([...fields, ...parts, '--b--\r\n'].map((part) => Buffer.from(part as string))),
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
    // Both are the caller's own, whatever the address calls it.
    const value = ids[name] ?? (name === 'adminuid' ? ids['uid'] : undefined)
    if (value === undefined)
      throw new Error(`makeWorld in server/test/guards/people.ts has no id for {${name}} of ${path}.`)
    return filled.replace(`{${name}}`, value)
  }, path)
}
