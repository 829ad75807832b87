import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { waitingStatements } from '../../../../test/waiting-statements.ts'
import { type Directory, groupOf, newDirectory, patchOf, personOf, valueAt } from '../../../../test/scim.ts'

const ROUNDS = 15

let portal: Portal
let directory: Directory
let systemId: number
let count = 0
beforeAll(async () => {
  portal = await startPortal()
  directory = await newDirectory(portal)
  systemId = await portal.make.system({ name: 'Billing' })
})
afterAll(() => portal.close())

const addPerson = async () =>
  String((await directory.call('POST', '/Users', personOf(`parallel.${++count}`))).body['id'])

/** A group that gives the application. */
async function addGroup(...people: string[]): Promise<string> {
  const members = people.map((value) => ({ value }))
  const id = Number((await directory.call('POST', '/Groups', groupOf(`Group ${++count}`, { members }))).body['id'])
  const [giver] = await portal.owner(`select id from users where user_name = 'directory.owner'`)
  await portal.owner(
    'insert into scim_group_grants (client_id, group_id, system_id, granted_by) values ($1, $2, $3, $4)',
    [directory.clientId, id, systemId, giver?.['id']],
  )
  return `/Groups/${id}`
}

const members = (group: string, op: 'add' | 'remove', ...people: string[]) =>
  directory.call('PATCH', group, patchOf({ op, path: 'members', value: people.map((value) => ({ value })) }))

const rename = (person: string, familyName: string) =>
  directory.call('PATCH', `/Users/${person}`, patchOf({ op: 'replace', path: 'name.familyName', value: familyName }))

test('a directory that changes groups and the people in them at once is refused nothing', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, addPerson))
  const group = await addGroup()
  // The changes of the people arrive between the new members and their access.
  await portal.owner(
    `create function wait_for_people() returns trigger language plpgsql as
     $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$`,
  )
  await portal.owner(
    'create trigger wait_for_people before update on scim_groups for each row execute function wait_for_people()',
  )
  for (const op of ['add', 'remove', 'add', 'remove'] as const) {
    await portal.owner('select pg_advisory_lock(1)')
    const changing = members(group, op, ...people)
    await expect.poll(() => waitingStatements(portal)).toBe(1)
    let renamed = 0
    const renaming = people.map(async (person) => {
      const answer = await rename(person, `Lovelace to ${op}`)
      renamed += 1
      return answer
    })
    await expect.poll(async () => renamed + (await waitingStatements(portal))).toBe(people.length + 1)
    await portal.owner('select pg_advisory_unlock(1)')
    const answers = await Promise.all([changing, ...renaming])
    expect(answers.map(({ status }) => status)).toEqual([204, ...people.map(() => 200)])
  }
  await portal.owner('drop trigger wait_for_people on scim_groups')
})

test('a directory that deletes people while it changes their groups is refused nothing', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [ada, ben, cleo] = [await addPerson(), await addPerson(), await addPerson()]
    const [first, second] = [await addGroup(ada, ben), await addGroup(ada, ben)]
    const answers = await Promise.all([
      members(first, 'add', cleo),
      directory.call('DELETE', `/Users/${ada}`),
      members(second, 'remove', ben, ada),
      directory.call('DELETE', `/Users/${ben}`),
      members(first, 'remove', ada, ben),
    ])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
  }
})

test('a person who was deleted while a group took them in is no member, nor one when they come back', async () => {
  const ada = await addPerson()
  const group = await addGroup()
  await directory.call('DELETE', `/Users/${ada}`)
  await portal.owner('insert into scim_group_members (client_id, group_id, member_id) values ($1, $2, $3)', [
    directory.clientId,
    Number(group.split('/').at(-1)),
    Number(ada),
  ])
  const read = async () => (await directory.call('GET', group)).body['members']
  expect(await read()).toEqual([])
  const back = await directory.call('POST', '/Users', personOf(`parallel.${count - 1}`))
  expect(back.body['id']).toBe(ada)
  expect(await read()).toEqual([])
  expect(
    await portal.owner(`select from user_system_grants grants join scim_users one on one.user_id = grants.user_id
       where one.id = ${Number(ada)} and valid_to is null`),
  ).toEqual([])
})

test.each<[string, (group: string, person: string) => Promise<unknown>]>([
  ['is taken in', async (group) => members(group, 'add', await addPerson())],
  ['is put out', (group, person) => members(group, 'remove', person)],
  ['is left out of a new state', (group) => directory.call('PUT', group, groupOf('Put', { members: [] }))],
  ['is deleted', (_group, person) => directory.call('DELETE', `/Users/${person}`)],
])('a group has another version once a person %s', async (_what, act) => {
  const person = await addPerson()
  const group = await addGroup(person)
  const before = await directory.call('GET', group)
  await act(group, person)
  const after = await directory.call('GET', group, undefined, { 'if-none-match': before.headers.get('etag') ?? '' })
  expect(after.status).toBe(200)
  expect(valueAt(after.body, 'meta.version')).not.toBe(valueAt(before.body, 'meta.version'))
  expect(after.body['members']).not.toEqual(before.body['members'])
})

test('the event of a group that is deleted says what it gave', async () => {
  const group = await addGroup()
  await directory.call('DELETE', group)
  const [event] = await portal.owner(
    `select before from audit_events where event = 'directory_group_removed' order by id desc limit 1`,
  )
  expect(event?.['before']).toMatchObject({ gives: ['Billing'] })
})
