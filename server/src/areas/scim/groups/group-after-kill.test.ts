import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KillableNode, makeKillableNode } from '../../../../test/killable-node.ts'
import { type Directory, directoryCalls, groupOf, newDirectory, patchOf } from '../../../../test/scim.ts'

const MEMBERS = 5_000

let node: KillableNode
let directory: Directory
beforeAll(async () => {
  node = await makeKillableNode('user-import')
  directory = await newDirectory(node.portal)
  await node.closeGate()
  await node.start()
})
afterAll(() => node.close())

test('a group whose 5,000 members are pushed while the node is killed gets all of them or none, and all at the next try', async () => {
  const { portal } = node
  const { clientId, token } = directory
  const call = directoryCalls(node.origin, token)
  await portal.owner(
    `with made as (
       insert into users (user_name, first_name, last_name, email, client_id)
       select 'pushed.' || n, 'Ada', 'Lovelace', 'pushed.' || n || '@example.test', $1 from generate_series(1, ${MEMBERS}) n
       returning id, user_name)
     insert into scim_users (client_id, user_id, doc, is_active)
     select $1, id, jsonb_build_object('userName', user_name), true from made order by id`,
    [clientId],
  )
  const people = await portal.owner('select id from scim_users where client_id = $1 order by id', [clientId])
  const group = await call('POST', '/Groups', groupOf('Everybody'))
  const address = `/Groups/${String(group.body['id'])}`
  await portal.owner(
    `create trigger wait_at_gate before insert on scim_group_members for each row
       when (new.member_id = ${Number(people.at(-1)?.['id'])}) execute function wait_at_gate()`,
  )
  const push = () =>
    call(
      'PATCH',
      address,
      patchOf({ op: 'add', path: 'members', value: people.map(({ id }) => ({ value: String(id) })) }),
    )
  const pushed = push().catch(() => undefined)
  await expect
    .poll(
      () =>
        portal.owner(`select from pg_stat_activity where query like '%scim_group_members%' and wait_event = 'PgSleep'`),
      {
        timeout: 60_000,
      },
    )
    .toHaveLength(1)
  await node.kill()
  expect(await pushed).toBeUndefined()
  await node.openGate()
  await node.start()
  const found = async () =>
    (
      await portal.owner(
        `select (select count(*)::int from scim_group_members where client_id = $1) as members,
                (select version from scim_groups where client_id = $1) as version,
                (select count(*)::int from audit_events where event = 'directory_group_changed') as events`,
        [clientId],
      )
    )[0]
  expect(await found()).toEqual({ members: 0, version: 1, events: 0 })
  expect((await push()).status).toBe(204)
  expect(await found()).toEqual({ members: MEMBERS, version: 2, events: 1 })
})
