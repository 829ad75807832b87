import { PortalEvent } from '@portico/contract/webhooks/events.ts'
import { WEBHOOK_ANSWER_MAX } from '@portico/contract/webhooks/webhook-rules.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhookDelivery,
  getWebhookOptions,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@portico/contract/webhooks/webhooks.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Browser } from '../../../test/browser.ts'
import { deliverEvents } from '../../../test/deliver-events.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { startReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts'

let portal: Portal
let northgate: number
let boss: MadeUser
let admin: Browser
let nora: MadeUser
let receiver: WebhookReceiver
let count = 0
beforeAll(async () => {
  portal = await startPortal()
  northgate = await portal.make.client({ name: 'Northgate' })
  boss = await portal.make.user({ user_name: 'petra.portal', is_internal: true })
  await portal.make.adminPages(boss, ['User Administration', 'Audit Trail'])
  admin = await portal.as(boss)
  nora = await portal.make.user({ user_name: 'nora.north', client_id: northgate })
})
afterAll(() => portal.close())
beforeEach(async () => {
  receiver = await startReceiver()
  await portal.owner('delete from webhooks')
})
afterEach(() => receiver.close())

const uid = () => ({ uid: admin.userId })
const one = (webhookId: number) => ({ ...uid(), webhookId })
const wanted = (change: object = {}) => ({
  webhookNm: `Hook ${++count}`,
  addressTxt: receiver.address,
  eventList: [] as string[],
  clientId: null as number | null,
  ...change,
})
const add = async (change: object = {}) => {
  const { webhookId, secretTxt } = await admin.call(createWebhook, { params: uid(), body: wanted(change) })
  if (secretTxt === null) throw new Error('A webhook of events came without a secret')
  return { webhookId, secretTxt }
}
const find = async (id: number) =>
  (await admin.call(listWebhooks, { params: uid(), query: { pageSize: 60 } })).find((row) => row.webhookId === id)
const deliveries = (id: number, query: object = {}) =>
  admin.call(listWebhookDeliveries, { params: one(id), query: { pageSize: 60, ...query } })
const change = async (id: number, body: object = {}) => {
  const { webhookNm, addressTxt, eventList, enabledFlg } = (await find(id)) as NonNullable<
    Awaited<ReturnType<typeof find>>
  >
  return admin.call(updateWebhook, {
    params: one(id),
    body: { webhookNm, addressTxt, eventList, enabledFlg, ...body },
  })
}
/** An event about a user, as an area records it. */
const happen = (event: string, subject: { id: number; clientId: number | null }, after: object = {}) =>
  portal.owner(
    `insert into audit_events (event, actor_user_id, subject_user_id, client_id, after) values ($1, $2, $3, $4, $5)`,
    [event, boss.id, subject.id, subject.clientId, after],
  )
const aboutNora = (after: object = {}) => happen('user_updated', { id: nora.id, clientId: northgate }, after)
const bodies = () =>
  receiver.received.map(({ body }) => JSON.parse(body) as { data: { actor: object | null; after: { n: number } } })
const eventsSent = () => bodies().map(({ data }) => data.after.n)

