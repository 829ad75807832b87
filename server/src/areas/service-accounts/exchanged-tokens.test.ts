import { listServiceAccounts, rotateServiceToken } from '@portico/contract/service-accounts/service-accounts.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'
import { makeServiceAccount, program } from '../../../test/service-accounts.ts'

let portal: Portal
let boss: MadeUser
let admin: Browser
beforeAll(async () => {
  ;({ portal, admin: boss, browser: admin } = await startWithAdmin(['User Administration', 'Database Maintenance']))
})
afterAll(() => portal.close())

test.each([
  ['has ended already', '-1 hour', 401, 1],
  ['ends before the days that I choose', '1 day', 200, 2],
])('a token that %s goes on no longer when I exchange it', async (_title, left, status, live) => {
  const made = await makeServiceAccount(portal, { owner: boss, scopes: ['users:read'] })
  const endOf = () => portal.owner('select expires_at from service_tokens where id = $1', [made.tokenId])
  await portal.owner(
    `update service_tokens set created_at = clock_now() - interval '2 days', expires_at = clock_now() + $2::interval
      where id = $1`,
    [made.tokenId, left],
  )
  const before = await endOf()
  await admin.call(rotateServiceToken, {
    params: { uid: boss.id, serviceAccountId: made.id },
    body: { overlapDays: 7 },
  })
  expect(await endOf()).toEqual(before)
  const called = await program(portal, made.token).send(listUsers, { params: { uid: boss.id }, body: {} })
  expect(called.status).toBe(status)
  const accounts = await admin.call(listServiceAccounts, { params: { uid: boss.id }, query: {} })
  expect(accounts.find(({ serviceAccountId }) => serviceAccountId === made.id)?.tokenList).toHaveLength(live)
})
