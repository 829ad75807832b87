import { deleteWebhook, listWebhookDeliveries, rotateWebhookSecret } from '@portico/contract/webhooks/webhooks.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { deliverEvents } from '../../../test/deliver-events.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'
import { openMessage, startReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts'
import { addNumberedEvents, webhooksBy } from '../../../test/webhooks.ts'

let portal: Portal
let boss: MadeUser
let admin: Browser
let former: WebhookReceiver
let next: WebhookReceiver
beforeAll(async () => {
  ;({ portal, admin: boss, browser: admin } = await startWithAdmin(['Audit Trail']))
})
afterAll(() => portal.close())
beforeEach(async () => {
  former = await startReceiver()
  next = await startReceiver()
  await portal.owner('with gone as (delete from webhooks) delete from webhook_deliveries')
})
afterEach(() => Promise.all([former.close(), next.close()]))

const webhooks = webhooksBy(
  () => admin,
  () => former.address,
)
const { one, save, find } = webhooks
const add = async () => {
  const { webhookId, secretTxt } = await webhooks.add()
  return { webhookId, secretTxt: secretTxt ?? '' }
}
const logged = (webhookId: number) => admin.call(listWebhookDeliveries, { params: one(webhookId), query: {} })
const happen = (numbers: readonly number[], event?: string) => addNumberedEvents(portal, boss.id, numbers, event)
const sent = ({ received }: WebhookReceiver) =>
  received.map(({ body }) => (JSON.parse(body) as { data: { after: { n: number } } }).data.after.n)
/** The receiver holds its first answer until the administrator has changed the webhook. */
const duringTheFirst = (change: () => Promise<unknown>, status = 204) => {
  former.answer = async () => {
    if (former.received.length === 1) await change()
    return { status }
  }
}

test('what follows goes to the address that I enter while the former receiver has not answered yet', async () => {
  const { webhookId } = await add()
  duringTheFirst(() => save(webhookId, { addressTxt: next.address }))
  await happen([1, 2, 3])
  await deliverEvents(portal)
  expect([sent(former), sent(next)]).toEqual([[1], [2, 3]])
  expect((await logged(webhookId)).map(({ stateCd, attemptCnt }) => [stateCd, attemptCnt])).toEqual([
    ['delivered', 1],
    ['delivered', 1],
    ['delivered', 1],
  ])
})

test('nothing follows once I switch it off, and what waits goes out when it is on again', async () => {
  const { webhookId } = await add()
  duringTheFirst(() => save(webhookId, { enabledFlg: false }))
  await happen([1, 2, 3])
  await deliverEvents(portal)
  expect(sent(former)).toEqual([1])
  expect(await find()).toMatchObject({ stateCd: 'off', waitingCnt: 2 })
  expect((await logged(webhookId)).map(({ attemptCnt }) => attemptCnt)).toEqual([0, 0, 1])
  await save(webhookId, {})
  await deliverEvents(portal)
  expect(sent(former)).toEqual([1, 2, 3])
})

test('nothing follows once I delete it', async () => {
  const { webhookId } = await add()
  duringTheFirst(() => admin.call(deleteWebhook, { params: one(webhookId) }))
  await happen([1, 2])
  await deliverEvents(portal)
  expect(sent(former)).toEqual([1])
})

test('what follows is signed with the secret that I have exchanged meanwhile', async () => {
  const { webhookId, secretTxt } = await add()
  let newSecret = ''
  duringTheFirst(async () => {
    const body = { overlapHours: 0 }
    newSecret = (await admin.call(rotateWebhookSecret, { params: one(webhookId), body })).secretTxt
  })
  await happen([1, 2])
  await deliverEvents(portal)
  expect(sent(former)).toEqual([1, 2])
  const [first, second] = former.received
  if (!first || !second) throw new Error('Two messages were expected')
  expect(() => openMessage(secretTxt, first)).not.toThrow()
  expect(() => openMessage(newSecret, second)).not.toThrow()
  expect(() => openMessage(secretTxt, second)).toThrow('No matching signature')
})

test('events that I deselect while it sends are not sent any more', async () => {
  const { webhookId } = await add()
  duringTheFirst(() => save(webhookId, { eventList: ['link_added'] }))
  await happen([1, 2])
  await deliverEvents(portal)
  await happen([3], 'link_added')
  await deliverEvents(portal)
  expect(sent(former)).toEqual([1, 3])
})

test('a webhook whose address I change while its former receiver refuses for days stays on, and goes on with the new one', async () => {
  const { webhookId } = await add()
  former.answer = () => ({ status: 500 })
  await happen([1])
  await deliverEvents(portal)
  await portal.owner(
    `update webhook_deliveries set next_attempt_at = clock_now(), first_attempt_at = clock_now() - interval '4 days'`,
  )
  former.received.length = 0
  duringTheFirst(() => save(webhookId, { addressTxt: next.address }), 500)
  await deliverEvents(portal)
  expect([sent(former), sent(next)]).toEqual([[1], [1]])
  expect(await find()).toMatchObject({ stateCd: 'on', failingSinceDt: null, waitingCnt: 0 })
})
