import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { federatedEmployer, federatedUser, signOn } from '../../../../test/federated-world.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { type Directory, ENTERPRISE, groupOf, newDirectory, patchOf, personOf } from '../../../../test/scim.ts'
import { enterpriseAttributes, userAttributes } from '../../scim/protocol/scim-schema.ts'

/** Writes what follows from right to left. */
const MARK = '\u202e'
const marked = (text: string) => `${text.slice(0, 1)}${MARK}${text.slice(1)}`

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const userCalled = async (lastName: string) => {
  const [user] = await portal.owner('select * from users where last_name = $1', [lastName])
  return user
}

const foundBy = async (directory: Directory, kind: 'Users' | 'Groups', filter: string) =>
  (await directory.call('GET', `/${kind}?filter=${encodeURIComponent(filter)}`)).body['totalResults']

describe('names are kept without marks that write what follows in the other direction', () => {
  test('of the users of an identity provider', async () => {
    const employer = await federatedEmployer(portal, { createsUsers: true })
    const attributes = { mail: `cleo@${employer.domain}`, givenName: marked('Cleo'), sn: marked('Federated') }
    const { entry } = await signOn(portal, employer, { nameId: 'cleo', attributes })
    expect(entry).toMatchObject({ code: '200', data: { firstNm: 'Cleo' } })
    expect(await userCalled('Federated')).toMatchObject({ first_name: 'Cleo', email: `cleo@${employer.domain}` })
  })

  test('of the accounts of a directory, in every field, while the directory reads what it has sent', async () => {
    const directory = await newDirectory(portal)
    const texts = (attributes: typeof userAttributes) =>
      Object.fromEntries(
        attributes
          .filter(({ type, isReadOnly }) => type === 'string' && !isReadOnly)
          .map(({ name }) => [name, marked(name)]),
      )
    const lists = Object.fromEntries(
      userAttributes
        .filter(({ name, isMulti, isReadOnly }) => isMulti && !isReadOnly && name !== 'emails')
        .map(({ name, subs = [] }) => [name, [texts(subs)]]),
    )
    const sent = {
      ...texts(userAttributes),
      ...lists,
      userName: 'dot.directory',
      name: { givenName: marked('Dot'), familyName: marked('Directory'), middleName: marked('Maria') },
      emails: [{ value: 'dot@example.test', type: marked('work') }],
      [ENTERPRISE]: { ...texts(enterpriseAttributes), manager: { value: marked('manager') } },
    }
    const made = await directory.call('POST', '/Users', personOf('dot.directory', sent))
    expect(made).toMatchObject({ status: 201, body: sent })
    const user = await userCalled('Directory')
    expect(user).toMatchObject({ first_name: 'Dot', user_name: 'dot.directory', job_title: 'title' })
    expect(JSON.stringify(user)).not.toContain(MARK)
    const patched = await directory.call(
      'PATCH',
      `/Users/${String(made.body['id'])}`,
      patchOf({ op: 'replace', path: 'name.familyName', value: marked('Patched') }),
    )
    expect(patched.status).toBe(200)
    expect(await userCalled('Patched')).toMatchObject({ id: user?.['id'] })
    const filter = (text: string) => `name.familyName eq "${text}"`
    expect(await foundBy(directory, 'Users', filter(marked('Patched')))).toBe(1)
  })

  test('of groups of a directory, which finds them as it named them', async () => {
    const directory = await newDirectory(portal)
    const found = (filter: string) => foundBy(directory, 'Groups', filter)
    const made = await directory.call('POST', '/Groups', groupOf(marked('Accounting')))
    expect(made).toMatchObject({ status: 201, body: { displayName: 'Accounting' } })
    for (const name of ['Accounting', marked('accounting')]) {
      expect([name, await found(`displayName eq "${name}"`)]).toEqual([name, 1])
      expect([name, await found(`displayName sw "${name.slice(0, 4)}"`)]).toEqual([name, 1])
      expect([name, await found(`displayName ne "${name}"`)]).toEqual([name, 0])
    }
    expect((await directory.call('POST', '/Groups', groupOf(MARK))).status).toBe(400)
  })

  test('of groups, also where an older version has kept the marks: they are found as before', async () => {
    const directory = await newDirectory(portal)
    await portal.owner('insert into scim_groups (client_id, doc) values ($1, $2)', [
      directory.clientId,
      JSON.stringify({ displayName: marked('Payroll') }),
    ])
    const found = (filter: string) => foundBy(directory, 'Groups', filter)
    expect(await found(`displayName eq "${marked('payroll')}"`)).toBe(1)
    expect(await found(`displayName ne "${marked('payroll')}"`)).toBe(0)
    expect(await found(`displayName co "${MARK}"`)).toBe(1)
  })

  test.each(['co', 'sw', 'ew'])('and marks alone match no group: %s', async (comparison) => {
    const directory = await newDirectory(portal)
    await directory.call('POST', '/Groups', groupOf('Everybody'))
    expect(await foundBy(directory, 'Groups', `displayName ${comparison} "${MARK}"`)).toBe(0)
  })
})

