import {
  deleteWebhook,
  listWebhookDeliveries,
  replayWebhook,
  resendWebhookDelivery,
} from '@portico/contract/webhooks/webhooks.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { deliverEvents, purgeDeliveries } from '../../../test/deliver-events.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'
import { startReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts'
import { addNumberedEvents, webhooksBy } from '../../../test/webhooks.ts'

/** More than a node takes of one subject at once. */
const MANY = 100

let portal: Portal
let boss: MadeUser
let nora: MadeUser
let admin: Browser
let receiver: WebhookReceiver
beforeAll(async () => {
  ;({ portal, admin: boss, browser: admin } = await startWithAdmin(['Audit Trail']))
})
afterAll(() => portal.close())
beforeEach(async () => {
  receiver = await startReceiver()
  // A replay also sends what other tests have left in the trail.
  nora = await portal.make.user()
  await portal.owner('with gone as (delete from webhooks) delete from webhook_deliveries')
})
afterEach(() => receiver.close())

const { one, add, save, find } = webhooksBy(
  () => admin,
  () => receiver.address,
)
const waitingCnt = async () => (await find())?.waitingCnt
const happen = (numbers: readonly number[], event?: string) => addNumberedEvents(portal, nora.id, numbers, event)
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)
/** What came about her. */
const sent = () =>
  receiver.received
    .map(({ body }) => JSON.parse(body) as { subject: string; data: { after: { n: number } } })
    .flatMap(({ subject, data }) => (subject === `user/${nora.id}` ? [data.after.n] : []))
const replay = (webhookId: number) =>
  admin.call(replayWebhook, {
    params: one(webhookId),
    body: { fromDay: new Date().toISOString().slice(0, 10) },
  })

test('what follows a refused event of a user is not tried, and goes out after it', async () => {
  const { webhookId } = await add()
  receiver.answer = ({ body }) => ({ status: body.includes('"n":3}') ? 500 : 204 })
  await happen(from(1, 6))
  await deliverEvents(portal)
  expect(sent()).toEqual([1, 2, 3])
  const query = { stateCd: 'waiting' as const }
  const waiting = await admin.call(listWebhookDeliveries, { params: one(webhookId), query })
  expect(waiting.map(({ attemptCnt }) => attemptCnt)).toEqual([0, 0, 0, 1])
  receiver.answer = () => ({ status: 204 })
  await portal.owner('update webhook_deliveries set next_attempt_at = clock_now()')
  await deliverEvents(portal)
  expect(sent()).toEqual([1, 2, 3, 3, 4, 5, 6])
})

test('a new webhook gets no event from before it, also where none of them was sealed then, unless I ask for the day', async () => {
  await happen([1, 2])
  const { webhookId } = await add()
  await happen([3])
  await replay((await add()).webhookId)
  await deliverEvents(portal)
  const byWebhook = await portal.owner(
    `select delivery.webhook_id = $1 as "isFirst", array_agg((event.after ->> 'n')::integer order by delivery.id) as numbers
       from webhook_deliveries delivery join audit_events event on event.id = delivery.audit_event_id
      where event.subject_user_id = $2 group by 1 order by 1 desc`,
    [webhookId, nora.id],
  )
  expect(byWebhook).toEqual([
    { isFirst: true, numbers: [3] },
    { isFirst: false, numbers: [1, 2, 3] },
  ])
})

test('new events go before those that are sent again', async () => {
  const { webhookId } = await add()
  await happen(from(1, 5))
  await deliverEvents(portal)
  await replay(webhookId)
  await happen([6])
  await deliverEvents(portal)
  expect(sent()).toEqual([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5])
  await deliverEvents(portal)
  expect(sent()).toHaveLength(11)
})

test('a new event does not wait for an earlier one about the same user that is sent again and refused', async () => {
  const { webhookId } = await add()
  await happen([1])
  await deliverEvents(portal)
  receiver.answer = ({ body }) => ({ status: body.includes('"n":1}') ? 500 : 204 })
  await replay(webhookId)
  await deliverEvents(portal)
  await happen([2])
  await deliverEvents(portal)
  expect(sent()).toEqual([1, 1, 2])
})

test('all of a long time is sent again, once, also where few of its events are for the webhook', async () => {
  const { webhookId } = await add()
  await happen([1])
  await happen(from(1, 2100), 'link_added')
  await happen([2])
  await deliverEvents(portal)
  await replay(webhookId)
  await deliverEvents(portal)
  expect(sent()).toEqual([1, 2, 1, 2])
})

test('events that I deselect are not sent, also those that wait; one that I send again is', async () => {
  const { webhookId } = await add()
  receiver.answer = () => ({ status: 500 })
  await happen([1, 2])
  await deliverEvents(portal)
  const [logged] = await admin.call(listWebhookDeliveries, { params: one(webhookId), query: {} })
  const again = { ...one(webhookId), deliveryId: logged?.deliveryId ?? 0 }
  await admin.call(resendWebhookDelivery, { params: again })
  receiver.answer = () => ({ status: 204 })
  await save(webhookId, { eventList: ['link_added'] })
  await happen([3], 'link_added')
  await deliverEvents(portal)
  expect(new Set(sent().slice(1))).toEqual(new Set([2, 3]))
  expect(await waitingCnt()).toBe(0)
})

test('the log of each webhook that I delete is gone with the next run of its job, those of others stay', async () => {
  const { webhookId } = await add()
  const { webhookId: other } = await add()
  const { webhookId: third } = await add()
  await happen(from(1, 3))
  await deliverEvents(portal)
  for (const id of [webhookId, third]) await admin.call(deleteWebhook, { params: one(id) })
  await purgeDeliveries(portal)
  const left = await portal.owner('select webhook_id, count(*)::integer from webhook_deliveries group by 1')
  expect(left).toEqual([{ webhook_id: other, count: 3 }])
})

test('many events about one user go out in one run, in their order', async () => {
  await add()
  await happen(from(1, MANY))
  await deliverEvents(portal)
  expect(sent()).toEqual(from(1, MANY))
  expect(await waitingCnt()).toBe(0)
})

test('a node that stops sends nothing more of what it has taken, which another one goes on with at once', async () => {
  const { webhookId } = await add()
  const stop = new AbortController()
  receiver.answer = ({ body }) => {
    if (body.includes('"n":3}')) stop.abort()
    return { status: 204 }
  }
  await happen(from(1, 6))
  await deliverEvents(portal, stop.signal)
  expect(sent()).toEqual([1, 2, 3])
  await deliverEvents(portal)
  expect(sent()).toEqual(from(1, 6))
  const logged = await admin.call(listWebhookDeliveries, { params: one(webhookId), query: {} })
  expect(logged.map(({ attemptCnt }) => attemptCnt)).toEqual(Array(6).fill(1))
})

test('sending again from a later day takes nothing from an earlier day that is not done yet', async () => {
  const { webhookId } = await add()
  await happen([1])
  await deliverEvents(portal)
  await replay(webhookId)
  await portal.moveClock('1 day')
  const tomorrow = await portal.as(boss)
  await tomorrow.call(replayWebhook, {
    params: one(webhookId),
    body: { fromDay: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) },
  })
  await portal.moveClock('0')
  await deliverEvents(portal)
  expect(sent()).toEqual([1, 1])
})
