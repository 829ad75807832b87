import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'
import {
  type Directory,
  type DirectoryAnswer,
  directoryCalls,
  groupOf,
  message,
  newDirectory,
  patchOf,
  personOf,
  recorded,
  USER,
  valueAt,
} from '../../../test/scim.ts'

let portal: Portal
let here: Directory
let elsewhere: Directory
let made: DirectoryAnswer
let id: string
let one: string
let lastModified: string

const namesIn = ({ body }: DirectoryAnswer) =>
  (body['Resources'] as { userName: string }[]).map((each) => each.userName)

beforeAll(async () => {
  portal = await startPortal()
  here = await newDirectory(portal)
  elsewhere = await newDirectory(portal)
  made = await here.call(
    'POST',
    '/Users',
    personOf('Élodie@example.com', {
      externalId: 'x1',
      title: 'B"o\\ss',
      displayName: '100%_real',
      TITLE2: 'dropped',
      name: { givenName: 'Élodie', familyName: 'Blanc' },
      emails: [
        { Type: 'Work', VALUE: 'e@example.com', primary: true },
        { type: 'home', value: 'h@example.com', primary: 'True' },
      ],
    }),
  )
  id = String(made.body['id'])
  one = `/Users/${id}`
  await here.call(
    'POST',
    '/Users',
    personOf('bob@example.com', { active: false, name: { givenName: 'Bob', familyName: 'Zed' } }),
  )
  await here.call('POST', '/Users', personOf('cy@example.com', { name: { givenName: 'Cy', familyName: 'abel' } }))
  lastModified = String(valueAt((await here.call('GET', one)).body, 'meta.lastModified'))
})
afterAll(() => portal.close())

describe('a filter finds', () => {
  const filters = [...recorded.filters, ['('.repeat(3000), 'invalidFilter'] as const]

  test.each(filters.map(([filter, wanted]) => [filter.slice(0, 80), filter, wanted] as const))(
    '%s',
    async (_name, filter, wanted) => {
      const text = filter.replace('{{last}}', lastModified).replace('{{ID}}', id)
      const answer = await here.call('GET', `/Users?filter=${encodeURIComponent(text)}`)
      expect(answer.status === 200 ? namesIn(answer) : answer.body['scimType']).toEqual(wanted)
    },
  )
})

describe('a filter of several finds what its parentheses say:', () => {
  const everybody = ['Élodie@example.com', 'bob@example.com', 'cy@example.com']
  const [first, second, third] = [
    { text: 'userName sw "b"', of: ['bob@example.com'] },
    { text: 'title pr', of: ['Élodie@example.com'] },
    { text: 'active eq true', of: ['Élodie@example.com', 'cy@example.com'] },
  ]
  const joinedBy = (word: 'and' | 'or', one: Sought, other: Sought): Sought => ({
    text: `${one.text} ${word} ${other.text}`,
    of: everybody.filter((name) =>
      word === 'and'
        ? one.of.includes(name) && other.of.includes(name)
        : one.of.includes(name) || other.of.includes(name),
    ),
  })
  const alone = ({ text, of }: Sought): Sought => ({ text: `(${text})`, of })
  const none = ({ text, of }: Sought): Sought => ({
    text: `not (${text})`,
    of: everybody.filter((name) => !of.includes(name)),
  })
  const words = ['and', 'or'] as const
  const sought = words.flatMap((outer) =>
    words.flatMap((inner) =>
      [alone, none].flatMap((grouped) => [
        joinedBy(outer, first, grouped(joinedBy(inner, second, third))),
        joinedBy(outer, grouped(joinedBy(inner, first, second)), third),
      ]),
    ),
  )

  test.each(sought.map(({ text, of }) => [text, of] as const))('%s', async (text, of) => {
    expect(namesIn(await here.call('GET', `/Users?filter=${encodeURIComponent(text)}`))).toEqual(of)
  })
})

/** A filter and the names that it finds. */
interface Sought {
  text: string
  of: readonly string[]
}

