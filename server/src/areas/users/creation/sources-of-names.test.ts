import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { federatedEmployer, signOn } from '../../../../test/federated-world.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { ENTERPRISE, groupOf, newDirectory, patchOf, personOf } from '../../../../test/scim.ts'
import { productRoot } from '../../../product-root.ts'
import { ENTERPRISE_SCHEMA, enterpriseAttributes, userAttributes } from '../../scim/protocol/scim-schema.ts'

/** Writes what follows from right to left. */
const MARK = '\u202e'
const marked = (text: string) => `${text.slice(0, 1)}${MARK}${text.slice(1)}`

/** The files that write users, each with where a name comes from and how that is proven to be plain; null: from nowhere. */
const writers: Readonly<Record<string, string | null>> = {
  'areas/users/actions/set-status.ts': null,
  'areas/users/lifecycle/erased-data.ts': null,
  'areas/users/lifecycle/dormant-users.job.ts': null,
  'areas/users/details/user-details-store.ts': 'forms (direction-marks.test.ts) and files (user-import.test.ts)',
  'areas/federation/sign-in/federation-store.ts': 'identity providers: below',
  'areas/account/email-confirmation-store.ts': null,
  'areas/account/own-account-store.ts': 'forms (direction-marks.test.ts)',
  'areas/account/user-store.ts': 'the company directory (ldap-sign-in.test.ts, oidc-sign-in.test.ts)',
  'areas/scim/users/account-store.ts': 'directories: below',
  'areas/sign-in/sign-in-store.ts': null,
  'areas/password/security-answer-store.ts': null,
  'areas/password/temporary-password-expiry.job.ts': null,
  'areas/password/password-store.ts': null,
  'backup/one-person/lost-account.ts': 'an account of the portal, as it was',
  'commands/users.ts': null,
  'commands/new-user.ts': 'options of commands, read by the rules of the forms (create-admin.test.ts)',
}

test('it is known of each file that writes users where names come from', () => {
  const source = path.join(productRoot, 'server/src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      /(?:insertInto|updateTable)\('users'\)|insert into users\b|update users\b/.test(
        readFileSync(path.join(source, file), 'utf8'),
      ),
    )
  expect(files.toSorted()).toEqual(Object.keys(writers).toSorted())
})

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const userCalled = async (lastName: string) => {
  const [user] = await portal.owner('select * from users where last_name = $1', [lastName])
  return user
}

describe('names are kept without marks that write what follows in the other direction', () => {
  test('of the users of an identity provider, whose address is read without them too', async () => {
    const employer = await federatedEmployer(portal, { createsUsers: true })
    const attributes = {
      mail: marked(`cleo@${employer.domain}`),
      givenName: marked('Cleo'),
      sn: marked('Federated'),
    }
    const { entry } = await signOn(portal, employer, { nameId: 'cleo', attributes })
    expect(entry).toMatchObject({ code: '200', data: { firstNm: 'Cleo' } })
    expect(await userCalled('Federated')).toMatchObject({ first_name: 'Cleo', email: `cleo@${employer.domain}` })
  })

  test('of everything that a directory says of a user, but the ids that are its own', async () => {
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
    const made = await directory.call(
      'POST',
      '/Users',
      personOf(marked('dot.directory'), {
        ...texts(userAttributes),
        ...lists,
        userName: marked('dot.directory'),
        externalId: marked('external'),
        name: { givenName: marked('Dot'), familyName: marked('Directory'), middleName: marked('Maria') },
        emails: [{ value: marked('dot@example.test'), type: marked('work') }],
        [ENTERPRISE]: { ...texts(enterpriseAttributes), manager: { value: marked('manager') } },
      }),
    )
    expect(made.status).toBe(201)
    const { externalId, [ENTERPRISE_SCHEMA]: enterprise, ...answered } = made.body
    expect([externalId, (enterprise as { manager: { value: string } }).manager.value].map((id) => String(id))).toEqual([
      marked('external'),
      marked('manager'),
    ])
    expect(JSON.stringify({ ...answered, enterprise: { ...(enterprise as object), manager: null } })).not.toContain(
      MARK,
    )
    const user = await userCalled('Directory')
    expect(user).toMatchObject({
      first_name: 'Dot',
      user_name: 'dot.directory',
      email: 'dot@example.test',
      job_title: 'title',
    })
    expect(JSON.stringify(user)).not.toContain(MARK)
    const patched = await directory.call(
      'PATCH',
      `/Users/${String(made.body['id'])}`,
      patchOf({ op: 'replace', path: 'name.familyName', value: marked('Patched') }),
    )
    expect(patched.status).toBe(200)
    expect(await userCalled('Patched')).toMatchObject({ id: user?.['id'] })
    const found = async (filter: string) =>
      (await directory.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body['totalResults']
    for (const filter of ['userName eq "dot.directory"', `userName eq "${marked('dot.directory')}"`])
      expect([filter, await found(filter)]).toEqual([filter, 1])
    expect(await found(`emails[value eq "${marked('dot@example.test')}"]`)).toBe(1)
    expect(await found(`externalId eq "${marked('external')}"`)).toBe(1)
  })

  test('of groups of a directory, which finds them as it named them', async () => {
    const directory = await newDirectory(portal)
    const made = await directory.call('POST', '/Groups', groupOf(marked('Accounting')))
    expect(made).toMatchObject({ status: 201, body: { displayName: 'Accounting' } })
    const filter = encodeURIComponent(`displayName eq "${marked('Accounting')}"`)
    expect((await directory.call('GET', `/Groups?filter=${filter}`)).body['totalResults']).toBe(1)
    expect((await directory.call('POST', '/Groups', groupOf(MARK))).status).toBe(400)
  })
})
