import type { ServiceScope } from '@portico/contract/kit/service-scopes.ts'
import { OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import {
  CAEP_EVENT_TYPE,
  STREAM_UPDATED_EVENT_TYPE,
  VERIFICATION_EVENT_TYPE,
} from '@portico/contract/webhooks/signal-rules.ts'
import { createWebhook, listWebhooks, updateWebhook } from '@portico/contract/webhooks/webhooks.ts'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { deliverEvents } from '../../../../test/deliver-events.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { makeServiceAccount } from '../../../../test/service-accounts.ts'
import { startReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts'

let portal: Portal
let northgate: number
let boss: MadeUser
let admin: Browser
let receiver: WebhookReceiver
let token: string
let streamId: string
let count = 0
beforeAll(async () => {
  portal = await startPortal()
  northgate = await portal.make.client({ name: 'Northgate' })
  boss = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(boss, ['Audit Trail'])
  admin = await portal.as(boss)
  receiver = await startReceiver()
  token = await tokenOf({ clientId: northgate })
})
afterAll(async () => {
  await receiver.close()
  await portal.close()
})
beforeEach(async () => {
  await portal.owner('delete from webhooks')
  await portal.owner('delete from webhook_deliveries')
  receiver.received.length = 0
  streamId = await addStream({ clientId: northgate })
})

const tokenOf = async ({
  clientId,
  scopes = ['ssf.manage'],
  owner = boss,
}: {
  clientId?: number
  scopes?: ServiceScope[]
  owner?: MadeUser
}) => (await makeServiceAccount(portal, { owner, scopes, ...(clientId === undefined ? {} : { clientId }) })).token

const addStream = async ({ clientId }: { clientId: number | null }) => {
  const body = {
    webhookNm: `Stream ${++count}`,
    formatCd: 'signals' as const,
    addressTxt: receiver.address,
    eventList: ['session-revoked'],
    audienceTxt: 'idp',
    clientId,
  }
  return String((await admin.call(createWebhook, { params: { uid: admin.userId }, body })).webhookId)
}

async function ask(path: string, body?: unknown, bearer: string | null = token) {
  const answer = await fetch(`${portal.origin}${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: {
      'content-type': 'application/json',
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
    },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : (JSON.parse(text) as object) }
}
const statusOf = (id = streamId) => ask(`/ssf/status?stream_id=${id}`)
const stateOf = async () =>
  (await admin.call(listWebhooks, { params: { uid: admin.userId }, query: {} })).find(
    ({ webhookId }) => String(webhookId) === streamId,
  )?.stateCd
const changeStatus = (status: string) => ask('/ssf/status', { stream_id: streamId, status })

test('the portal says what it offers to receivers, to everyone', async () => {
  const { status, headers, body } = await ask('/.well-known/ssf-configuration', undefined, null)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('application/json')
  expect(body).toMatchObject({
    spec_version: '1_0',
    issuer: portal.origin,
    jwks_uri: `${portal.origin}${OPENID_PATH}/jwks`,
    delivery_methods_supported: ['urn:ietf:rfc:8935'],
    configuration_endpoint: `${portal.origin}/ssf/streams`,
    status_endpoint: `${portal.origin}/ssf/status`,
    verification_endpoint: `${portal.origin}/ssf/verify`,
  })
})

test('a receiver reads how its stream is set up', async () => {
  const stream = {
    stream_id: streamId,
    iss: portal.origin,
    aud: 'idp',
    events_supported: [`${CAEP_EVENT_TYPE}session-revoked`, `${CAEP_EVENT_TYPE}credential-change`],
    events_delivered: [`${CAEP_EVENT_TYPE}session-revoked`],
    delivery: { method: 'urn:ietf:rfc:8935', endpoint_url: receiver.address },
  }
  expect(await ask(`/ssf/streams?stream_id=${streamId}`)).toMatchObject({ status: 200, body: stream })
  expect((await ask('/ssf/streams')).body).toMatchObject([stream])
  await portal.owner(`update webhooks set kinds = '{}'`)
  const all = await ask(`/ssf/streams?stream_id=${streamId}`)
  expect(all.body).toMatchObject({ events_delivered: stream.events_supported })
})

test('each employer, and the installation, sees its own streams alone, and no webhook of events', async () => {
  const harbor = await portal.make.client({ name: `Harbor ${++count}` })
  const [theirs, everyones] = [await addStream({ clientId: harbor }), await addStream({ clientId: null })]
  const tokens = [token, await tokenOf({ clientId: harbor }), await tokenOf({})]
  const own = [streamId, theirs, everyones]
  for (const [at, bearer] of tokens.entries()) {
    expect((await ask('/ssf/streams', undefined, bearer)).body).toMatchObject([{ stream_id: own[at] }])
    for (const id of own) {
      const expected = id === own[at] ? 200 : 404
      expect((await ask(`/ssf/status?stream_id=${id}`, undefined, bearer)).status).toBe(expected)
      expect((await ask('/ssf/status', { stream_id: id, status: 'paused' }, bearer)).status).toBe(expected)
      expect((await ask('/ssf/verify', { stream_id: id }, bearer)).status).toBe(expected === 200 ? 204 : 404)
    }
  }
  const body = { webhookNm: `Hook ${++count}`, addressTxt: receiver.address, eventList: [], clientId: northgate }
  const { webhookId } = await admin.call(createWebhook, { params: { uid: admin.userId }, body })
  expect(await statusOf(String(webhookId))).toMatchObject({ status: 404, body: { err: 'invalid_request' } })
  expect((await ask('/ssf/verify', { stream_id: String(webhookId) })).status).toBe(404)
})

test('a receiver pauses its stream: what happens meanwhile comes when it goes on', async () => {
  expect(await statusOf()).toMatchObject({ status: 200, body: { stream_id: streamId, status: 'enabled' } })
  expect(await changeStatus('paused')).toMatchObject({ status: 200, body: { status: 'paused' } })
  expect(await changeStatus('paused')).toMatchObject({ status: 200, body: { status: 'paused' } })
  expect(await stateOf()).toBe('paused')
  const nora = await portal.make.user({ client_id: northgate })
  await portal.owner(
    `insert into audit_events (event, subject_user_id, client_id) values ('dormant_user_inactivated', $1, $2)`,
    [nora.id, northgate],
  )
  await deliverEvents(portal)
  expect(receiver.received).toHaveLength(0)
  expect(await changeStatus('enabled')).toMatchObject({ status: 200, body: { status: 'enabled' } })
  await deliverEvents(portal)
  expect(receiver.received).toHaveLength(1)
  const trail = await portal.owner(
    `select before, after, actor_user_id as actor, service_account_id is not null as "byService" from audit_events
      where event = 'webhook_changed' and target_id = $1 order by id desc limit 2`,
    [streamId],
  )
  expect(trail).toEqual([
    { before: { state: 'paused' }, after: { state: 'on' }, actor: boss.id, byService: true },
    { before: { state: 'on' }, after: { state: 'paused' }, actor: boss.id, byService: true },
  ])
})

test('what an administrator has switched off stays off, and what they save of a paused stream leaves it paused', async () => {
  const save = (enabledFlg: boolean) =>
    admin.call(updateWebhook, {
      params: { uid: admin.userId, webhookId: Number(streamId) },
      body: {
        webhookNm: `Stream ${++count}`,
        addressTxt: receiver.address,
        eventList: [],
        audienceTxt: 'idp',
        enabledFlg,
      },
    })
  await changeStatus('paused')
  await save(false)
  expect(await stateOf()).toBe('paused')
  await save(true)
  expect(await stateOf()).toBe('on')
  await save(false)
  expect(await statusOf()).toMatchObject({
    body: { status: 'paused', reason: expect.stringContaining('switched off') },
  })
  expect(await changeStatus('enabled')).toMatchObject({ status: 403, body: { err: 'access_denied' } })
  expect(await changeStatus('paused')).toMatchObject({ status: 200 })
  expect(await stateOf()).toBe('off')
  await portal.owner(`update webhooks set state = 'failed'`)
  expect(await statusOf()).toMatchObject({ body: { status: 'paused', reason: expect.stringContaining('three days') } })
  expect(await changeStatus('enabled')).toMatchObject({ status: 200, body: { status: 'enabled' } })
  await portal.owner('update webhooks set owner_id = $1', [(await portal.make.user({ is_internal: true })).id])
  expect(await statusOf()).toMatchObject({ body: { status: 'paused', reason: expect.stringContaining('owner') } })
  expect(await changeStatus('disabled')).toMatchObject({ status: 403 })
})

test('an administrator switches off what its receiver has paused, and it stays off', async () => {
  await changeStatus('paused')
  await admin.call(updateWebhook, {
    params: { uid: admin.userId, webhookId: Number(streamId) },
    body: {
      webhookNm: `Stream ${++count}`,
      addressTxt: receiver.address,
      eventList: [],
      audienceTxt: 'idp',
      enabledFlg: false,
      endPauseFlg: true,
    },
  })
  expect(await stateOf()).toBe('off')
  expect(await changeStatus('enabled')).toMatchObject({ status: 403 })
  const [saved] = await portal.owner(
    `select before, after from audit_events where event = 'webhook_changed' order by id desc limit 1`,
  )
  expect(saved).toMatchObject({ before: { state: 'paused' }, after: { state: 'off' } })
})

test('the receiver gets to know when an administrator switches its stream off and on', async () => {
  const save = (enabledFlg: boolean) =>
    admin.call(updateWebhook, {
      params: { uid: admin.userId, webhookId: Number(streamId) },
      body: {
        webhookNm: `Stream ${++count}`,
        addressTxt: receiver.address,
        eventList: [],
        audienceTxt: 'idp',
        enabledFlg,
      },
    })
  const updates = () =>
    receiver.received.map(
      ({ body }) => (decodeJwt(body)['events'] as Record<string, unknown>)[STREAM_UPDATED_EVENT_TYPE],
    )
  await save(true)
  await deliverEvents(portal)
  expect(updates()).toEqual([])
  await save(false)
  expect(updates()).toEqual([{ status: 'paused' }])
  await save(false)
  await save(true)
  await deliverEvents(portal)
  expect(updates()).toEqual([{ status: 'paused' }, { status: 'enabled' }])
})

test('a stream that an administrator has switched off stays off, also by way of a pause', async () => {
  await portal.owner(`update webhooks set state = 'off'`)
  expect(await changeStatus('paused')).toMatchObject({ status: 200, body: { status: 'paused' } })
  expect(await stateOf()).toBe('off')
  expect(await changeStatus('enabled')).toMatchObject({ status: 403 })
  expect(await stateOf()).toBe('off')
})

test('a token that only reads changes nothing', async () => {
  const reading = await tokenOf({ clientId: northgate, scopes: ['ssf.read'] })
  expect((await ask(`/ssf/status?stream_id=${streamId}`, undefined, reading)).status).toBe(200)
  for (const path of ['/ssf/status', '/ssf/verify']) {
    const refused = await ask(path, { stream_id: streamId, status: 'paused' }, reading)
    expect(refused).toMatchObject({ status: 403, body: { description: expect.stringContaining('ssf.manage') } })
  }
  expect(await stateOf()).toBe('on')
})

test('a verification comes with the state that the receiver has sent, once a minute', async () => {
  expect(await ask('/ssf/verify', { stream_id: streamId, state: 'VGhpcyBpcw==' })).toMatchObject({
    status: 204,
    body: null,
  })
  const again = await ask('/ssf/verify', { stream_id: streamId })
  expect([again.status, again.headers.get('retry-after')]).toEqual([429, '60'])
  await deliverEvents(portal)
  const keys = createRemoteJWKSet(new URL(`${portal.origin}${OPENID_PATH}/jwks`))
  const { payload } = await jwtVerify(receiver.received[0]?.body ?? '', keys, {
    issuer: portal.origin,
    audience: 'idp',
  })
  expect(payload).toMatchObject({
    sub_id: { format: 'opaque', id: streamId },
    events: { [VERIFICATION_EVENT_TYPE]: { state: 'VGhpcyBpcw==' } },
  })
  await portal.owner(`update webhook_deliveries set created_at = created_at - interval '61 seconds'`)
  expect((await ask('/ssf/verify', { stream_id: streamId })).status).toBe(204)
})

test('of a stream that is off one verification waits, the one that was asked for last', async () => {
  await portal.owner(`update webhooks set state = 'off'`)
  for (const state of ['first', 'second', 'third']) {
    expect((await ask('/ssf/verify', { stream_id: streamId, state })).status).toBe(204)
    await portal.owner(`update webhook_deliveries set created_at = created_at - interval '61 seconds'`)
  }
  expect(await portal.owner('select detail, state from webhook_deliveries')).toEqual([
    { detail: 'third', state: 'waiting' },
  ])
  await portal.owner(`update webhooks set state = 'on'`)
  await deliverEvents(portal)
  expect(receiver.received.map(({ body }) => decodeJwt(body)['events'])).toEqual([
    { [VERIFICATION_EVENT_TYPE]: { state: 'third' } },
  ])
})

test('what is malformed is refused', async () => {
  const statuses = async (...requests: Promise<{ status: number }>[]) =>
    (await Promise.all(requests)).map(({ status }) => status)
  expect(
    await statuses(
      ask('/ssf/status'),
      ask('/ssf/status?stream_id=1&stream_id=2'),
      ask('/ssf/status', 'no json'),
      ask('/ssf/status', '[]'),
      ask('/ssf/status', { stream_id: streamId, status: 'gone' }),
      ask('/ssf/verify', { stream_id: streamId, state: 'x'.repeat(1001) }),
      ask('/ssf/verify', { stream_id: streamId, state: 5 }),
    ),
  ).toEqual(Array.from({ length: 7 }, () => 400))
  expect(
    await statuses(ask('/ssf/status?stream_id=x'), ask('/ssf/status?stream_id=99999999999'), ask('/ssf/nothing')),
  ).toEqual([404, 404, 404])
  expect((await ask('/ssf/streams', {})).status).toBe(405)
})

test('a token without the scope, without the page of its owner, or none is refused', async () => {
  const poor = await portal.make.user({ is_internal: true })
  const refused = [
    await ask('/ssf/streams', undefined, null),
    await ask('/ssf/streams', undefined, 'portico_unknown'),
    await ask('/ssf/streams', undefined, await tokenOf({ clientId: northgate, scopes: ['events'] })),
    await ask('/ssf/streams', undefined, await tokenOf({ clientId: northgate, owner: poor })),
  ]
  expect(refused.map(({ status, body }) => [status, body])).toEqual([
    [401, { err: 'authentication_failed', description: expect.any(String) }],
    [401, { err: 'authentication_failed', description: expect.any(String) }],
    [403, { err: 'access_denied', description: expect.stringContaining('ssf.read') }],
    [403, { err: 'access_denied', description: expect.any(String) }],
  ])
})
