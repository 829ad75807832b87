import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { type Directory, newDirectory, patchOf, personOf } from '../../../../test/scim.ts'

let portal: Portal
let directory: Directory
let count = 0

beforeAll(async () => {
  portal = await startPortal()
  directory = await newDirectory(portal)
  await portal.make.user({ user_name: 'taken.name' })
})
afterAll(() => portal.close())

let name: string
let address: string
beforeEach(async () => {
  name = `person${++count}`
  const { body } = await directory.call('POST', '/Users', personOf(name, { externalId: name }))
  address = `/Users/${String(body['id'])}`
})

const provide = (more: Record<string, unknown> = {}) =>
  directory.call('POST', '/Users', personOf(name, { externalId: name, ...more }))
const put = (more: Record<string, unknown>) =>
  directory.call('PUT', address, personOf(name, { externalId: name, ...more }))
const patch = (...operations: Record<string, unknown>[]) => directory.call('PATCH', address, patchOf(...operations))
const set = (columns: string) => portal.owner(`update users set ${columns} where user_name = $1`, [name])

async function account() {
  const [row] = await portal.owner(
    'select status, first_name, last_name, email, job_title from users where user_name = $1',
    [name],
  )
  return row
}

const refusedName = { name: { givenName: 'Ada', familyName: '<b>' } }

describe('a directory that closes an account', () => {
  test.each([
    ['a name that is refused', refusedName],
    ['a user ID that somebody else has', { userName: 'taken.name' }],
  ])('closes it together with %s, which stays as it was', async (_title, refused) => {
    const answer = await put({ active: false, ...refused })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ active: false, userName: name, name: { familyName: 'Lovelace' } })
    expect(await account()).toMatchObject({ status: 2, last_name: 'Lovelace' })
    expect((await put({ active: false, ...refused })).status).toBeGreaterThanOrEqual(400)
  })

  test('closes it by a PATCH with an address that an administrator of the portal does not get', async () => {
    const [row] = await portal.owner('select id from users where user_name = $1', [name])
    await portal.make.adminPages({ id: Number(row?.['id']) }, ['User Administration'])
    const answer = await patch(
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'mallory@example.test' },
      { op: 'replace', path: 'active', value: false },
    )
    expect(answer.body).toMatchObject({ active: false, emails: [{ value: `${name}@example.test` }] })
    expect(await account()).toMatchObject({ status: 2, email: `${name}@example.test` })
  })

  test('gets the refusal where it closes nothing', async () => {
    expect((await put({ active: true, ...refusedName })).body).toMatchObject({ status: '400' })
    expect((await put(refusedName)).body).toMatchObject({ status: '400' })
    expect(await account()).toMatchObject({ status: 1 })
  })
})

describe('an administrator whose user ID differs from the name at the directory in case alone', () => {
  beforeEach(async () => {
    await set(`user_name = 'P' || substr(user_name, 2)`)
    const [row] = await portal.owner('select id from users where user_name_folded = fold_user_name($1)', [name])
    await portal.make.adminPages({ id: Number(row?.['id']) }, ['User Administration'])
  })
  const stored = async () =>
    (await portal.owner('select user_name, status from users where user_name_folded = fold_user_name($1)', [name]))[0]

  test('is closed by a PATCH, and keeps the user ID', async () => {
    const answer = await patch({ op: 'replace', path: 'active', value: false })
    expect(answer).toMatchObject({ status: 200, body: { active: false, userName: name } })
    expect(await stored()).toEqual({ user_name: `P${name.slice(1)}`, status: 2 })
  })

  test('is closed by a PUT of the whole person', async () => {
    expect(await put({ active: false })).toMatchObject({ status: 200, body: { active: false } })
    expect(await stored()).toEqual({ user_name: `P${name.slice(1)}`, status: 2 })
  })

  test('is taken away by a DELETE', async () => {
    expect((await directory.call('DELETE', address)).status).toBe(204)
    expect(await stored()).toEqual({ user_name: `P${name.slice(1)}`, status: 2 })
  })

  test('gets no other user ID', async () => {
    const answer = await patch({ op: 'replace', path: 'userName', value: `other.${name}` })
    expect(answer.body).toMatchObject({ status: '403', detail: expect.stringMatching(/^userName: /) })
    expect(await stored()).toEqual({ user_name: `P${name.slice(1)}`, status: 1 })
  })
})

describe('an account that an administrator has made inactive', () => {
  beforeEach(() => set('status = 2'))

  test('stays so whatever the directory states of an active person', async () => {
    expect((await put({ active: true, title: 'Clerk' })).body).toMatchObject({ active: false, title: 'Clerk' })
    expect((await patch({ op: 'replace', path: 'active', value: 'True' })).body).toMatchObject({ active: false })
    expect((await patch({ op: 'replace', path: 'title', value: 'Head' })).status).toBe(200)
    expect(await account()).toMatchObject({ status: 2, job_title: 'Head' })
  })

  test('is opened once the directory has said that the person is inactive, and then active', async () => {
    expect((await put({ active: false })).body).toMatchObject({ active: false })
    expect((await put({ active: true })).body).toMatchObject({ active: true })
    expect(await account()).toMatchObject({ status: 1 })
  })

  test('stays so when the directory deletes the person and provides them again', async () => {
    await directory.call('DELETE', address)
    expect((await provide()).body).toMatchObject({ active: false })
    expect(await account()).toMatchObject({ status: 2 })
  })

  test('stays so when it is linked', async () => {
    const user = await portal.make.user({ client_id: directory.clientId, user_name: `linked.${name}`, status: 2 })
    const made = await directory.call('POST', '/Users', personOf(user.userName, { active: true }))
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ active: false })
  })
})

describe('an account that the directory has closed', () => {
  beforeEach(async () => {
    await put({ active: false })
  })

  test('is opened by the directory', async () => {
    expect((await put({ active: true })).body).toMatchObject({ active: true })
    expect(await account()).toMatchObject({ status: 1 })
  })

  test('is opened when the directory deletes the person and provides them again', async () => {
    await directory.call('DELETE', address)
    expect((await provide()).body).toMatchObject({ active: true })
    expect(await account()).toMatchObject({ status: 1 })
  })

  test('and an administrator has opened again stays open until the directory closes it again', async () => {
    await set('status = 1')
    expect((await patch({ op: 'replace', path: 'title', value: 'Clerk' })).body).toMatchObject({ active: true })
    expect((await patch({ op: 'replace', path: 'active', value: false })).body).toMatchObject({ active: false })
    expect(await account()).toMatchObject({ status: 2 })
  })
})

describe('an account that was deleted in the portal', () => {
  test('takes no details of the directory', async () => {
    await set('status = 3')
    expect((await put({ title: 'Clerk' })).body).toMatchObject({
      status: '403',
      detail: 'the user was deleted in the portal; an administrator has to restore them',
    })
    expect(await account()).toMatchObject({ status: 3, job_title: null })
  })
})

test('a person who is provided several times at once comes back once', async () => {
  await directory.call('DELETE', address)
  const answers = await Promise.all(['One', 'Two', 'Three', 'Four', 'Five'].map((title) => provide({ title })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
})