describe('a new user', () => {
  test('has no attributes that the schema does not know, and one primary address', () => {
    expect(JSON.stringify(made.body)).not.toContain('dropped')
    expect((made.body['emails'] as { primary: boolean }[]).filter(({ primary }) => primary)).toHaveLength(1)
  })

  test('has an absolute location and the version as its tag', () => {
    expect(made.headers.get('location')).toBe(valueAt(made.body, 'meta.location'))
    expect(made.headers.get('location')).toMatch(new RegExp(`^https?://.+/scim/v2${one}$`))
    expect(made.headers.get('etag')).toBe(valueAt(made.body, 'meta.version'))
  })

  test.each([
    [{ name: undefined }, 'name.givenName'],
    [{ name: { givenName: 'Ada', familyName: '<b>' } }, 'name.familyName'],
    [{ emails: [{ value: 'nobody' }] }, 'emails'],
  ])('%j is refused with the attribute', async (more, attribute) => {
    const answer = await here.call('POST', '/Users', personOf('refused.person', more))
    expect(answer.body).toMatchObject({ status: '400', scimType: 'invalidValue' })
    expect(String(answer.body['detail'])).toContain(`${attribute}: `)
  })
})

describe('another employer', () => {
  test.each(['GET', 'DELETE', 'PATCH', 'PUT'])('finds nobody of this one by %s', async (method) => {
    const body = { PATCH: patchOf({ op: 'replace', path: 'active', value: false }), PUT: personOf('taken.over') }[
      method
    ]
    expect((await elsewhere.call(method, one, body)).status).toBe(404)
    expect((await here.call('GET', one)).body['active']).toBe(true)
  })

  test('lists none of its people, and may use the same names', async () => {
    expect((await elsewhere.call('GET', '/Users')).body['totalResults']).toBe(0)
    const same = await elsewhere.call(
      'POST',
      '/Users',
      personOf('élodie@example.com', { externalId: 'x1', emails: [{ value: 'e@example.com' }] }),
    )
    expect(same.status).toBe(201)
    expect(same.body['id']).not.toBe(id)
  })

  test('adds none of its people to a group', async () => {
    const group = await elsewhere.call('POST', '/Groups', groupOf('Their group', { members: [{ value: id }] }))
    expect(group.body['members']).toEqual([])
    const address = `/Groups/${String(group.body['id'])}`
    await elsewhere.call('PATCH', address, patchOf({ op: 'add', path: 'members', value: [{ value: id }] }))
    expect((await elsewhere.call('GET', address)).body['members']).toEqual([])
    for (const method of ['GET', 'DELETE']) expect((await here.call(method, address)).status).toBe(404)
    expect(
      (await here.call('GET', `/Groups?filter=${encodeURIComponent(`members eq "${id}"`)}`)).body['totalResults'],
    ).toBe(0)
  })

  test('learns of a sign-in name only that it is taken', async () => {
    await here.call('POST', '/Users', personOf('only.here'))
    const answer = await elsewhere.call('POST', '/Users', personOf('Only.Here'))
    expect(answer.body).toEqual({
      schemas: [message('Error')],
      status: '409',
      scimType: 'uniqueness',
      detail: 'userName: this user ID is already in use in the portal',
    })
  })
})

