import { getReportAddress, listReportQueue, requestAccessReport } from '@portico/contract/reports/reports.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Browser } from '../../../test/browser.ts'
import { type KillableNode, makeKillableNode } from '../../../test/killable-node.ts'
import type { Portal } from '../../../test/portal.ts'

/** Three batches, of which the first is stored before the node is killed. */
const MANY = 2_500
const BATCH = 1_000

let node: KillableNode
let portal: Portal
let systemId: number
let customerId: number

beforeAll(async () => {
  node = await makeKillableNode('report')
  portal = node.portal
  const client = await portal.make.client()
  systemId = await portal.make.system()
  const [row] = await portal.owner("insert into customers (name, facility_code) values ('Acme', 'EDH') returning id")
  customerId = Number(row?.['id'])
  await portal.owner(
    `with added as (
       insert into users (user_name, first_name, last_name, email, client_id)
       select 'holder.' || n, 'Holder', 'Number ' || n, 'holder@x.test', $1 from generate_series(1, ${MANY}) n
       returning id),
     granted as (insert into user_system_grants (user_id, system_id) select id, $2 from added)
     insert into user_facility_grants (user_id, facility_code, all_customers) select id, 'EDH', true from added`,
    [client, systemId],
  )
  await portal.owner(
    `create trigger wait_at_gate before insert on report_chunks for each row when (new.number >= 20)
     execute function wait_at_gate()`,
  )
})
afterAll(() => node.close())
beforeEach(async () => {
  // While it is closed, no report gets further than its first batch.
  await node.closeGate()
  await node.start()
})
afterEach(async () => {
  await node.openGate()
  await node.stop()
  await portal.owner('delete from reports')
})

async function signIn(): Promise<Browser> {
  const user = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(user, ['User Access Report', 'Report Queue'])
  await portal.owner('update user_system_grants set is_admin = true where user_id = $1 and system_id = 2', [user.id])
  return new Browser(node.origin).signIn(user.userName, user.password)
}

const own = ({ userId }: Browser) => ({ uid: userId })
const request = (browser: Browser) =>
  browser.send(requestAccessReport, { params: own(browser), body: { userType: 'ALL', customerId, systemId } })
const statesOf = async (browser: Browser) =>
  (await browser.call(listReportQueue, { params: own(browser) })).map(({ reportId, status, rowCnt }) => ({
    reportId,
    status,
    rowCnt,
  }))
const rowsOf = async (browser: Browser, reportId: number) => {
  const address = await browser.call(getReportAddress, { params: { ...own(browser), reportId } })
  const page = await browser.request('GET', `${address}&whole=Y`, { without: ['authorization', 'x-csrf-token'] })
  return [...page.text.matchAll(/>Number (\d+)</g)].map(([, number]) => Number(number))
}
const allRows = Array.from({ length: MANY }, (_, index) => index + 1)

test('a report whose node is killed in the middle is finished by another one, with every row once (R10, RPTS-060, RPTS-062, RPTS-090)', async () => {
  const browser = await signIn()
  const { data: reportId } = await request(browser)
  await expect.poll(() => statesOf(browser)).toEqual([{ reportId, status: 9, rowCnt: BATCH }])
  await node.kill()
  await node.openGate()
  await node.start()
  const finished = [{ reportId, status: 1, rowCnt: MANY }]
  await expect.poll(() => statesOf(browser), { timeout: 90_000 }).toEqual(finished)
  expect(await portal.owner('select attempt from reports')).toEqual([{ attempt: 2 }])
  expect((await rowsOf(browser, Number(reportId))).toSorted((one, other) => one - other)).toEqual(allRows)
})

test('no report is lost whose request was answered before the node was killed (R10, R03, RPTS-087, RPTS-084)', async () => {
  const browsers = await Promise.all([1, 2, 3, 4].map(signIn))
  const answered = new Map<Browser, number[]>(browsers.map((browser) => [browser, []]))
  const asking = browsers.flatMap((browser) =>
    [1, 2, 3].map(async () => {
      const { code, data } = await request(browser)
      if (code === '200') answered.get(browser)?.push(Number(data))
    }),
  )
  await Promise.any(asking)
  await node.kill()
  await Promise.allSettled(asking)
  await node.openGate()
  await node.start()
  for (const [browser, ids] of answered)
    for (const reportId of ids) {
      const state = async () => (await statesOf(browser)).find((entry) => entry.reportId === reportId)
      await expect.poll(state, { timeout: 90_000 }).toEqual({ reportId, status: 1, rowCnt: MANY })
    }
  expect([...answered.values()].flat()).not.toEqual([])
})
