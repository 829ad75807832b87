import { listWebhookDeliveries, resendWebhookDelivery, testWebhook } from '@portico/contract/webhooks/webhooks.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { deliverEvents } from '../../../test/deliver-events.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'
import { startReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts'
import { addNumberedEvents, webhooksBy } from '../../../test/webhooks.ts'

let portal: Portal
let boss: MadeUser
let admin: Browser
let receiver: WebhookReceiver
beforeAll(async () => {
  ;({ portal, admin: boss, browser: admin } = await startWithAdmin(['Audit Trail']))
})
afterAll(() => portal.close())
beforeEach(async () => {
  receiver = await startReceiver()
  await portal.owner('delete from webhooks')
})
afterEach(() => receiver.close())

const { one, add, save, find } = webhooksBy(
  () => admin,
  () => receiver.address,
)
const happen = (subjectId: number | null, n: number) => addNumberedEvents(portal, subjectId, [n])
const sent = () =>
  receiver.received.map(({ body }) => (JSON.parse(body) as { data: { after?: { n: number } } }).data.after?.n)
const inOrder = () => sent().toSorted((a = 0, b = 0) => a - b)
const refuse = (n: number) => {
  receiver.answer = ({ body }) => ({ status: body.includes(`"n":${n}}`) ? 400 : 204 })
}
const waitFourDays = () =>
  portal.owner(
    `update webhook_deliveries set next_attempt_at = clock_now(), first_attempt_at = clock_now() - interval '4 days'
      where state = 'waiting'`,
  )

test('one event that the receiver refuses for days is given up alone, and its subject goes on', async () => {
  const { webhookId } = await add()
  refuse(1)
  await happen(boss.id, 1)
  await deliverEvents(portal)
  await happen(boss.id, 2)
  await happen(null, 3)
  await waitFourDays()
  await deliverEvents(portal)
  await deliverEvents(portal)
  expect(inOrder()).toEqual([1, 1, 2, 3])
  expect(await find()).toMatchObject({ stateCd: 'on', waitingCnt: 0 })
  const query = { stateCd: 'failed' as const }
  const failed = await admin.call(listWebhookDeliveries, { params: one(webhookId), query })
  expect(failed).toMatchObject([{ eventCd: 'user_updated', statusNo: 400, nextAttemptDt: null }])
})

test('events without a subject do not wait for each other', async () => {
  await add()
  refuse(1)
  for (const n of [1, 2, 3]) await happen(null, n)
  await deliverEvents(portal)
  expect(inOrder()).toEqual([1, 2, 3])
})

test('with another owner or another address what waits is sent at once, and is tried for days again', async () => {
  const { webhookId } = await add()
  refuse(1)
  await happen(boss.id, 1)
  await deliverEvents(portal)
  await waitFourDays()
  await portal.owner('update webhooks set owner_id = $1', [(await portal.make.user({ is_internal: true })).id])
  await save(webhookId)
  await deliverEvents(portal)
  expect(sent()).toEqual([1, 1])
  expect((await find())?.stateCd).toBe('failing')
  await save(webhookId, { addressTxt: `${receiver.address}/new` })
  await deliverEvents(portal)
  expect(sent()).toEqual([1, 1, 1])
})

test('the key in an address is in no event, and a change of it is said', async () => {
  const { webhookId } = await add({ addressTxt: 'https://siem.example.com/key-1?sig=key-2' })
  await save(webhookId, { addressTxt: 'https://siem.example.com/key-3' })
  await save(webhookId, { addressTxt: 'https://siem.example.com/key-3', enabledFlg: false })
  const events = await portal.owner(
    `select before, after from audit_events where event = 'webhook_changed' and target_id = $1 order by id`,
    [String(webhookId)],
  )
  expect(JSON.stringify(events)).not.toContain('key-')
  const address = 'https://siem.example.com'
  expect(events).toMatchObject([
    { after: { address } },
    { before: { address }, after: { address, hasNewAddress: true } },
    { before: { address }, after: { address } },
  ])
  expect(events[2]?.['after']).not.toHaveProperty('hasNewAddress')
})

test('where a webhook is off, or its owner lost the right, neither a test nor an event is sent', async () => {
  const { webhookId } = await add()
  await happen(boss.id, 1)
  await deliverEvents(portal)
  const [delivery] = await admin.call(listWebhookDeliveries, { params: one(webhookId), query: {} })
  const again = { ...one(webhookId), deliveryId: delivery?.deliveryId ?? 0 }
  const tries = async () => [
    await admin.send(testWebhook, { params: one(webhookId) }),
    await admin.send(resendWebhookDelivery, { params: again }),
  ]
  await save(webhookId, { enabledFlg: false })
  expect(await tries()).toMatchObject([{ code: '409' }, { code: '409' }])
  await save(webhookId)
  await portal.owner('update webhooks set owner_id = $1', [(await portal.make.user({ is_internal: true })).id])
  expect(await tries()).toMatchObject([{ code: '409' }, { code: '409' }])
  await deliverEvents(portal)
  expect(sent()).toEqual([1])
})

test('a test is never repeated, also where the portal stopped before its outcome was noted', async () => {
  const { webhookId } = await add()
  await portal.owner(
    `create function refuse_note() returns trigger language plpgsql as $$ begin raise 'stopped'; end $$;
     create trigger refuse_note before update on webhook_deliveries for each row execute function refuse_note()`,
  )
  await admin.send(testWebhook, { params: one(webhookId) }).catch(() => null)
  await portal.owner('drop trigger refuse_note on webhook_deliveries')
  await waitFourDays()
  await deliverEvents(portal)
  expect(receiver.received).toHaveLength(1)
  expect(await find()).toMatchObject({ waitingCnt: 0 })
})

test('a receiver that took events once, and has refused everything for days since, is switched off', async () => {
  await add()
  await happen(boss.id, 1)
  await deliverEvents(portal)
  await portal.owner(`update webhooks set delivered_at = clock_now() - interval '5 days'`)
  refuse(2)
  await happen(boss.id, 2)
  await deliverEvents(portal)
  await waitFourDays()
  await deliverEvents(portal)
  expect(await find()).toMatchObject({ stateCd: 'failed', waitingCnt: 1 })
})

test('a webhook that I switch off and on again is not said to fail since before', async () => {
  const { webhookId } = await add()
  refuse(1)
  await happen(boss.id, 1)
  await deliverEvents(portal)
  await save(webhookId)
  expect(await find()).toMatchObject({ stateCd: 'failing', failingSinceDt: expect.any(Date) })
  await save(webhookId, { enabledFlg: false })
  await save(webhookId)
  expect(await find()).toMatchObject({ stateCd: 'on', failingSinceDt: null })
})
