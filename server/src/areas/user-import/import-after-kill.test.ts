import {
  commitUserImport,
  commitValidRows,
  getUserImport,
  uploadUserImport,
} from '@portico/contract/user-import/user-import.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/browser.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import { type KillableNode, makeKillableNode } from '../../../test/killable-node.ts'
import type { Portal } from '../../../test/portal.ts'

/** Two batches, of which the first is written before the node is killed. */
const VALID = 600

let node: KillableNode
let portal: Portal

beforeAll(async () => {
  node = await makeKillableNode('user-import')
  portal = node.portal
  await portal.make.client({ name: 'Harbor' })
  await portal.make.system({ name: 'Ledger' })
  await portal.owner(
    `create trigger wait_at_gate before insert on outbox_mails for each row
       when (new.to_address = 'p${VALID - 1}@killed.test') execute function wait_at_gate()`,
  )
  await node.closeGate()
  await node.start()
})
afterAll(() => node.close())

test('rows that are created while the node is killed are created once, with their access, and the others wait', async () => {
  const admin = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, ['User Administration'])
  const browser = await new Browser(node.origin).signIn(admin.userName, admin.password)
  const rows = Array.from({ length: VALID }, (_, n) => `Pia,Killed,p${n}@killed.test,Harbor,pia.killed.${n},Ledger`)
  const content = ['First name,Last name,Email,Employer,User ID,Applications', ...rows, 'Bo,Killed,none,Harbor,,'].join(
    '\n',
  )
  const form = `--b\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\n\r\n${content}\r\n--b--\r\n`
  const { data } = await browser.request('POST', fillPath(uploadUserImport.path, { uid: String(browser.userId) }), {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.from(form),
  })
  const { importId } = data as { importId: number }
  const own = (id: number) => ({ params: { uid: browser.userId, importId: id } })
  const shown = async (id = importId) => browser.call(getUserImport, own(id))
  await expect.poll(async () => (await shown()).stateCd, { timeout: 60_000 }).toBe('checked')
  const { waitingImportId } = await browser.call(commitValidRows, own(importId))
  await expect.poll(async () => (await shown()).doneCount, { timeout: 60_000 }).toBe(500)
  await node.kill()
  await node.openGate()
  await node.start()
  await expect.poll(async () => (await shown()).stateCd, { timeout: 90_000 }).toBe('created')
  expect(await browser.call(commitValidRows, own(importId))).toEqual({ waitingImportId })
  expect(await shown(waitingImportId ?? 0)).toMatchObject({ rowCount: 1, createdBeforeCount: VALID })
  expect((await browser.send(commitUserImport, own(waitingImportId ?? 0))).status).toBe(422)
  const [found] = await portal.owner(
    `select (select count(*)::int from users where last_name = 'Killed') as users,
            (select count(*)::int from user_system_grants grants join users u on u.id = grants.user_id
              where u.last_name = 'Killed') as grants,
            (select count(*)::int from outbox_mails where to_address like '%@killed.test') as mails,
            (select count(*)::int from audit_events where event = 'user_created') as events,
            (select count(*)::int from user_import_rows where import_id = $1 and created_user_id is not null) as noted`,
    [importId],
  )
  expect(found).toEqual({ users: VALID, grants: VALID, mails: VALID, events: VALID, noted: VALID })
})
