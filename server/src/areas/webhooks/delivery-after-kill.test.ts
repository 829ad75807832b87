import { createWebhook, listWebhooks, updateWebhook } from '@portico/contract/webhooks/webhooks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/browser.ts'
import { type KillableNode, makeKillableNode } from '../../../test/killable-node.ts'
import type { MadeUser } from '../../../test/make.ts'
import { startReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts'

/** More than a node takes at once. */
const MANY = 60

let node: KillableNode
let receiver: WebhookReceiver
let boss: MadeUser
beforeAll(async () => {
  node = await makeKillableNode('deliver-events')
  receiver = await startReceiver()
  boss = await node.portal.make.user({ is_internal: true })
  await node.portal.make.adminPages(boss, ['Audit Trail'])
  await node.start()
})
afterAll(async () => {
  await node.close()
  await receiver.close()
})

test('no event is lost where the node is killed while it sends them', async () => {
  const { portal, origin } = node
  const admin = await new Browser(origin).signIn(boss.userName, boss.password)
  const params = { uid: admin.userId }
  const hook = { webhookNm: 'SIEM', addressTxt: receiver.address, eventList: ['user_updated'] }
  const { webhookId } = await admin.call(createWebhook, { params, body: { ...hook, clientId: null } })
  await portal.owner(
    `insert into audit_events (event, subject_user_id, after)
     select 'user_updated', n % 20, jsonb_build_object('n', n) from generate_series(1, ${MANY}) n order by n`,
  )
  // What comes after the first ten is not noted before the node is killed.
  await portal.owner(
    `create trigger wait_at_gate before update on webhook_deliveries for each row
       when (new.state = 'delivered' and new.id > 10) execute function wait_at_gate()`,
  )
  await node.closeGate()
  const switchOn = async () => {
    for (const enabledFlg of [false, true])
      await admin.call(updateWebhook, { params: { ...params, webhookId }, body: { ...hook, enabledFlg } })
  }
  await switchOn()
  await expect.poll(() => receiver.received.length, { timeout: 90_000 }).toBeGreaterThan(10)
  await node.kill()
  await node.openGate()
  await portal.owner(`update webhook_deliveries set next_attempt_at = clock_now()`)
  await node.start()
  await switchOn()
  const waiting = async () => (await admin.call(listWebhooks, { params, query: {} }))[0]?.waitingCnt
  await expect.poll(waiting, { timeout: 100_000 }).toBe(0)
  const numbers = receiver.received.map(
    ({ body }) => (JSON.parse(body) as { data: { after: { n: number } } }).data.after.n,
  )
  expect(new Set(numbers).size).toBe(MANY)
  // Of each subject in order, as they were first received.
  const first = [...new Set(numbers)]
  for (let subject = 0; subject < 20; subject++) {
    const own = first.filter((n) => n % 20 === subject)
    expect(own).toEqual(own.toSorted((a, b) => a - b))
  }
})
