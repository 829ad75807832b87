import { createPermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { saveGroupAccess } from '@portico/contract/scim/directory-groups.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../../test/browser.ts'
import { type KillableNode, makeKillableNode } from '../../../../test/killable-node.ts'
import { type Directory, groupOf, newDirectory } from '../../../../test/scim.ts'

const MEMBERS = 2_500

let node: KillableNode
let directory: Directory
beforeAll(async () => {
  node = await makeKillableNode('grant-ends')
  directory = await newDirectory(node.portal)
  await node.closeGate()
  await node.start()
})
afterAll(() => node.close())

test('each of the 2,500 members gets the set of their group once, also when the node is killed while it gives them', async () => {
  const { portal } = node
  const { clientId } = directory
  const root = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(root, ['User Administration'])
  const staff = await new Browser(node.origin).signIn(root.userName, root.password)
  const systemId = await portal.make.system({ name: 'Billing' })
  const body = { setNm: 'Clerk', descriptionTxt: '', clientId: null, systemIds: [systemId], pageIds: [] }
  const { setId } = await staff.call(createPermissionSet, { params: { uid: staff.userId }, body })
  const groupId = Number((await directory.call('POST', '/Groups', groupOf('fin-all'))).body['id'])
  await portal.owner(
    `with made as (
       insert into users (user_name, first_name, last_name, email, client_id)
       select 'pushed.' || n, 'Ada', 'Lovelace', 'pushed.' || n || '@example.test', $1 from generate_series(1, ${MEMBERS}) n
       returning id, user_name),
     provided as (
       insert into scim_users (client_id, user_id, doc, is_active)
       select $1, id, jsonb_build_object('userName', user_name), true from made order by id returning id)
     insert into scim_group_members (client_id, group_id, member_id) select $1, $2, id from provided`,
    [clientId, groupId],
  )
  const [last] = await portal.owner('select max(user_id) as id from scim_users where client_id = $1', [clientId])
  await portal.owner(
    `create trigger wait_at_gate before insert on permission_set_holders for each row
       when (new.user_id = ${Number(last?.['id'])}) execute function wait_at_gate()`,
  )
  const saved = await staff.send(saveGroupAccess, {
    params: { uid: staff.userId, clientId, groupId },
    body: { systemIds: [], pageIds: [], setIds: [setId], version: 1 },
  })
  expect(saved.status).toBe(200)
  const found = async () =>
    (
      await portal.owner(
        `select (select count(*)::int from permission_set_holders where set_id = $1) as holders,
                (select count(*)::int from user_system_grants where system_id = $2 and by_group) as grants,
                (select count(*)::int from audit_events where event = 'permission_set_given') as events`,
        [setId, systemId],
      )
    )[0]
  const waiting = () =>
    portal.owner(`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`)
  await expect.poll(waiting, { timeout: 80_000 }).toHaveLength(1)
  expect(await found()).toEqual({ holders: 2_000, grants: 2_000, events: 2_000 })
  await node.kill()
  await node.openGate()
  await node.start()
  await expect.poll(found, { timeout: 80_000 }).toEqual({ holders: MEMBERS, grants: MEMBERS, events: MEMBERS })
})