describe('a list', () => {
  test('is sorted by an attribute of any depth', async () => {
    const filter = encodeURIComponent('userName co "@"')
    expect(namesIn(await here.call('GET', `/Users?sortBy=name.familyName&filter=${filter}`))).toEqual([
      'cy@example.com',
      'Élodie@example.com',
      'bob@example.com',
    ])
    expect(
      namesIn(
        await here.call('GET', `/Users?sortBy=userName&sortOrder=descending&startIndex=2&count=1&filter=${filter}`),
      ),
    ).toEqual(['cy@example.com'])
  })

  test.each(['0', '-1'])('with count=%s counts and shows nobody', async (count) => {
    const { body } = await here.call('GET', `/Users?count=${count}&filter=${encodeURIComponent('userName co "@"')}`)
    expect(body).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] })
  })

  test.each([
    [1, 2, 2],
    [1, 3, 3],
    [1, 9, 3],
    [3, 2, 1],
    [4, 2, 0],
    [9, 2, 0],
  ])('from %i with count=%i has %i of all whom the filter finds', async (startIndex, count, shown) => {
    const filter = encodeURIComponent('userName co "@"')
    for (const more of ['', '&attributes=userName']) {
      const { body } = await here.call('GET', `/Users?startIndex=${startIndex}&count=${count}&filter=${filter}${more}`)
      expect(body).toMatchObject({ totalResults: 3, itemsPerPage: shown })
    }
    const none = encodeURIComponent('userName eq "nobody"')
    const { body } = await here.call('GET', `/Users?startIndex=${startIndex}&count=${count}&filter=${none}`)
    expect(body).toMatchObject({ totalResults: 0, itemsPerPage: 0 })
  })

  test('has at most 200 resources, and says how many', async () => {
    expect((await here.call('GET', '/Users?count=5000')).body).toMatchObject({ startIndex: 1 })
    expect((await here.call('GET', '/ServiceProviderConfig')).body).toMatchObject({
      filter: { maxResults: 200 },
      bulk: { supported: false },
    })
  })

  test('is searched by a body, and shows the wanted attributes', async () => {
    const search = {
      schemas: [message('SearchRequest')],
      filter: 'title pr',
      attributes: ['USERNAME', 'emails.value'],
      count: 5,
    }
    const { body } = await here.call('POST', '/Users/.search', search)
    const emails = [{ value: 'e@example.com' }, { value: 'h@example.com' }]
    expect(body['Resources']).toEqual([{ schemas: [USER], id, userName: 'Élodie@example.com', emails }])
  })

  test('leaves out unwanted attributes, but never the id', async () => {
    const { body } = await here.call('GET', `${one}?excludedAttributes=emails,name.givenName,id`)
    expect(body).toMatchObject({ id, name: { familyName: 'Blanc' } })
    expect(body).not.toHaveProperty('emails')
    expect(body).not.toHaveProperty('name.givenName')
  })
})

describe('versions', () => {
  test('a client that has the version gets 304', async () => {
    const tag = (await here.call('GET', one)).headers.get('etag') ?? ''
    expect((await here.call('GET', one, undefined, { 'if-none-match': tag })).status).toBe(304)
  })

  test.each(['PUT', 'PATCH', 'DELETE'])('%s of a version that is over is refused', async (method) => {
    const body = { PUT: personOf('x'), PATCH: patchOf({ op: 'replace', path: 'title', value: 'x' }) }[method]
    const answer = await here.call(method, one, body, { 'if-match': 'W/"999"' })
    expect(answer.body).toMatchObject({ status: '412', schemas: [message('Error')] })
  })

  test('a PATCH that changes nothing keeps version, time and audit trail', async () => {
    const before = await here.call('GET', one)
    const events = await portal.owner('select count(*) from audit_events')
    const same = patchOf(
      { op: 'Replace', path: 'title', value: 'B"o\\ss' },
      { op: 'Replace', path: 'active', value: 'True' },
    )
    const after = await here.call('PATCH', one, same, { 'if-match': before.headers.get('etag') ?? '' })
    expect(after.body).toEqual(before.body)
    expect(await portal.owner('select count(*) from audit_events')).toEqual(events)
  })
})

