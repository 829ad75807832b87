import { createUser } from '@portico/contract/users/user-creation.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWithAdmin } from '../../../../test/administrator.ts'
import type { Browser } from '../../../../test/browser.ts'
import type { MadeUser } from '../../../../test/make.ts'
import type { Portal } from '../../../../test/portal.ts'
import { makeServiceAccount, program } from '../../../../test/service-accounts.ts'

let portal: Portal
let owner: MadeUser
let payroll: Browser
beforeAll(async () => {
  ;({ portal, admin: owner } = await startWithAdmin())
  const { token } = await makeServiceAccount(portal, { owner, scopes: ['users:write'] })
  payroll = program(portal, token)
})
afterAll(() => portal.close())

const person = (change: object = {}) => ({
  userNm: 'pat.roll',
  firstNm: 'Pat',
  lastNm: 'Roll',
  emailAddress: 'pat.roll@example.com',
  employerId: owner.clientId,
  ...change,
})

test.each([
  ['without a name', { firstNm: '' }, 'firstNm'],
  ['of an employer that does not exist', { employerId: 2_000_000_000 }, 'employerId'],
  ['with a user name that is taken', { userNm: 'Taken.Name' }, 'userNm'],
])('a program that sends a user %s is refused before a password is hashed', async (_, change, field) => {
  await portal.owner('delete from users where user_name = $1', ['taken.name'])
  await portal.make.user({ user_name: 'taken.name' })
  const hash = vi.spyOn(portal.hashing, 'hash')
  const send = (user: object) => payroll.send(createUser, { params: { uid: owner.id }, body: { user: person(user) } })
  const { status, data } = await send(change)
  expect([status, (data as unknown as { field: string }[]).map((issue) => issue.field)]).toEqual([422, [field]])
  expect(hash).not.toHaveBeenCalled()
  expect((await send({ userNm: `pat.${field.toLowerCase()}`, emailAddress: `${field}@example.com` })).status).toBe(200)
  expect(hash).toHaveBeenCalledOnce()
  hash.mockRestore()
})