test('events come signed, each in a CloudEvents envelope, and the log has their bodies and answers', async () => {
  const { webhookId, secretTxt } = await add({ eventList: ['user_updated'] })
  receiver.answer = () => ({ status: 202, text: `thanks\0${'x'.repeat(9000)}` })
  await aboutNora({ jobTitle: 'Clerk' })
  await deliverEvents(portal)
  expect(receiver.received).toHaveLength(1)
  const [message] = receiver.received
  const event = new Webhook(secretTxt).verify(message?.body ?? '', message?.headers ?? {})
  expect(message?.headers['content-type']).toBe('application/cloudevents+json')
  const [recorded] = await portal.owner(
    `select id, date_trunc('milliseconds', at)::text as at from audit_events where event = 'user_updated' order by id desc`,
  )
  expect(event).toEqual({
    specversion: '1.0',
    id: String(recorded?.['id']),
    source: portal.origin,
    type: 'portico.user_updated.v1',
    subject: `user/${nora.id}`,
    time: new Date(String(recorded?.['at'])).toISOString(),
    datacontenttype: 'application/json',
    dataschema: 'urn:portico:event:v1',
    sequence: expect.stringMatching(/^\d{16}$/),
    data: {
      id: Number(recorded?.['id']),
      event: 'user_updated',
      actor: { id: boss.id, name: 'petra.portal' },
      subject: { id: nora.id, name: 'nora.north' },
      client: { id: northgate, name: 'Northgate' },
      target: null,
      before: null,
      after: { jobTitle: 'Clerk' },
      address: null,
      requestId: null,
    },
  })
  const [logged] = await deliveries(webhookId)
  expect(logged).toMatchObject({ eventCd: 'user_updated', stateCd: 'delivered', attemptCnt: 1, statusNo: 202 })
  const shown = await admin.call(getWebhookDelivery, {
    params: { ...one(webhookId), deliveryId: logged?.deliveryId ?? 0 },
  })
  expect(shown.bodyTxt).toBe(message?.body)
  expect(shown.answerTxt).toBe(`thanks${'x'.repeat(WEBHOOK_ANSWER_MAX - 6)}`)
  expect(await find(webhookId)).toMatchObject({ stateCd: 'on', waitingCnt: 0, deliveredDt: expect.any(Date) })
})

test('a webhook of an employer gets only events about its people, and only the events that were chosen', async () => {
  const other = await portal.make.user({ client_id: await portal.make.client({ name: 'Other' }) })
  await add({ clientId: northgate, eventList: ['user_updated'] })
  await happen('user_updated', { id: other.id, clientId: other.clientId }, { n: 1 })
  await happen('user_deleted', { id: nora.id, clientId: northgate }, { n: 2 })
  await happen('user_updated', { id: boss.id, clientId: null }, { n: 3 })
  await aboutNora({ n: 4, employer: 'Other' })
  await deliverEvents(portal)
  expect(eventsSent()).toEqual([4])
  const data = bodies()[0]?.data
  // Names outside of the employer are as hidden as in the audit trail.
  expect(data?.after).toEqual({ n: 4, employer: 'Another employer' })
  expect(data?.actor).toBeNull()
})

test('a receiver that fails gets everything later, each subject in its order, and the rest meanwhile', async () => {
  const other = { id: boss.id, clientId: null }
  const { webhookId } = await add({ eventList: ['user_updated'] })
  for (const n of [1, 2, 3]) await aboutNora({ n })
  await happen('user_updated', other, { n: 10 })
  receiver.answer = ({ body }) => ({ status: body.includes('"n":1}') ? 500 : 204, text: 'out of order' })
  await deliverEvents(portal)
  expect(eventsSent().toSorted((a, b) => a - b)).toEqual([1, 10])
  expect(await find(webhookId)).toMatchObject({ stateCd: 'failing', waitingCnt: 3 })
  const failed = (await deliveries(webhookId)).find(({ statusNo }) => statusNo === 500)
  expect(failed).toMatchObject({ stateCd: 'waiting', attemptCnt: 1, nextAttemptDt: expect.any(Date) })
  receiver.answer = () => ({ status: 204 })
  await deliverEvents(portal)
  expect(eventsSent()).toHaveLength(2)
  await portal.owner('update webhook_deliveries set next_attempt_at = clock_now()')
  await deliverEvents(portal)
  expect(eventsSent().slice(2)).toEqual([1, 2, 3])
  expect(await find(webhookId)).toMatchObject({ stateCd: 'on', waitingCnt: 0, failingSinceDt: null })
})

test('after three days without success a webhook is switched off, its owner is mailed, and switched on it sends what waits', async () => {
  const { webhookId } = await add({ eventList: ['user_updated'] })
  receiver.answer = () => ({ status: 302, location: receiver.address })
  await aboutNora({ n: 1 })
  await deliverEvents(portal)
  expect(receiver.received).toHaveLength(1)
  await portal.owner(
    `update webhook_deliveries set next_attempt_at = clock_now(), first_attempt_at = clock_now() - interval '3 days'`,
  )
  await deliverEvents(portal)
  expect(await find(webhookId)).toMatchObject({ stateCd: 'failed', enabledFlg: false, waitingCnt: 1 })
  const mails = await portal.owner(
    `select to_address, fields from outbox_mails where template = 'webhook-switched-off'`,
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ fields: { address: new URL(receiver.address).origin } })
  const [off] = await portal.owner(
    `select before, after from audit_events where event = 'webhook_changed' order by id desc`,
  )
  expect(off).toEqual({ before: { state: 'on' }, after: { state: 'failed' } })
  receiver.answer = () => ({ status: 200 })
  await change(webhookId, { enabledFlg: true })
  await deliverEvents(portal)
  expect(eventsSent()).toEqual([1, 1, 1])
  expect(await find(webhookId)).toMatchObject({ stateCd: 'on', waitingCnt: 0 })
})