describe('a request is refused in the form of SCIM', () => {
  const long = 'x'.repeat(5_000_000)
  test.each([
    ['a body that is no JSON', 'POST', '/Users', '{"a":', 400, 'invalidSyntax'],
    ['a user without a name', 'POST', '/Users', { schemas: [USER] }, 400, 'invalidValue'],
    ['a body without schemas', 'POST', '/Users', { userName: 'n' }, 400, 'invalidSyntax'],
    ['a list as a body', 'POST', '/Users', [], 400, 'invalidSyntax'],
    [
      'active that is neither true nor false',
      'POST',
      '/Users',
      personOf('someone', { active: 'maybe' }),
      400,
      'invalidValue',
    ],
    ['a NUL in a text', 'POST', '/Users', personOf('a\0b'), 400, 'invalidValue'],
    ['no user name any more', 'PATCH', '', patchOf({ op: 'remove', path: 'userName' }), 400, 'invalidValue'],
    ['another id', 'PATCH', '', patchOf({ op: 'replace', path: 'id', value: 'x' }), 400, 'mutability'],
    [
      'an attribute that there is not',
      'PATCH',
      '',
      patchOf({ op: 'replace', path: 'shoeSize', value: 'x' }),
      400,
      'invalidPath',
    ],
    ['remove without a path', 'PATCH', '', patchOf({ op: 'remove' }), 400, 'noTarget'],
    ['an operation that there is not', 'PATCH', '', patchOf({ op: 'move', path: 'title' }), 400, 'invalidSyntax'],
    [
      'an address that there is not',
      'PATCH',
      '',
      patchOf({ op: 'replace', path: 'emails[value co "zz"].type', value: 'x' }),
      400,
      'noTarget',
    ],
    [
      'a user name that another one has',
      'PATCH',
      '',
      patchOf({ op: 'replace', path: 'userName', value: 'BOB@example.com' }),
      409,
      'uniqueness',
    ],
    ['an order by a list', 'GET', '/Users?sortBy=emails', undefined, 400, 'invalidPath'],
    ['a filter with a NUL', 'GET', '/Users?filter=userName%20co%20%22%5Cu0000%22', undefined, 400, 'invalidFilter'],
    [
      'a filter with half a character',
      'GET',
      '/Users?filter=title%20eq%20%22%5Cud800%22',
      undefined,
      400,
      'invalidFilter',
    ],
    ['a count that is no number', 'GET', '/Users?count=x', undefined, 400, 'invalidValue'],
    ['an id that is no number', 'GET', '/Users/-1', undefined, 404, undefined],
    ['an id that nobody has', 'GET', '/Users/99999999', undefined, 404, undefined],
    ['an address of the service that there is not', 'GET', '/Nothing', undefined, 404, undefined],
    ['a method that is not offered', 'GET', '/Bulk', undefined, 405, undefined],
    ['bulk', 'POST', '/Bulk', { schemas: [] }, 501, undefined],
    ['/Me', 'GET', '/Me', undefined, 501, undefined],
    ['a user that is too large', 'POST', '/Users', personOf('someone', { title: long }), 413, undefined],
    ['a group that is too large', 'POST', '/Groups', groupOf(long), 413, undefined],
  ] as const)('%s', async (_title, method, path, body, status, scimType) => {
    const answer = await here.call(method, path === '' ? one : path, body)
    expect(answer).toMatchObject({ status })
    expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/)
    expect(answer.body).toMatchObject({ schemas: [message('Error')], status: String(status) })
    expect(answer.body['scimType']).toBe(scimType)
  })

  test('that changes what of a member never changes', async () => {
    const made = await here.call('POST', '/Groups', groupOf('Stay', { members: [{ value: id }] }))
    const group = `/Groups/${String(made.body['id'])}`
    const ref = { value: id, $ref: `${here.origin}/scim/v2/Users/999` }
    for (const operation of [
      { op: 'replace', path: `members[value eq "${id}"].type`, value: 'Group' },
      { op: 'replace', path: 'members', value: [ref] },
    ]) {
      const answer = await here.call('PATCH', group, patchOf(operation))
      expect(answer.body).toMatchObject({ schemas: [message('Error')], status: '400', scimType: 'mutability' })
    }
    expect((await here.call('GET', group)).body).toEqual(made.body)
  })

  test('of another type of content', async () => {
    const answer = await here.call('POST', '/Users', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(answer.body).toMatchObject({ status: '415', schemas: [message('Error')] })
  })

  test('without a token, wherever it goes', async () => {
    for (const path of ['/Users', '/Nothing', '/ServiceProviderConfig']) {
      const answer = await directoryCalls(here.origin, null)('GET', path)
      expect(answer.body).toMatchObject({ status: '401', schemas: [message('Error')] })
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    }
  })
})

test('50 changes of one group at the same time lose no member', async () => {
  const people = await Promise.all(
    Array.from({ length: 50 }, (_, index) => here.call('POST', '/Users', personOf(`member.${index}`))),
  )
  const group = `/Groups/${String((await here.call('POST', '/Groups', groupOf('Many'))).body['id'])}`
  const changes = await Promise.all(
    people.map(({ body }) =>
      here.call('PATCH', group, patchOf({ op: 'add', path: 'members', value: [{ value: body['id'] }] })),
    ),
  )
  expect(changes.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 204))
  const after = await here.call('GET', group)
  expect(after.body['members']).toHaveLength(50)
  expect(after.headers.get('etag')).toBe('W/"51"')
})
