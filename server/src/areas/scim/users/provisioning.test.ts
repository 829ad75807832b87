import { getProfile, updateProfile } from '@portico/contract/account/account.ts'
import { updateUserDetail } from '@portico/contract/users/user-profile.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { type Directory, groupOf, newDirectory, patchOf, personOf, ENTERPRISE } from '../../../../test/scim.ts'

let portal: Portal
let directory: Directory
let count = 0

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  directory = await newDirectory(portal)
  count++
})

const named = (name: string) => `${name}${count}`

async function accountOf(userName: string) {
  const [account] = await portal.owner('select * from users where user_name_folded = fold_user_name($1)', [userName])
  return account
}

const eventsAbout = (userId: unknown) =>
  portal.owner('select event, before, after, actor_user_id from audit_events where subject_user_id = $1 order by id', [
    userId,
  ])

const conflicts = () => portal.owner('select * from scim_conflicts where client_id = $1', [directory.clientId])

const employee = (columns: object = {}): Promise<MadeUser> =>
  portal.make.user({ client_id: directory.clientId, user_name: named('colleague'), ...columns })

const provide = async (userName: string, more: Record<string, unknown> = {}) =>
  directory.call('POST', '/Users', personOf(userName, more))

const patch = (id: unknown, ...operations: Record<string, unknown>[]) =>
  directory.call('PATCH', `/Users/${String(id)}`, patchOf(...operations))