test('a secret that is exchanged signs beside the new one for as long as I say', async () => {
  const { webhookId, secretTxt: former } = await add({ eventList: ['user_updated'] })
  const rotated = await admin.call(rotateWebhookSecret, { params: one(webhookId), body: { overlapHours: 24 } })
  expect((await find(webhookId))?.formerSecretUntilDt).toEqual(rotated.formerSecretUntilDt)
  const sent = async () => {
    await aboutNora({ n: 1 })
    await deliverEvents(portal)
    const message = receiver.received.at(-1)
    return (secret: string) => new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {})
  }
  const both = await sent()
  expect(both(former)).toEqual(both(rotated.secretTxt))
  await portal.owner('update webhooks set former_secret_until = clock_now() where id = $1', [webhookId])
  expect((await find(webhookId))?.formerSecretUntilDt).toBeNull()
  const { secretTxt: newest } = await admin.call(rotateWebhookSecret, {
    params: one(webhookId),
    body: { overlapHours: 0 },
  })
  const verify = await sent()
  expect(verify(newest)).toBeDefined()
  expect(() => verify(rotated.secretTxt)).toThrow('No matching signature found')
  const stored = await portal.owner('select sealed_secret from webhooks')
  expect(JSON.stringify(stored)).not.toContain(newest.slice(6))
})

test('a test says at once how the receiver answers, and is in the log', async () => {
  const { webhookId, secretTxt } = await add()
  expect(await admin.call(testWebhook, { params: one(webhookId) })).toMatchObject({ deliveredFlg: true, statusNo: 204 })
  const [message] = receiver.received
  const sent = new Webhook(secretTxt).verify(message?.body ?? '', message?.headers ?? {})
  expect(z.parse(PortalEvent, sent)).toMatchObject({ type: 'portico.test.v1' })
  receiver.answer = () => ({ status: 404, text: 'no such hook' })
  const failed = await admin.call(testWebhook, { params: one(webhookId) })
  expect(failed).toMatchObject({ deliveredFlg: false, statusNo: 404, errorCd: null })
  const [logged] = await deliveries(webhookId, { stateCd: 'failed' })
  expect(logged).toMatchObject({ deliveryId: failed.deliveryId, eventCd: null, stateCd: 'failed', nextAttemptDt: null })
  const again = { ...one(webhookId), deliveryId: failed.deliveryId }
  expect((await admin.send(resendWebhookDelivery, { params: again })).code).toBe('404')
})

test('an event is sent again, alone or with all since a day, under the same id', async () => {
  const { webhookId } = await add({ eventList: ['user_updated'] })
  await aboutNora({ n: 1 })
  await aboutNora({ n: 2 })
  await deliverEvents(portal)
  const [newest] = await deliveries(webhookId)
  await admin.call(resendWebhookDelivery, { params: { ...one(webhookId), deliveryId: newest?.deliveryId ?? 0 } })
  await deliverEvents(portal)
  expect(eventsSent()).toEqual([1, 2, 2])
  expect(receiver.received[2]?.headers['webhook-id']).toBe(receiver.received[1]?.headers['webhook-id'])
  const today = new Date().toISOString().slice(0, 10)
  await admin.call(replayWebhook, { params: one(webhookId), body: { fromDay: today } })
  await deliverEvents(portal)
  // The event about another person, of an earlier test, has an order of its own.
  expect(
    eventsSent()
      .filter((n) => n !== 10)
      .slice(-2),
  ).toEqual([1, 2])
})

