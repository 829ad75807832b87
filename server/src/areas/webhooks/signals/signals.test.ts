import { OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import { endUserSessions, inactivateUser, lockUser, resetUserPassword } from '@portico/contract/users/user-actions.ts'
import { CAEP_EVENT_TYPE, VERIFICATION_EVENT_TYPE } from '@portico/contract/webhooks/signal-rules.ts'
import {
  createWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@portico/contract/webhooks/webhooks.ts'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { deliverEvents } from '../../../../test/deliver-events.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { type ReceivedMessage, startReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts'

const AUDIENCE = 'https://idp.northgate.example/ssf'

let portal: Portal
let northgate: number
let harbor: number
let boss: MadeUser
let admin: Browser
let nora: MadeUser
let receiver: WebhookReceiver
let keys: ReturnType<typeof createRemoteJWKSet>
let count = 0
beforeAll(async () => {
  portal = await startPortal()
  northgate = await portal.make.client({ name: 'Northgate' })
  harbor = await portal.make.client({ name: 'Harbor' })
  boss = await portal.make.user({ user_name: 'petra.portal', is_internal: true })
  await portal.make.adminPages(boss, ['User Administration', 'Audit Trail'])
  admin = await portal.as(boss)
  keys = createRemoteJWKSet(new URL(`${portal.origin}${OPENID_PATH}/jwks`))
})
afterAll(() => portal.close())
beforeEach(async () => {
  receiver = await startReceiver()
  receiver.answer = () => ({ status: 202 })
  await portal.owner('delete from webhooks')
  nora = await portal.make.user({ client_id: northgate })
})
afterEach(() => receiver.close())

const emailOf = ({ userName }: MadeUser) => `${userName}@example.test`
const uid = () => ({ uid: admin.userId })
const one = (webhookId: number) => ({ ...uid(), webhookId })
const wanted = (change: object = {}) => ({
  webhookNm: `Stream ${++count}`,
  formatCd: 'signals' as const,
  addressTxt: receiver.address,
  eventList: [] as string[],
  clientId: northgate as number | null,
  audienceTxt: AUDIENCE,
  ...change,
})
const add = (change: object = {}) => admin.call(createWebhook, { params: uid(), body: wanted(change) })
const fieldsOf = ({ data }: { data: unknown }) => (data as { field: string }[]).map(({ field }) => field)
const refusalOf = async (change: object) =>
  fieldsOf(await admin.send(createWebhook, { params: uid(), body: wanted(change) }))
const find = async (id: number) =>
  (await admin.call(listWebhooks, { params: uid(), query: { pageSize: 60 } })).find((row) => row.webhookId === id)
const deliveries = (id: number) =>
  admin.call(listWebhookDeliveries, { params: one(id), query: { pageSize: 60, direction: 'asc', sort: 'createdDt' } })
const change = async (webhookId: number, more: object) => {
  const { webhookNm, addressTxt, eventList } = wanted({ webhookNm: (await find(webhookId))?.webhookNm, ...more })
  const body = { webhookNm, addressTxt, eventList, enabledFlg: true, audienceTxt: AUDIENCE, ...more }
  return admin.send(updateWebhook, { params: one(webhookId), body })
}
const verify = async ({ body }: ReceivedMessage, audience = AUDIENCE) =>
  (await jwtVerify(body, keys, { issuer: portal.origin, audience, typ: 'secevent+jwt', algorithms: ['RS256'] })).payload
interface Token {
  jti: string
  sub_id: object
  events: Record<string, Record<string, unknown>>
}
const tokens = () => Promise.all(receiver.received.map(async (message) => (await verify(message)) as unknown as Token))
/** What each token is, and about whom. */
const signals = async () =>
  (await tokens()).flatMap(({ events, sub_id: about }) =>
    Object.entries(events).map(([type, event]) => [type.replace(CAEP_EVENT_TYPE, ''), about, event] as const),
  )
const kinds = async () => (await signals()).map(([kind]) => kind)
/** An event about a person, as an area records it. */
const happen = (event: string, states: { before?: object; after?: object } = {}, more: object = {}) => {
  const { subject, client, actor } = { subject: nora.id, client: northgate, actor: boss.id as number | null, ...more }
  return portal.owner(
    `insert into audit_events (event, actor_user_id, subject_user_id, client_id, before, after) values ($1, $2, $3, $4, $5, $6)`,
    [event, actor, subject, client, states.before ?? null, states.after ?? null],
  )
}

test('a lock comes as a token that the published keys verify, and the log has what it says', async () => {
  const { webhookId, secretTxt } = await add()
  expect(secretTxt).toBeNull()
  await admin.call(lockUser, { params: uid(), body: { userId: nora.id } })
  await deliverEvents(portal)
  expect(receiver.received).toHaveLength(1)
  const [message] = receiver.received as [ReceivedMessage]
  expect(message.headers).toMatchObject({ 'content-type': 'application/secevent+jwt', accept: 'application/json' })
  expect(message.headers).not.toHaveProperty('authorization')
  expect(message.headers).not.toHaveProperty('webhook-signature')
  const payload = await verify(message)
  const [recorded] = await portal.owner(
    `select id, floor(extract(epoch from at))::integer as at, request_id from audit_events
      where event = 'user_updated' and subject_user_id = $1 order by id desc`,
    [nora.id],
  )
  expect(payload).toEqual({
    iss: portal.origin,
    jti: `${webhookId}.${String(recorded?.['id'])}.${String(recorded?.['at'])}.session-revoked`,
    iat: expect.any(Number),
    aud: AUDIENCE,
    txn: recorded?.['request_id'],
    sub_id: { format: 'email', email: emailOf(nora) },
    events: {
      [`${CAEP_EVENT_TYPE}session-revoked`]: {
        event_timestamp: recorded?.['at'],
        initiating_entity: 'admin',
        reason_admin: { en: 'User changed' },
      },
    },
  })
  const [logged] = await deliveries(webhookId)
  expect(logged).toMatchObject({ eventCd: 'session-revoked', stateCd: 'delivered', statusNo: 202 })
  const shown = await admin.call(getWebhookDelivery, {
    params: { ...one(webhookId), deliveryId: logged?.deliveryId ?? 0 },
  })
  expect(JSON.parse(shown.bodyTxt ?? '')).toEqual(payload)
  expect(await find(webhookId)).toMatchObject({
    formatCd: 'signals',
    audienceTxt: AUDIENCE,
    subjectCd: 'email',
    stateCd: 'on',
  })
})

describe('acts of administrators', () => {
  const acts = [
    ['ending sessions', endUserSessions, ['session-revoked']],
    ['inactivating', inactivateUser, ['session-revoked']],
    ['giving a temporary password', resetUserPassword, ['credential-change', 'session-revoked']],
  ] as const
  test.each(acts)('%s is a signal', async (_, act, expected) => {
    await add()
    await admin.call(act, { params: uid(), body: { userId: nora.id } })
    await deliverEvents(portal)
    expect(await kinds()).toEqual(expected)
  })
})

const revoked = (initiator: string) => ['session-revoked', initiator] as const
const changed = (initiator: string, type: string, how: string) => ['credential-change', initiator, type, how] as const
const self = () => ({ actor: nora.id })
const nobody = () => ({ actor: null })

test.each([
  ['dormant_user_inactivated', {}, nobody, [revoked('policy')]],
  ['authn_login_reported', { after: { ended: 2 } }, self, [revoked('user')]],
  [
    'authz_admin',
    { after: { secondFactor: 'removed' } },
    nobody,
    [changed('admin', 'second-factor', 'revoke'), revoked('admin')],
  ],
  [
    'authn_password_change',
    { after: { from: 'account settings' } },
    self,
    [changed('user', 'password', 'update'), revoked('user')],
  ],
  ['authn_password_change', { after: { from: 'expired' } }, self, [changed('user', 'password', 'update')]],
  [
    'authn_password_recovery',
    { after: { isTemporary: true } },
    nobody,
    [changed('user', 'password', 'update'), revoked('user')],
  ],
  ['temporary_password_expired', {}, nobody, [changed('policy', 'password', 'revoke')]],
  ['second_factor_changed', { after: { change: 'authenticator_added' } }, self, [changed('user', 'app', 'create')]],
  [
    'second_factor_changed',
    { after: { change: 'passkey_added' } },
    self,
    [changed('user', 'fido2-platform', 'create')],
  ],
  [
    'second_factor_changed',
    { after: { change: 'factor_removed' } },
    self,
    [changed('user', 'second-factor', 'delete')],
  ],
  ['user_updated', { before: { status: 1 }, after: { status: 3 } }, nobody, [revoked('system')]],
  // No session of theirs, or not all of them, or no credential.
  ['user_updated', { before: { status: 2 }, after: { status: 1 } }, nobody, []],
  ['user_updated', { after: { isLocked: false } }, nobody, []],
  ['user_updated', { after: { jobTitle: 'Clerk' } }, nobody, []],
  ['session_logout', { after: { others: 3 } }, self, []],
  ['authn_password_recovery', {}, nobody, []],
  ['second_factor_changed', { after: { change: 'recovery_codes_made' } }, self, []],
  ['authn_login_success', {}, self, []],
] as const)('%s with %j is what it means', async (event, states, by, expected) => {
  await add()
  await happen(event, states, by())
  await deliverEvents(portal)
  const sent = (await signals()).map(([kind, , { initiating_entity: who, credential_type: type, change_type: how }]) =>
    [kind, who, type, how].filter((part) => part !== undefined),
  )
  expect(sent).toEqual(expected)
})

test('two employers get only signals about their own people, and none about someone who left', async () => {
  const hank = await portal.make.user({ client_id: harbor })
  const mover = await portal.make.user({ client_id: northgate })
  await add()
  await add({ clientId: harbor, audienceTxt: 'harbor' })
  await happen('dormant_user_inactivated')
  await happen('dormant_user_inactivated', {}, { subject: hank.id, client: harbor })
  await happen('dormant_user_inactivated', {}, { subject: mover.id })
  await portal.owner('update users set client_id = $1 where id = $2', [harbor, mover.id])
  await deliverEvents(portal)
  const got = await Promise.all(
    receiver.received.map(async (message) => {
      const audience = JSON.parse(Buffer.from(message.body.split('.')[1] ?? '', 'base64url').toString()).aud as string
      const { sub_id: about } = await verify(message, audience)
      return [audience, about]
    }),
  )
  expect(got).toHaveLength(2)
  expect(Object.fromEntries(got)).toEqual({
    [AUDIENCE]: { format: 'email', email: emailOf(nora) },
    harbor: { format: 'email', email: emailOf(hank) },
  })
})

test('a stream of the installation gets signals about everyone, and only those that were chosen', async () => {
  const hank = await portal.make.user({ client_id: harbor })
  await add({ clientId: null, eventList: ['credential-change'] })
  for (const subject of [nora, hank])
    await happen('authn_password_change', { after: { from: 'account settings' } }, { subject: subject.id })
  await deliverEvents(portal)
  // Of two people either may come first.
  expect(new Set((await signals()).map(([kind, about]) => [kind, about]))).toEqual(
    new Set([
      ['credential-change', { format: 'email', email: emailOf(nora) }],
      ['credential-change', { format: 'email', email: emailOf(hank) }],
    ]),
  )
})

test('people are named by their company account where the stream wants that and they have one', async () => {
  const { webhookId } = await add({ subjectCd: 'iss_sub' })
  await portal.owner(`update users set sign_in_kind = 'directory' where id = $1`, [nora.id])
  await portal.owner(
    `insert into directory_identities (issuer, subject, user_id) values ('https://idp.northgate.example', $1, $2)`,
    [`sub-${nora.id}`, nora.id],
  )
  const other = await portal.make.user({ client_id: northgate })
  await happen('dormant_user_inactivated')
  await happen('dormant_user_inactivated', {}, { subject: other.id })
  await deliverEvents(portal)
  expect(new Set((await signals()).map(([, about]) => about))).toEqual(
    new Set([
      { format: 'iss_sub', iss: 'https://idp.northgate.example', sub: `sub-${nora.id}` },
      { format: 'email', email: emailOf(other) },
    ]),
  )
  expect(await find(webhookId)).toMatchObject({ subjectCd: 'iss_sub' })
})

test('the header of the receiver goes along, is stored encrypted, and is nowhere else', async () => {
  const { webhookId } = await add({ authorizationTxt: 'Bearer zebra-1' })
  const send = async () => {
    receiver.received.length = 0
    await admin.call(testWebhook, { params: one(webhookId) })
    return receiver.received[0]?.headers['authorization']
  }
  expect(await send()).toBe('Bearer zebra-1')
  await change(webhookId, {})
  expect(await send()).toBe('Bearer zebra-1')
  await change(webhookId, { authorizationTxt: 'Bearer zebra-2' })
  expect(await send()).toBe('Bearer zebra-2')
  const places = await portal.owner(
    `select jsonb_agg(to_jsonb(audit_events)) as trail, (select jsonb_agg(to_jsonb(webhooks)) from webhooks) as rows
       from audit_events`,
  )
  expect(JSON.stringify([places, await find(webhookId), portal.logged])).not.toContain('zebra-')
  const [saved] = await portal.owner(
    `select after from audit_events where event = 'webhook_changed' order by id desc limit 1`,
  )
  expect(saved?.['after']).toMatchObject({ hasNewAuthorization: true, audience: AUDIENCE, subjectFormat: 'email' })
  // The key ring has lost the key of it: nothing is sent without the header.
  await portal.owner(`update webhooks set sealed_secret = 'gone.x'`)
  expect(await send()).toBeUndefined()
  expect(receiver.received).toHaveLength(0)
  await change(webhookId, { authorizationTxt: null })
  expect(await send()).toBeUndefined()
  expect(receiver.received).toHaveLength(1)
})

test('a header that I remove goes along no more, which the list and the audit trail say', async () => {
  const { webhookId } = await add({ authorizationTxt: 'Bearer zebra-4' })
  expect(await find(webhookId)).toMatchObject({ authorizationFlg: true })
  await change(webhookId, { webhookNm: 'Renamed' })
  expect(await find(webhookId)).toMatchObject({ authorizationFlg: true })
  await change(webhookId, { authorizationTxt: null })
  expect(await find(webhookId)).toMatchObject({ authorizationFlg: false })
  await admin.call(testWebhook, { params: one(webhookId) })
  expect(receiver.received.map(({ headers }) => headers['authorization'])).toEqual([undefined])
  const [kept, removed] = await portal
    .owner(
      `select before, after from audit_events where event = 'webhook_changed' and before is not null order by id desc limit 2`,
    )
    .then((rows) => rows.toReversed())
  expect(kept?.['after']).not.toHaveProperty('hasAuthorization')
  expect(removed).toMatchObject({ before: { hasAuthorization: true }, after: { hasAuthorization: false } })
  expect(removed?.['after']).not.toHaveProperty('hasNewAuthorization')
})

test('the header goes to no other host than the one it was entered for', async () => {
  const { webhookId } = await add({ authorizationTxt: 'Bearer zebra-3' })
  const foreign = await startReceiver()
  try {
    const addressTxt = foreign.address
    expect(fieldsOf(await change(webhookId, { addressTxt }))).toEqual(['authorizationTxt'])
    expect((await find(webhookId))?.addressTxt).toBe(receiver.address)
    expect((await change(webhookId, { addressTxt: new URL('/other', receiver.address).href })).code).toBe('200')
    expect((await change(webhookId, { addressTxt, authorizationTxt: 'Bearer other' })).code).toBe('200')
    await admin.call(testWebhook, { params: one(webhookId) })
    expect(foreign.received.map(({ headers }) => headers['authorization'])).toEqual(['Bearer other'])
    // Without a header there is none to keep, and one can be removed.
    expect((await change(webhookId, { authorizationTxt: null })).code).toBe('200')
    expect((await change(webhookId, {})).code).toBe('200')
    expect(receiver.received).toEqual([])
  } finally {
    await foreign.close()
  }
})

test('a refused token comes again, and the later ones of the person wait for it', async () => {
  const { webhookId } = await add()
  receiver.answer = () => ({ status: 400, text: '{"err":"invalid_key"}' })
  await happen('dormant_user_inactivated')
  await happen('authn_password_change', { after: { from: 'expired' } })
  await deliverEvents(portal)
  expect(receiver.received).toHaveLength(1)
  const [first] = await deliveries(webhookId)
  expect(first).toMatchObject({ stateCd: 'waiting', statusNo: 400 })
  receiver.answer = () => ({ status: 202 })
  await portal.owner('update webhook_deliveries set next_attempt_at = clock_now()')
  await deliverEvents(portal)
  expect(await kinds()).toEqual(['session-revoked', 'session-revoked', 'credential-change'])
  const [former, again] = await tokens()
  expect(again).toEqual(former)
  await admin.call(resendWebhookDelivery, { params: { ...one(webhookId), deliveryId: first?.deliveryId ?? 0 } })
  await deliverEvents(portal)
  expect((await tokens()).at(-1)?.jti).toBe(former?.jti)
})

test('a test is a verification of the stream', async () => {
  const { webhookId } = await add()
  const answer = await admin.call(testWebhook, { params: one(webhookId) })
  expect(answer).toMatchObject({ deliveredFlg: true, statusNo: 202 })
  expect(await tokens()).toMatchObject([
    {
      jti: expect.stringMatching(new RegExp(`^${webhookId}\\.${answer.deliveryId}\\.\\d{10}\\.verification$`)),
      sub_id: { format: 'opaque', id: String(webhookId) },
      events: { [VERIFICATION_EVENT_TYPE]: {} },
    },
  ])
})

test('what a stream cannot be is refused at its field, and it has no secret to exchange', async () => {
  expect(await refusalOf({ audienceTxt: ' ' })).toEqual(['audienceTxt'])
  expect(await refusalOf({ audienceTxt: 'a'.repeat(501) })).toEqual(['audienceTxt'])
  expect(await refusalOf({ eventList: ['user_updated'] })).toEqual(['eventList'])
  expect(await refusalOf({ authorizationTxt: 'Bearer ä' })).toEqual(['authorizationTxt'])
  expect(await refusalOf({ authorizationTxt: 'a\r\nx: y' })).toEqual(['authorizationTxt'])
  expect(await refusalOf({ authorizationTxt: 'a'.repeat(2001) })).toEqual(['authorizationTxt'])
  expect(await refusalOf({ addressTxt: 'http://10.0.0.1/' })).toEqual(['addressTxt'])
  const { webhookId } = await add()
  expect(fieldsOf(await change(webhookId, { audienceTxt: '' }))).toEqual(['audienceTxt'])
  const rotated = await admin.send(rotateWebhookSecret, { params: one(webhookId), body: { overlapHours: 0 } })
  expect(rotated).toMatchObject({ code: '409', message: expect.stringContaining('published keys') })
})

test('a webhook of events takes nothing of signals', async () => {
  const { webhookId, secretTxt } = await add({ formatCd: 'events', authorizationTxt: 'Bearer x', eventList: [] })
  expect(secretTxt).toMatch(/^whsec_/)
  expect(await find(webhookId)).toMatchObject({ formatCd: 'events', audienceTxt: null, subjectCd: null })
})
