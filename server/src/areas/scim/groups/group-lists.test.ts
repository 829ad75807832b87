import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { type Directory, groupOf, message, newDirectory } from '../../../../test/scim.ts'

const MEMBERS = 12_000

let portal: Portal
let directory: Directory

beforeAll(async () => {
  portal = await startPortal()
  directory = await newDirectory(portal)
  await portal.owner(
    `with made as (
       insert into users (user_name, first_name, last_name, email, client_id)
       select 'listed.' || n, 'Ada', 'Lovelace', 'listed.' || n || '@example.test', $1 from generate_series(1, ${MEMBERS}) n
       returning id, user_name)
     insert into scim_users (client_id, user_id, doc, is_active)
     select $1, id, jsonb_build_object('userName', user_name), true from made`,
    [directory.clientId],
  )
  for (const name of ['Anybody', 'Everybody', 'Nobody']) await directory.call('POST', '/Groups', groupOf(name))
  await portal.owner(
    `insert into scim_group_members (client_id, group_id, member_id)
     select g.client_id, g.id, one.id from scim_groups g join scim_users one on one.client_id = g.client_id
      where g.client_id = $1 and g.doc ->> 'displayName' <> 'Nobody'`,
    [directory.clientId],
  )
})
afterAll(() => portal.close())

async function list(query: string) {
  const { body } = await directory.call('GET', `/Groups?${query}`)
  const resources = body['Resources'] as { displayName: string; members?: unknown[] }[]
  return {
    page: { total: body['totalResults'], start: body['startIndex'], size: body['itemsPerPage'] },
    groups: resources.map(({ displayName, members }) => [displayName, members?.length]),
  }
}

describe('a page of groups', () => {
  test('ends where there would be more than 20,000 members, and the next one goes on there', async () => {
    expect(await list('count=200')).toEqual({
      page: { total: 3, start: 1, size: 1 },
      groups: [['Anybody', MEMBERS]],
    })
    expect(await list('count=200&startIndex=2')).toEqual({
      page: { total: 3, start: 2, size: 2 },
      groups: [
        ['Everybody', MEMBERS],
        ['Nobody', 0],
      ],
    })
  })

  test('ends in the order that is asked for', async () => {
    const { groups } = await list('sortBy=displayName&sortOrder=descending')
    expect(groups).toEqual([
      ['Nobody', 0],
      ['Everybody', MEMBERS],
    ])
  })

  test('has all of them where nobody asks for members', async () => {
    expect((await list('excludedAttributes=members')).groups.map(([name]) => name)).toEqual([
      'Anybody',
      'Everybody',
      'Nobody',
    ])
  })

  test.each([
    ['more than 100 attributes in one text', 'x,'.repeat(100)],
    ['more than 100 attributes in several texts', ['x', 'x,'.repeat(99)]],
    ['an attribute of more than 1,000 characters', ['['.repeat(1_001)]],
  ])('is refused for %s', async (_title, attributes) => {
    const search = { schemas: [message('SearchRequest')], attributes }
    expect((await directory.call('POST', '/Groups/.search', search)).body).toMatchObject({
      status: '400',
      detail: 'attributes: is not valid',
    })
  })
})
