import { getAccessChange, startAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/browser.ts'
import { type KillableNode, makeKillableNode } from '../../../test/killable-node.ts'
import type { Portal } from '../../../test/portal.ts'

/** Several batches, of which the first two are stored before the node is killed. */
const MANY = 1_000
const GATE = 500

let node: KillableNode
let portal: Portal
let systemIds: number[]

beforeAll(async () => {
  node = await makeKillableNode('access-change')
  portal = node.portal
  systemIds = [await portal.make.system(), await portal.make.system()]
  await portal.owner(
    `insert into users (user_name, first_name, last_name, email, client_id)
     select 'clerk.' || n, 'Clerk', n::text, 'clerk@x.test', $1 from generate_series(1, ${MANY}) n`,
    [await portal.make.client()],
  )
  const [gate] = await portal.owner(
    `select id from users where user_name like 'clerk.%' order by id offset ${GATE} limit 1`,
  )
  await portal.owner(
    `create trigger wait_at_gate before insert on user_system_grants for each row
       when (new.user_id = ${String(gate?.['id'])}) execute function wait_at_gate()`,
  )
  await node.closeGate()
  await node.start()
})
afterAll(() => node.close())

test('access that is given while the node is killed is given to everyone once', async () => {
  const admin = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, ['User Administration'])
  const browser = await new Browser(node.origin).signIn(admin.userName, admin.password)
  const { accessChangeId } = await browser.call(startAccessChange, {
    params: { uid: browser.userId },
    body: { kindCd: 'give', match: { nm: 'clerk' }, userSystems: systemIds.map((systemId) => ({ systemId })) },
  })
  const shown = () => browser.call(getAccessChange, { params: { uid: browser.userId, accessChangeId } })
  await expect.poll(async () => (await shown()).changedCnt).toBe(400)
  await node.kill()
  await node.openGate()
  await node.start()
  await expect.poll(async () => (await shown()).stateCd, { timeout: 90_000 }).toBe('done')
  expect(await shown()).toMatchObject({ changedCnt: MANY, leftOutCnt: 0, failedCnt: 0 })
  const grants = await portal.owner(
    `select count(*)::int as rows, count(distinct (user_id, system_id))::int as pairs from user_system_grants
      where system_id = any ($1)`,
    [systemIds],
  )
  expect(grants).toEqual([{ rows: 2 * MANY, pairs: 2 * MANY }])
  const events = await portal.owner(
    `select count(*)::int as events from audit_events where event = 'user_permissions_changed'`,
  )
  expect(events).toEqual([{ events: MANY }])
})
