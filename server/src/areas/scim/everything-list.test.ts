import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'
import {
  type Directory,
  directoryCalls,
  ENTERPRISE,
  GROUP,
  groupOf,
  message,
  newDirectory,
  personOf,
  USER,
} from '../../../test/scim.ts'
import { waitingStatements } from '../../../test/waiting-statements.ts'

let portal: Portal
let here: Directory
let ada: string

beforeAll(async () => {
  portal = await startPortal()
  here = await newDirectory(portal)
  const elsewhere = await newDirectory(portal)
  await elsewhere.call('POST', '/Users', personOf('theirs'))
  await elsewhere.call('POST', '/Groups', groupOf('Theirs'))
  const made = await here.call('POST', '/Users', personOf('ada', { displayName: 'Mail', title: 'Clerk' }))
  ada = String(made.body['id'])
  await here.call('POST', '/Groups', groupOf('Zoo', { externalId: 'g1' }))
  await here.call('POST', '/Groups', groupOf('Books', { members: [{ value: ada }] }))
  await here.call('POST', '/Users', personOf('bea', { externalId: 'u1' }))
})
afterAll(() => portal.close())

type Found = { userName?: string; displayName?: string; members?: { value: string }[]; groups?: { display: string }[] }

const send = (body: object, by = here) => by.call('POST', '/.search', { schemas: [message('SearchRequest')], ...body })
async function search(body: object) {
  const { status, body: answer } = await send(body)
  expect(status).toBe(200)
  return answer as { totalResults: number; startIndex: number; itemsPerPage: number; Resources: Found[] }
}
const namesIn = ({ Resources }: { Resources: Found[] }) =>
  Resources.map(({ userName, displayName }) => userName ?? displayName)