test('an event that I send again does not wait for the next attempt of those before it', async () => {
  const { webhookId } = await add({ eventList: ['user_updated'] })
  await aboutNora({ n: 1 })
  receiver.answer = () => ({ status: 500 })
  await deliverEvents(portal)
  receiver.answer = () => ({ status: 204 })
  const [failed] = await deliveries(webhookId)
  await admin.call(resendWebhookDelivery, { params: { ...one(webhookId), deliveryId: failed?.deliveryId ?? 0 } })
  await deliverEvents(portal)
  expect(eventsSent()).toEqual([1, 1, 1])
  expect(await find(webhookId)).toMatchObject({ stateCd: 'on', waitingCnt: 0 })
})

test('an address is judged at every attempt', async () => {
  const { webhookId } = await add({ eventList: ['user_updated'] })
  await portal.owner(`update webhooks set address = 'https://192.168.1.1/hooks' where id = $1`, [webhookId])
  await aboutNora()
  await deliverEvents(portal)
  const [logged] = await deliveries(webhookId)
  expect(logged).toMatchObject({ stateCd: 'waiting', statusNo: null, errorCd: 'address' })
})

test('a webhook that I save with the same events in another order stays as it is, and leaves no event', async () => {
  const { webhookId } = await add({ eventList: ['user_updated', 'user_created'] })
  const seen = async () => [
    await portal.owner('select *, xmin from webhooks where id = $1', [webhookId]),
    await portal.owner(`select id from audit_events where event = 'webhook_changed'`),
  ]
  const before = await seen()
  await change(webhookId, { eventList: ['user_created', 'user_updated', 'user_created'] })
  expect(await seen()).toEqual(before)
  await change(webhookId, { eventList: ['user_created'] })
  expect(await find(webhookId)).toMatchObject({ eventList: ['user_created'] })
  expect(await seen()).not.toEqual(before)
})

test('a webhook that is switched off keeps its place, one that is deleted is gone for every call', async () => {
  const { webhookId } = await add({ eventList: ['user_updated'] })
  await change(webhookId, { enabledFlg: false })
  await aboutNora({ n: 1 })
  await deliverEvents(portal)
  expect(receiver.received).toEqual([])
  await change(webhookId, { enabledFlg: true })
  await deliverEvents(portal)
  expect(eventsSent()).toEqual([1])
  const params = one(webhookId)
  const [delivery] = await deliveries(webhookId)
  await admin.call(deleteWebhook, { params })
  const body = { webhookNm: 'x', addressTxt: receiver.address, eventList: [], enabledFlg: true }
  const gone = [
    await admin.send(deleteWebhook, { params }),
    await admin.send(updateWebhook, { params, body }),
    await admin.send(rotateWebhookSecret, { params, body: { overlapHours: 0 } }),
    await admin.send(testWebhook, { params }),
    await admin.send(replayWebhook, { params, body: { fromDay: '2026-01-01' } }),
    await admin.send(listWebhookDeliveries, { params, query: {} }),
    await admin.send(getWebhookDelivery, { params: { ...params, deliveryId: delivery?.deliveryId ?? 0 } }),
    await admin.send(resendWebhookDelivery, { params: { ...params, deliveryId: delivery?.deliveryId ?? 0 } }),
  ]
  expect(gone.map(({ code }) => code)).toEqual(gone.map(() => '404'))
})

test('without a rightful owner nothing is sent, until another portal administrator saves it', async () => {
  const { webhookId } = await add({ eventList: ['user_updated'] })
  const former = await portal.make.user({ is_internal: true })
  await portal.owner('update webhooks set owner_id = $1', [former.id])
  await aboutNora({ n: 1 })
  await deliverEvents(portal)
  expect(receiver.received).toEqual([])
  expect((await find(webhookId))?.stateCd).toBe('stopped')
  expect(await admin.call(getWebhookOptions, { params: uid() })).toMatchObject({ mayChangeFlg: true })
  await change(webhookId)
  await deliverEvents(portal)
  expect(eventsSent()).toEqual([1])
})

test('the name of a webhook is kept on one line, without marks that change the direction of writing', async () => {
  const { webhookId } = await add({ webhookNm: ' Payroll\n & \u202eevil\u2069\u200b ' })
  expect((await find(webhookId))?.webhookNm).toBe('Payroll & evil')
  await change(webhookId, { webhookNm: 'Pay\u2066roll' })
  expect((await find(webhookId))?.webhookNm).toBe('Payroll')
})