describe('a new person', () => {
  test('gets an account of the employer with what the directory states', async () => {
    await portal.owner(`insert into departments (name) values ('Payroll') on conflict do nothing`)
    const made = await provide(named('ana.ruiz'), {
      externalId: 'e1',
      name: { givenName: 'Ana', familyName: 'Ruiz', middleName: 'Maria' },
      title: 'Clerk',
      phoneNumbers: [
        { type: 'work', value: '312-555-0100' },
        { type: 'mobile', value: '312-555-0101' },
      ],
      [ENTERPRISE]: { department: 'payroll', employeeNumber: '77', costCenter: 'C 1' },
    })
    expect(made.status).toBe(201)
    expect(await accountOf(named('ana.ruiz'))).toMatchObject({
      client_id: directory.clientId,
      first_name: 'Ana',
      middle_initial: 'M',
      last_name: 'Ruiz',
      email: `${named('ana.ruiz')}@example.test`,
      job_title: 'Clerk',
      work_phone: '3125550100',
      mobile_phone: null,
      employee_id: '77',
      cost_center: 'C 1',
      status: 1,
      is_internal: false,
      sign_in_kind: 'password',
      password_hash: null,
    })
    const [{ name } = {}] = await portal.owner(
      'select d.name from users u join departments d on d.id = u.department_id where u.client_id = $1',
      [directory.clientId],
    )
    expect(name).toBe('Payroll')
  })

  test('gets an email for the first password, and one event', async () => {
    await provide(named('new.colleague'))
    const account = await accountOf(named('new.colleague'))
    const mails = await portal.owner('select template, to_address from outbox_mails where reader_id = $1', [
      account?.['id'],
    ])
    expect(mails).toEqual([{ template: 'first-password', to_address: account?.['email'] }])
    expect((await eventsAbout(account?.['id'])).map(({ event }) => event)).toEqual(['user_created'])
  })

  test('of a federated domain signs in at the company, and gets no password', async () => {
    await portal.owner(
      `insert into client_domains (client_id, domain, is_confirmed, sign_in_kind) values ($1, 'fed.test', true, 'federated')`,
      [directory.clientId],
    )
    await provide(named('fed'), { emails: [{ value: `${named('fed')}@fed.test` }] })
    const account = await accountOf(named('fed'))
    expect(account).toMatchObject({ sign_in_kind: 'federated', second_factor_required: false })
    expect(await portal.owner('select from outbox_mails where reader_id = $1', [account?.['id']])).toEqual([])
  })

  test('whose name is an address gets a user ID that the portal takes, and keeps the name at the directory', async () => {
    const made = await provide(`${named('pat')}@example.com`)
    expect(made.body['userName']).toBe(`${named('pat')}@example.com`)
    expect(await accountOf(named('pat'))).toMatchObject({ email: `${named('pat')}@example.com` })
  })

  test('whose address begins with a name that is taken gets one by their own, however many users have that (E18)', async () => {
    await portal.owner(
      `insert into users (user_name, first_name, last_name, email, client_id)
       select $1 || n, 'Nia', 'Numerous', 'n' || n || '@numerous.test', $2
         from unnest(array[''] || array(select n::text from generate_series(2, 350) n)) n`,
      ['nnumerous', await portal.make.client()],
    )
    const stranger = await portal.make.user({ user_name: named('taken') })
    const address = `${stranger.userName}@example.com`
    const made = await provide(address, { name: { givenName: 'Nia', familyName: 'Numerous' } })
    expect(made).toMatchObject({ status: 201, body: { userName: address } })
    const account = await accountOf('nnumerous351')
    expect(account).toMatchObject({ email: address, client_id: directory.clientId })
    expect((await eventsAbout(account?.['id'])).map(({ event }) => event)).toEqual(['user_created'])
    expect(await portal.owner('select from outbox_mails where reader_id = $1', [account?.['id']])).toHaveLength(1)
    expect(await conflicts()).toEqual([])
  })

  test('gets an account also where people of one name come from several directories at once', async () => {
    const directories = [directory, ...(await Promise.all([1, 2, 3].map(() => newDirectory(portal))))]
    const answers = await Promise.all(
      directories.map((each) => {
        const name = { givenName: 'Kim', familyName: 'Atonce' }
        return each.call('POST', '/Users', personOf(`${named('kim')}@c${each.clientId}.test`, { name }))
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const made = await portal.owner(
      'select user_name from users where client_id = any($1) and email like $2 order by user_name',
      [directories.map(({ clientId }) => clientId), `${named('kim')}@%`],
    )
    expect(made.map(({ user_name }) => user_name)).toEqual(['katonce', 'katonce2', 'katonce3', named('kim')])
  })

  test.each([
    ['the primary one', [{ type: 'work' }, { type: 'home', primary: true }], 1],
    ['that of work', [{ type: 'home' }, { type: 'work' }], 1],
    ['the first one', [{ type: 'home' }, { type: 'other' }], 0],
  ])('of several addresses has %s', async (_title, kinds, at) => {
    const emails = kinds.map((kind, index) => ({ ...kind, value: `${named('several')}.${index}@example.test` }))
    await provide(named('several'), { emails })
    expect(await accountOf(named('several'))).toMatchObject({ email: emails[at]?.value })
  })

  test('keeps values that the rules of the portal refuse at the directory alone', async () => {
    const made = await provide(named('odd'), {
      title: 'Head of <b>',
      phoneNumbers: [{ type: 'work', value: '+34 600' }],
    })
    expect(made.body).toMatchObject({ title: 'Head of <b>' })
    expect(await accountOf(named('odd'))).toMatchObject({ job_title: null, work_phone: null })
  })

  test('gets nothing by a group', async () => {
    const made = await provide(named('plain'))
    await directory.call('POST', '/Groups', groupOf('Administrators', { members: [{ value: made.body['id'] }] }))
    const account = await accountOf(named('plain'))
    expect(await portal.owner('select from user_system_grants where user_id = $1', [account?.['id']])).toEqual([])
  })
})

describe('an account that is there', () => {
  test('is linked by its user ID, and takes what the directory states', async () => {
    const user = await employee({ job_title: 'Kept' })
    const made = await provide(user.userName.toUpperCase(), { name: { givenName: 'Grace', familyName: 'Hopper' } })
    expect(made.status).toBe(201)
    expect(await accountOf(user.userName)).toMatchObject({ id: user.id, first_name: 'Grace', job_title: 'Kept' })
    expect((await eventsAbout(user.id)).map(({ event }) => event)).toEqual(['identity_linked', 'user_updated'])
  })

  test('is linked by its user ID, also where others have the address', async () => {
    const email = `${named('shared')}@exact.test`
    const user = await employee()
    for (const other of ['second', 'third']) await employee({ email, user_name: named(other) })
    await portal.owner(`insert into client_domains (client_id, domain, is_confirmed) values ($1, 'exact.test', true)`, [
      directory.clientId,
    ])
    expect((await provide(user.userName, { emails: [{ value: email }] })).status).toBe(201)
    expect(await portal.owner('select user_id from scim_users where client_id = $1', [directory.clientId])).toEqual([
      { user_id: user.id },
    ])
    expect(await conflicts()).toEqual([])
  })

  test('is linked by its address where the domain is a confirmed one of the employer', async () => {
    const user = await employee({ email: `${named('mail')}@linked.test` })
    const person = { emails: [{ value: `${named('mail').toUpperCase()}@linked.test` }] }
    const domain = `insert into client_domains (client_id, domain, is_confirmed) values ($1, 'linked.test', $2)`
    await portal.owner(domain, [directory.clientId, true])
    await provide(named('other.name'), person)
    expect(await accountOf(named('other.name'))).toBeUndefined()
    expect(await portal.owner('select user_id from scim_users where client_id = $1', [directory.clientId])).toEqual([
      { user_id: user.id },
    ])
  })

  test('is not linked by an address of a domain that is not confirmed', async () => {
    await employee({ email: `${named('mail')}@free.test` })
    await portal.owner(`insert into client_domains (client_id, domain) values ($1, 'free.test')`, [directory.clientId])
    await provide(named('other.name'), { emails: [{ value: `${named('mail')}@free.test` }] })
    expect(await accountOf(named('other.name'))).toBeDefined()
  })

  test.each([
    [
      'administers the portal',
      'administrator',
      (user: MadeUser) => portal.make.adminPages(user, ['User Administration']),
    ],
    [
      'is internal',
      'administrator',
      (user: MadeUser) => portal.owner('update users set is_internal = true where id = $1', [user.id]),
    ],
    [
      'was deleted',
      'deleted',
      (user: MadeUser) => portal.owner('update users set status = 3 where id = $1', [user.id]),
    ],
  ])('and %s is a conflict, and stays as it is', async (_title, reason, prepare) => {
    const user = await employee()
    await prepare(user)
    const before = await accountOf(user.userName)
    for (const attempts of [1, 2]) {
      const answer = await provide(user.userName, {
        externalId: 'e9',
        name: { givenName: 'Mallory', familyName: 'Maid' },
      })
      expect(answer.body).toMatchObject({ status: '409', scimType: 'uniqueness' })
      expect(await conflicts()).toMatchObject([
        { user_name: user.userName, external_id: 'e9', user_id: user.id, reason, attempts },
      ])
    }
    expect(await accountOf(user.userName)).toEqual(before)
    expect((await directory.call('GET', '/Users')).body['totalResults']).toBe(0)
  })

  test('of another employer is a conflict that names no account', async () => {
    const stranger = await portal.make.user({ user_name: named('stranger') })
    expect((await provide(stranger.userName)).status).toBe(409)
    expect(await conflicts()).toMatchObject([{ reason: 'name-taken', user_id: null }])
  })

  test('of one of several with the address is a conflict', async () => {
    const email = `${named('shared')}@several.test`
    await employee({ email })
    await employee({ email, user_name: named('second') })
    await portal.owner(
      `insert into client_domains (client_id, domain, is_confirmed) values ($1, 'several.test', true)`,
      [directory.clientId],
    )
    expect((await provide(named('third'), { emails: [{ value: email }] })).status).toBe(409)
    expect(await conflicts()).toMatchObject([{ reason: 'several', user_id: null }])
  })

  test('of another person of the directory is a conflict, which is over when the person can be provided', async () => {
    const user = await employee({ email: `${named('mail')}@one.test` })
    await portal.owner(`insert into client_domains (client_id, domain, is_confirmed) values ($1, 'one.test', true)`, [
      directory.clientId,
    ])
    await provide(user.userName, { externalId: 'e1' })
    await portal.owner('update users set email = $2 where id = $1', [user.id, `${named('mail')}@one.test`])
    const other = { externalId: 'e2', emails: [{ value: `${named('mail')}@one.test` }] }
    expect((await provide(named('other'), other)).status).toBe(409)
    expect(await conflicts()).toMatchObject([{ reason: 'other-person', user_id: user.id }])
    await portal.owner('update users set email = $2 where id = $1', [user.id, 'elsewhere@one.test'])
    expect((await provide(named('other'), other)).status).toBe(201)
    expect(await conflicts()).toEqual([])
  })
})

describe('a change of the directory', () => {
  test('changes the account by what differs alone, with one event that names the directory’s owner', async () => {
    const { body } = await provide(named('mover'), { title: 'Clerk' })
    const account = await accountOf(named('mover'))
    await portal.owner(`update users set job_title = 'By hand' where id = $1`, [account?.['id']])
    await patch(body['id'], { op: 'replace', path: 'name.familyName', value: 'Byron' })
    expect(await accountOf(named('mover'))).toMatchObject({ last_name: 'Byron', job_title: 'By hand' })
    const [, change] = await eventsAbout(account?.['id'])
    expect(change).toMatchObject({
      event: 'user_updated',
      before: { lastName: 'Lovelace' },
      after: { lastName: 'Byron' },
    })
  })

  test('of the user ID renames the account, and refuses one that is taken', async () => {
    const { body } = await provide(named('before'))
    const { id } = (await accountOf(named('before'))) ?? {}
    expect((await patch(body['id'], { op: 'replace', path: 'userName', value: named('after') })).status).toBe(200)
    expect(await accountOf(named('after'))).toMatchObject({ id })
    const stranger = await portal.make.user({ user_name: named('stranger') })
    const refused = await patch(body['id'], { op: 'replace', path: 'userName', value: stranger.userName })
    expect(refused.body).toMatchObject({ status: '409', scimType: 'uniqueness' })
    expect((await directory.call('GET', `/Users/${String(body['id'])}`)).body['userName']).toBe(named('after'))
  })

  test('of the address notifies the former one', async () => {
    const { body } = await provide(named('mailer'))
    await patch(body['id'], { op: 'replace', path: 'emails[type eq "work"].value', value: 'new@example.test' })
    const account = await accountOf(named('mailer'))
    expect(account).toMatchObject({ email: 'new@example.test' })
    const mails = await portal.owner(
      `select to_address from outbox_mails where reader_id = $1 and template = 'account-changed'`,
      [account?.['id']],
    )
    expect(mails).toEqual([{ to_address: `${named('mailer')}@example.test` }])
  })

  test('of the address drops one that the person has yet to confirm', async () => {
    const { body } = await provide(named('mailer'))
    const { id } = (await accountOf(named('mailer'))) ?? {}
    await portal.owner(`update users set pending_email = 'wished@example.test' where id = $1`, [id])
    await portal.owner(
      `insert into email_confirmations (user_id, token_hash, expires_at) values ($1, $2, clock_now() + interval '1 day')`,
      [id, Buffer.alloc(32, Number(id))],
    )
    await patch(body['id'], { op: 'replace', path: 'emails[type eq "work"].value', value: 'new@example.test' })
    expect(await accountOf(named('mailer'))).toMatchObject({ email: 'new@example.test', pending_email: null })
    expect(await portal.owner('select from email_confirmations where user_id = $1', [id])).toEqual([])
  })

  test.each([
    ['address', { op: 'replace', path: 'emails[type eq "work"].value', value: 'mallory@example.test' }],
    ['user ID', { op: 'replace', path: 'userName', value: 'mallory.the.admin' }],
  ])('of the %s of an administrator of the portal is refused', async (_title, operation) => {
    const { body } = await provide(named('admin'))
    const account = await accountOf(named('admin'))
    await portal.make.adminPages({ id: Number(account?.['id']) }, ['User Administration'])
    expect((await patch(body['id'], operation)).body).toMatchObject({ status: '403' })
    expect(await accountOf(named('admin'))).toEqual(account)
  })
})

describe('what the directory states', () => {
  const phone = { phoneNumbers: [{ type: 'work', value: '312-555-0100' }] }

  test('is read-only for the person, who changes the rest', async () => {
    const user = await employee()
    await provide(user.userName, phone)
    const browser = await portal.as(user)
    const { readOnlyFields } = await browser.call(getProfile, {})
    expect(readOnlyFields.toSorted()).toEqual(['emailAddress', 'employerId', 'firstNm', 'lastNm', 'workPhone'])
    const refused = await browser.send(updateProfile, { body: { firstNm: 'Grace' } })
    expect(refused.status).toBe(422)
    const saved = await browser.send(updateProfile, { body: { jobTitleDscTxt: 'Analyst' } })
    expect(saved.code).toBe('200')
  })

  test('is read-only for administrators, until the directory deletes the person', async () => {
    const { body } = await provide(named('managed'))
    const { id: userId } = (await accountOf(named('managed'))) as { id: number }
    const admin = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(admin, ['User Administration'])
    const browser = await portal.as(admin)
    const save = () =>
      browser.send(updateUserDetail, {
        params: { uid: browser.userId, userId },
        body: { user: { lastNm: 'Byron' } },
      })
    expect((await save()).status).toBe(422)
    await directory.call('DELETE', `/Users/${String(body['id'])}`)
    expect((await save()).code).toBe('200')
    expect(await accountOf(named('managed'))).toMatchObject({ last_name: 'Byron' })
  })
})

describe('a person who leaves', () => {
  test.each([
    ['is set inactive', (id: unknown) => patch(id, { op: 'Replace', path: 'active', value: 'False' })],
    ['is deleted', (id: unknown) => directory.call('DELETE', `/Users/${String(id)}`)],
  ])('and %s loses sessions and sign-ins in progress at once', async (_title, leave) => {
    const user = await employee()
    const { body } = await provide(user.userName)
    const browser = await portal.as(user)
    await portal.owner(
      `insert into sign_in_tickets (token_hash, user_id, step, binding_hash, expires_at)
       values ($2, $1, 'factor', '\\x02', now() + interval '1 hour')`,
      [user.id, Buffer.from(user.userName)],
    )
    await leave(body['id'])
    expect(await accountOf(user.userName)).toMatchObject({ status: 2 })
    expect(await portal.owner('select from sessions where user_id = $1 and ended_at is null', [user.id])).toEqual([])
    expect(await portal.owner('select from sign_in_tickets where user_id = $1', [user.id])).toEqual([])
    await browser.trySignIn(user.userName, user.password)
    expect(browser.sessionToken).toBeUndefined()
  })

  test('stays readable while inactive, and is gone once deleted, out of every group', async () => {
    const { body } = await provide(named('leaver'), { externalId: 'e5' })
    const address = `/Users/${String(body['id'])}`
    const group = await directory.call('POST', '/Groups', groupOf('Team', { members: [{ value: body['id'] }] }))
    await patch(body['id'], { op: 'replace', value: { active: false } })
    expect((await directory.call('GET', address)).body['active']).toBe(false)
    await directory.call('DELETE', address)
    expect((await directory.call('GET', address)).status).toBe(404)
    expect((await directory.call('GET', `/Groups/${String(group.body['id'])}`)).body['members']).toEqual([])
    expect((await directory.call('DELETE', address)).status).toBe(404)
  })

  test('comes back with their external id to their account, under another name, too', async () => {
    const { body } = await provide(named('leaver'), { externalId: 'e5' })
    const { id } = (await accountOf(named('leaver'))) ?? {}
    await directory.call('DELETE', `/Users/${String(body['id'])}`)
    const again = await provide(named('married'), { externalId: 'e5' })
    expect(again.body).toMatchObject({ id: body['id'], active: true, userName: named('married') })
    const [row] = await portal.owner('select user_id from scim_users where id = $1', [body['id']])
    expect(row).toEqual({ user_id: id })
    expect(await portal.owner('select status from users where id = $1', [id])).toEqual([{ status: 1 }])
  })

  test.each([
    ['with another external id', { externalId: 'e5' }, { externalId: 'e6' }],
    ['without one', { externalId: 'e5' }, {}],
    ['with one where they had none', {}, { externalId: 'e6' }],
  ])('does not leave their account to somebody with their name %s', async (_title, theirs, others) => {
    const { body } = await provide(named('leaver'), theirs)
    await directory.call('DELETE', `/Users/${String(body['id'])}`)
    expect((await provide(named('leaver'), others)).body).toMatchObject({ status: '409' })
    expect(await conflicts()).toMatchObject([{ reason: 'other-person' }])
    expect(await accountOf(named('leaver'))).toMatchObject({ status: 2 })
  })

  test('and administers the portal can be closed by the directory, but not opened again', async () => {
    const { body } = await provide(named('admin'))
    const account = await accountOf(named('admin'))
    await portal.make.adminPages({ id: Number(account?.['id']) }, ['User Administration'])
    expect((await patch(body['id'], { op: 'replace', path: 'active', value: false })).status).toBe(200)
    expect((await patch(body['id'], { op: 'replace', path: 'active', value: true })).body).toMatchObject({
      status: '403',
    })
    expect(await accountOf(named('admin'))).toMatchObject({ status: 2 })
  })
})

describe('what an administrator does', () => {
  test('to the status is what the directory reads, as another version', async () => {
    const { body, headers } = await provide(named('seen'))
    const account = await accountOf(named('seen'))
    await portal.owner('update users set status = 2 where id = $1', [account?.['id']])
    const now = await directory.call('GET', `/Users/${String(body['id'])}`)
    expect(now.body['active']).toBe(false)
    expect(now.headers.get('etag')).not.toBe(headers.get('etag'))
  })

  test('when they move a user to another employer takes them away from the directory', async () => {
    const { body } = await provide(named('mover'))
    const account = await accountOf(named('mover'))
    const group = await directory.call('POST', '/Groups', groupOf('Team', { members: [{ value: body['id'] }] }))
    const other = await newDirectory(portal)
    await portal.owner('update users set client_id = $2 where id = $1', [account?.['id'], other.clientId])
    expect((await directory.call('GET', `/Users/${String(body['id'])}`)).status).toBe(404)
    expect((await patch(body['id'], { op: 'replace', path: 'active', value: false })).status).toBe(404)
    expect((await directory.call('GET', `/Groups/${String(group.body['id'])}`)).body['members']).toEqual([])
    expect((await other.call('POST', '/Users', personOf(named('mover')))).status).toBe(201)
    expect(await accountOf(named('mover'))).toMatchObject({ id: account?.['id'], status: 1 })
  })
})