describe('a search over users and groups', () => {
  test('finds those of the employer alone, users first, each with its address and its memberships', async () => {
    const found = await search({})
    expect(found).toMatchObject({ schemas: [message('ListResponse')], totalResults: 4, startIndex: 1, itemsPerPage: 4 })
    expect(namesIn(found)).toEqual(['ada', 'bea', 'Zoo', 'Books'])
    const [one, , , books] = found.Resources
    const { body: user } = await here.call('GET', `/Users/${ada}`)
    expect(one).toEqual(user)
    expect(one?.groups).toMatchObject([{ display: 'Books' }])
    expect(books?.members).toMatchObject([{ value: ada }])
  })

  test('goes on with the next page where one ends between the two', async () => {
    const first = await search({ count: 1, startIndex: 2 })
    expect([namesIn(first), first.totalResults]).toEqual([['bea'], 4])
    const second = await search({ count: 5, startIndex: 3 })
    expect([namesIn(second), second.startIndex, second.itemsPerPage]).toEqual([['Zoo', 'Books'], 3, 2])
    expect(await search({ count: 0 })).toMatchObject({ totalResults: 4, itemsPerPage: 0, Resources: [] })
    expect(await search({ startIndex: 9 })).toMatchObject({ totalResults: 4, itemsPerPage: 0, Resources: [] })
  })

  test.each([
    ['meta.resourceType eq "User"', ['ada', 'bea']],
    ['meta.resourceType eq "Group"', ['Zoo', 'Books']],
    ['meta.resourceType ne "Group" and userName sw "b"', ['bea']],
    ['displayName eq "mail" or displayName eq "ZOO"', ['ada', 'Zoo']],
    ['externalId pr', ['bea', 'Zoo']],
    // What the other kind alone has is without a value there.
    ['userName eq "ada"', ['ada']],
    ['title pr', ['ada']],
    ['title ne "Clerk"', ['bea', 'Zoo', 'Books']],
    ['userName eq null', ['Zoo', 'Books']],
    ['not (userName pr)', ['Zoo', 'Books']],
    ['members[value eq "0"] or emails[type eq "work"]', ['ada', 'bea']],
    ['emails[value eq "ada@example.test" or value eq "bea@example.test"]', ['ada', 'bea']],
    ['emails[value eq "ada@example.test" and type eq "work"]', ['ada']],
    ['emails[type eq "work" and value eq "bea@example.test"]', ['bea']],
    ['emails[not (value eq "ada@example.test")]', ['bea']],
    ['meta.resourceType eq "Device"', []],
    // Of a list without values none matches, whichever kind has the list.
    ['emails.value ne "x"', ['ada', 'bea']],
    ['members ne "0"', ['Books']],
    ['emails eq null', []],
    ['not (members pr)', ['ada', 'bea', 'Zoo']],
    // The URN of a kind chooses it, also by what both have.
    [`${USER}:displayName pr`, ['ada']],
    [`${GROUP}:displayName pr`, ['Zoo', 'Books']],
    [`${GROUP.toLowerCase()}:externalId eq "u1" or ${GROUP}:externalId eq "g1"`, ['Zoo']],
    [`${USER}:meta.resourceType pr`, ['ada', 'bea']],
    [`${USER}:emails[type eq "work"]`, ['ada', 'bea']],
    [`${USER}:displayName ne "Mail"`, ['bea', 'Zoo', 'Books']],
    [`${ENTERPRISE}:department eq null`, ['ada', 'bea', 'Zoo', 'Books']],
  ])('finds by %s', async (filter, names) => {
    const found = await search({ filter })
    expect(namesIn(found)).toEqual(names)
    expect(found.totalResults).toBe(names.length)
  })

  test('comes in one order that is asked for; what has no such attribute comes last', async () => {
    expect(namesIn(await search({ sortBy: 'displayName' }))).toEqual(['Books', 'ada', 'Zoo', 'bea'])
    expect(namesIn(await search({ sortBy: 'displayName', sortOrder: 'descending' }))).toEqual([
      'Zoo',
      'ada',
      'Books',
      'bea',
    ])
    expect(namesIn(await search({ sortBy: 'userName', sortOrder: 'descending', count: 3 }))).toEqual([
      'bea',
      'ada',
      'Zoo',
    ])
    expect(namesIn(await search({ sortBy: 'meta.created' }))).toEqual(['ada', 'Zoo', 'Books', 'bea'])
    expect(namesIn(await search({ sortBy: 'active' }))).toHaveLength(4)
    expect(namesIn(await search({ sortBy: `${GROUP}:displayName` }))).toEqual(['Books', 'Zoo', 'ada', 'bea'])
    expect(namesIn(await search({ sortBy: `${USER}:displayName` }))).toEqual(['ada', 'bea', 'Zoo', 'Books'])
    expect(namesIn(await search({ sortBy: `${GROUP}:meta.created` }))).toEqual(['Zoo', 'Books', 'ada', 'bea'])
  })

  test('gives back the attributes that are wanted of each kind', async () => {
    const { Resources: wanted } = await search({ attributes: ['userName', 'members'] })
    expect(wanted.map((one) => Object.keys(one).toSorted())).toEqual([
      ['id', 'schemas', 'userName'],
      ['id', 'schemas', 'userName'],
      ['id', 'members', 'schemas'],
      ['id', 'members', 'schemas'],
    ])
    const { Resources: ofGroups } = await search({ attributes: [`${GROUP}:displayName`, `${GROUP}:members.value`] })
    expect(ofGroups.map((one) => Object.keys(one).toSorted())).toEqual([
      ['id', 'schemas'],
      ['id', 'schemas'],
      ['displayName', 'id', 'members', 'schemas'],
      ['displayName', 'id', 'members', 'schemas'],
    ])
    const { Resources: without } = await search({ excludedAttributes: [`${USER}:displayName`] })
    expect(without.map((one) => one.displayName)).toEqual([undefined, undefined, 'Zoo', 'Books'])
    const { Resources: others } = await search({ excludedAttributes: ['members', 'groups'] })
    expect(others.flatMap((one) => Object.keys(one)).filter((name) => name === 'members' || name === 'groups')).toEqual(
      [],
    )
  })

  test.each([
    [{ filter: 'shoeSize eq "1"' }, 'invalidFilter'],
    [{ filter: 'userName' }, 'invalidFilter'],
    [{ filter: 'members.display eq "Ada"' }, 'invalidFilter'],
    [{ filter: `${GROUP}:userName pr` }, 'invalidFilter'],
    [{ sortBy: `${GROUP}:userName` }, 'invalidPath'],
    [{ sortBy: 'shoeSize' }, 'invalidPath'],
    [{ sortBy: 'emails' }, 'invalidPath'],
    [{ sortBy: 'members' }, 'invalidPath'],
    [{ schemas: ['urn:other'] }, 'invalidSyntax'],
  ])('is refused with %j', async (body, scimType) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { schemas: [message('Error')], scimType } })
  })

  test('is refused without a token of a directory, and by another method', async () => {
    const nobody = { ...here, call: directoryCalls(here.origin, null) }
    expect((await send({}, nobody)).status).toBe(401)
    expect((await here.call('GET', '/.search')).status).toBe(405)
  })
})