describe('what finds an account is never mended: with marks it is another value, or none', () => {
  test('the address that an identity provider states', async () => {
    const employer = await federatedEmployer(portal, { createsUsers: true })
    const victim = await federatedUser(portal, employer, null, { email: `victim@${employer.domain}` })
    const attributes = { mail: marked(`victim@${employer.domain}`), givenName: 'Vic', sn: 'Intruder' }
    const { posted } = await signOn(portal, employer, { nameId: 'intruder', attributes })
    expect(posted.headers.get('location')).toBe('/login/federated#failed=unknown')
    expect(await portal.owner('select from federated_identities where user_id = $1', [victim.id])).toEqual([])
    expect(await userCalled('Intruder')).toBeUndefined()
  })

  test('the user name of a directory, and whatever attribute is chosen for it', async () => {
    const directory = await newDirectory(portal)
    const victim = await portal.make.user({ client_id: directory.clientId, last_name: 'Victim' })
    const sent = personOf(marked(victim.userName), { name: { givenName: 'Vic', familyName: 'Namesake' } })
    expect(await directory.call('POST', '/Users', { ...sent, emails: [{ value: 'vic@example.test' }] })).toMatchObject({
      status: 201,
      body: { userName: marked(victim.userName) },
    })
    await portal.owner(
      `insert into scim_mappings (client_id, version, paths) values ($1, 1, '{"userNm":"displayName"}')`,
      [directory.clientId],
    )
    const other = personOf('other', { displayName: marked(victim.userName), name: sent['name'] })
    expect((await directory.call('POST', '/Users', other)).status).toBe(201)
    expect(await portal.owner('select from scim_users where user_id = $1', [victim.id])).toEqual([])
    expect(await userCalled('Victim')).toMatchObject({ id: victim.id })
    expect(await foundBy(directory, 'Users', `userName eq "${victim.userName}"`)).toBe(0)
    expect(await foundBy(directory, 'Users', `userName eq "${marked(victim.userName)}"`)).toBe(1)
  })

  test('the address of a directory, of which there is no account', async () => {
    const directory = await newDirectory(portal)
    await portal.owner(`insert into client_domains (client_id, domain, is_confirmed) values ($1, 'marks.test', true)`, [
      directory.clientId,
    ])
    await portal.make.user({ client_id: directory.clientId, email: 'victim@marks.test' })
    const intruder = personOf('intruder', { emails: [{ value: marked('victim@marks.test') }] })
    expect(await directory.call('POST', '/Users', intruder)).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    })
    expect(await portal.owner('select from scim_users where client_id = $1', [directory.clientId])).toEqual([])
    expect((await directory.call('POST', '/Users', personOf('found'))).status).toBe(201)
    const filter = (address: string) => `emails[value eq "${address}"]`
    expect(await foundBy(directory, 'Users', filter('found@example.test'))).toBe(1)
    expect(await foundBy(directory, 'Users', filter(marked('found@example.test')))).toBe(0)
    expect(await foundBy(directory, 'Users', `userName eq "${marked('found')}"`)).toBe(0)
  })
})
