import { createUser } from '@portico/contract/users/user-creation.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithAdmin } from '../../../../test/administrator.ts'
import type { Browser } from '../../../../test/browser.ts'
import { openSession } from '../../../../test/guards/people.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { permissionSets } from '../../../../test/permission-sets.ts'
import type { Portal } from '../../../../test/portal.ts'

let portal: Portal
let staff: Browser
let root: MadeUser
let client: number
let billing: number
let clerk: number
let count = 0

beforeAll(async () => {
  ;({ portal, admin: root, browser: staff } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  client = await portal.make.client()
  billing = await portal.make.system({ name: `Billing ${++count}` })
  clerk = await permissionSets(staff).made({ setNm: `Clerk ${count}`, systemIds: [billing] })
})

const create = (setIds: number[], by = staff, setEndDt: Date | null = null) =>
  by.request('POST', createUser.path.replace('{uid}', String(by.userId)), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      user: {
        userNm: `grace.${count}`,
        firstNm: 'Grace',
        lastNm: 'Hopper',
        emailAddress: `grace.${count}@harbor.test`,
        employerId: client,
      },
      setIds,
      setEndDt,
    }),
  })
const stored = () =>
  portal.owner(
    `select set_id, granted_by from users u left join permission_set_holders held on held.user_id = u.id
      where u.user_name = $1`,
    [`grace.${count}`],
  )

test('a new user has the sets that I choose, with what they give', async () => {
  expect((await create([clerk])).code).toBe('200')
  expect(await stored()).toEqual([{ set_id: clerk, granted_by: root.id }])
  const held = await portal.owner(
    `select system_id, by_group from user_system_grants given join users u on u.id = given.user_id where user_name = $1`,
    [`grace.${count}`],
  )
  expect(held).toEqual([{ system_id: billing, by_group: true }])
})

test('a new user has the sets until the day that I choose', async () => {
  const end = new Date('2099-03-31T22:00:00Z')
  expect((await create([clerk], staff, end)).code).toBe('200')
  const ends = await portal.owner(
    `select held.ends_at as set_ends, given.ends_at from users u join permission_set_holders held on held.user_id = u.id
       join user_system_grants given on given.user_id = u.id where u.user_name = $1`,
    [`grace.${count}`],
  )
  expect(ends).toEqual([{ set_ends: end, ends_at: end }])
})

test('a last day that is over creates no user, and its field says so', async () => {
  const refused = await create([clerk], staff, new Date('2020-03-31T22:00:00Z'))
  const message = 'The end of the permission set is in the past.'
  expect([refused.status, refused.data]).toEqual([422, [{ field: 'setEndDt', message }]])
  expect(await stored()).toEqual([])
})

test('a set that I may not give, that is for another client or gone creates no user, and its field says why', async () => {
  const elsewhere = await permissionSets(staff).made({
    setNm: `Other ${count}`,
    systemIds: [billing],
    clientId: await portal.make.client(),
  })
  const admin = await portal.make.user({ client_id: client })
  await portal.make.adminPages(admin, ['User Administration'])
  const answers = [
    await create([clerk, elsewhere]),
    await create([999_999]),
    await create([clerk], await openSession(portal, admin)),
  ]
  expect(answers.map(({ status, data }) => [status, data])).toEqual(
    [
      'The permission set is for another client.',
      'The permission set doesn’t exist any more.',
      `Only administrators of Billing ${count} can change its permissions.`,
    ].map((message) => [422, [{ field: 'setIds', message }]]),
  )
  expect(await stored()).toEqual([])
})

test('a set with a page of the administration needs a fresh sign-in', async () => {
  const setId = await permissionSets(staff).made({ setNm: `Portal ${count}`, systemIds: [2] })
  await portal.owner(`update sessions set authenticated_at = now() - interval '1 day' where user_id = $1`, [root.id])
  expect((await create([setId])).data).toEqual({ reauth: true })
  expect(await stored()).toEqual([])
  staff = await openSession(portal, root)
})