test('a page of users and groups ends where there would be more than 20,000 memberships', async () => {
  const many = await newDirectory(portal)
  await portal.owner(
    `with made as (
       insert into users (user_name, first_name, last_name, email, client_id)
       select 'searched.' || n, 'Ada', 'Lovelace', 'searched.' || n || '@example.test', $1 from generate_series(1, 11000) n
       returning id, user_name)
     insert into scim_users (client_id, user_id, doc, is_active)
     select $1, id, jsonb_build_object('userName', user_name), true from made`,
    [many.clientId],
  )
  for (const name of ['A', 'B', 'C']) await many.call('POST', '/Groups', groupOf(name))
  await portal.owner(
    `insert into scim_group_members (client_id, group_id, member_id)
     select g.client_id, g.id, one.id from scim_groups g join scim_users one on one.client_id = g.client_id
      where g.client_id = $1 and g.doc ->> 'displayName' <> 'B'`,
    [many.clientId],
  )
  const page = async (body: object) => {
    const { body: answer } = await send({ filter: 'meta.resourceType eq "Group"', ...body }, many)
    return [namesIn(answer as { Resources: Found[] }), answer['totalResults']]
  }
  expect(await page({})).toEqual([['A', 'B'], 3])
  expect(await page({ startIndex: 3 })).toEqual([['C'], 3])
  expect(await page({ sortBy: 'displayName', sortOrder: 'descending' })).toEqual([['C', 'B'], 3])
  // Nothing after it comes before it, of neither kind.
  const withPerson = { filter: 'meta.resourceType eq "Group" or userName eq "searched.1"', sortBy: 'displayName' }
  expect(await page(withPerson)).toEqual([['A', 'B'], 4])
  expect(await page({ ...withPerson, startIndex: 3 })).toEqual([['C', 'searched.1'], 4])
})

test('what is deleted while a page is read is left out of it, and the rest of the page comes', async () => {
  const busy = await newDirectory(portal)
  for (const name of ['gone', 'kept']) await busy.call('POST', '/Users', personOf(`page.${name}`))
  for (const name of ['Gone', 'Kept']) await busy.call('POST', '/Groups', groupOf(name))
  const holder = new pg.Client(portal.config.databaseUrl)
  await holder.connect()
  // Ids are read without the memberships, which the documents come with.
  await holder.query('begin; lock table scim_group_members in access exclusive mode')
  const searching = send({}, busy)
  await expect.poll(() => waitingStatements(portal)).toBe(1)
  await holder.query(`delete from scim_users where client_id = $1 and doc ->> 'userName' = 'page.gone'`, [
    busy.clientId,
  ])
  await holder.query(`delete from scim_groups where client_id = $1 and doc ->> 'displayName' = 'Gone'`, [busy.clientId])
  await holder.query('commit')
  await holder.end()
  const { status, body } = await searching
  expect([status, body['itemsPerPage']]).toEqual([200, 2])
  expect(namesIn(body as { Resources: Found[] })).toEqual(['page.kept', 'Kept'])
})
