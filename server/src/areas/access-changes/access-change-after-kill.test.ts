import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getAccessChange, startAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Browser } from '../../../test/browser.ts'
import { freePort } from '../../../test/free-port.ts'
import { endProcess, type NodeProcess, startNode } from '../../../test/node-process.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { jobSchema } from '../../db/job-schema.ts'

/** Several batches, of which the first two are stored before the node is killed. */
const MANY = 1_000
const GATE = 500

let portal: Portal
let folder: string
let origin: string
let node: NodeProcess
let systemIds: number[]

beforeAll(async () => {
  const port = await freePort()
  origin = `http://localhost:${port}`
  portal = await startPortal({ environment: { PORTAL_PUBLIC_URL: origin } })
  folder = await mkdtemp(path.join(tmpdir(), 'portico-killed-'))
  systemIds = [await portal.make.system(), await portal.make.system()]
  await portal.owner(
    `insert into users (user_name, first_name, last_name, email, client_id)
     select 'clerk.' || n, 'Clerk', n::text, 'clerk@x.test', $1 from generate_series(1, ${MANY}) n`,
    [await portal.make.client()],
  )
  // Not a lock that is waited for: that would end by a timeout of its own.
  await portal.owner(
    `create function wait_at_gate() returns trigger language plpgsql as $$ begin
       while not pg_try_advisory_xact_lock_shared(1) loop perform pg_sleep(0.02); end loop; return new; end $$`,
  )
  const [gate] = await portal.owner(
    `select id from users where user_name like 'clerk.%' order by id offset ${GATE} limit 1`,
  )
  await portal.owner(
    `create trigger wait_at_gate before insert on user_system_grants for each row
       when (new.user_id = ${String(gate?.['id'])}) execute function wait_at_gate()`,
  )
  await portal.owner('select pg_advisory_lock(1)')
  await start()
})
afterAll(async () => {
  await endProcess(node.process, 'SIGTERM')
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  node = await startNode(portal, { origin, folder, port: Number(new URL(origin).port) })
  const isServed = () =>
    fetch(`${origin}/ccservices/secure/user/rest/db/signin/manifest`).then(
      ({ ok }) => ok,
      () => false,
    )
  await vi.waitUntil(isServed, { timeout: 110_000, interval: 50 })
}

/** Kills the node; its job counts as that of a dead one at once instead of after thirty seconds. */
async function kill(): Promise<void> {
  await endProcess(node.process, 'SIGKILL')
  await portal.owner(
    `update ${jobSchema}.job set heartbeat_on = now() - interval '31 seconds'
      where name = 'access-change' and state = 'active'`,
  )
}

test('access that is given while the node is killed is given to everyone once', async () => {
  const admin = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, ['User Administration'])
  const browser = await new Browser(origin).signIn(admin.userName, admin.password)
  const { accessChangeId } = await browser.call(startAccessChange, {
    params: { uid: browser.userId },
    body: { kindCd: 'give', match: { nm: 'clerk' }, userSystems: systemIds.map((systemId) => ({ systemId })) },
  })
  const shown = () => browser.call(getAccessChange, { params: { uid: browser.userId, accessChangeId } })
  await expect.poll(async () => (await shown()).changedCnt).toBe(400)
  await kill()
  await portal.owner('select pg_advisory_unlock_all()')
  await start()
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
