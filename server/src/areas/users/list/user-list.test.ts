import {
  getUserListOptions,
  listUsers,
  listUserStatuses,
  searchEmployers,
  userListColumns,
  type UserListColumn,
} from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyListedFields } from '../../../../../contract/test/user-field-samples.ts'
import type { Browser } from '../../../../test/browser.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { NEAR_ROWS } from '../../../db/list-page.ts'

/** So many that the last pages of users who are not deleted, four of five, are read from the end. */
const MANY = NEAR_ROWS * 1.3

let portal: Portal
let staff: Browser
let clientAdmin: Browser
let ownClient: number
let otherClient: number

beforeAll(async () => {
  portal = await startPortal()
  const { make } = portal
  ownClient = await make.client({ name: 'Harborview' })
  otherClient = await make.client({ name: 'Northwind' })
  staff = await adminOf({ is_internal: true, first_name: 'Portia', client_id: await make.client() })
  clientAdmin = await adminOf({ client_id: ownClient, first_name: 'Clint' })
  await portal.owner(
    `insert into users (user_name, first_name, last_name, email, client_id, status, created_at)
     select 'person.' || n, (array['Ann', 'annika', 'Zoë', 'Иван', 'Li'])[1 + n % 5], 'Number' || lpad((n * 7 % ($1 / 3))::text, 5, '0'),
            'p' || n || '@' || (array['one', 'two'])[1 + n % 2] || '.example.test',
            case n % 7 when 0 then $2 else $3 end::integer, (array[1, 1, 2, 1, 3])[1 + n % 5],
            now() - n % 900 * interval '1 minute'
       from generate_series(1, $1) n`,
    [MANY, ownClient, otherClient],
  )
  await portal.owner(
    `update user_sign_ins set last_signed_in_at = now() - user_id % 50 * interval '1 hour' where user_id % 3 = 0`,
  )
  await portal.owner('analyze users, user_sign_ins, user_counts')
})
afterAll(() => portal.close())

async function adminOf(columns: Record<string, unknown>): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, ['User Administration'])
  return portal.as(user)
}

type Body = Parameters<typeof ask>[0]
const ask = (body: { [Key in keyof (typeof listUsers)['body']['_zod']['output']]?: unknown }, admin = staff) =>
  admin.call(listUsers, { params: { uid: admin.userId }, body: body as never })
const raw = (body: object, admin = staff) =>
  admin.request('POST', listUsers.path.replace('{uid}', String(admin.userId)), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** The same query in the plainest SQL. */
async function plainly({ where = 'true', order }: { where?: string; order: string }): Promise<number[]> {
  const rows = await portal.owner(
    `select u.id from users u left join user_sign_ins s on s.user_id = u.id where ${where} order by ${order}`,
  )
  return rows.map(({ id }) => Number(id))
}
const ids = (page: { result: readonly { userId: number }[] }) => page.result.map(({ userId }) => userId)

test('the filter offers the three states with their codes (UADM-029, UADM-100..102, UADM-130, GENL-015, GENL-016)', async () => {
  expect(await staff.call(listUserStatuses, { params: { uid: staff.userId } })).toEqual([
    { clsVldValId: 1, valueMediumNm: 'Active' },
    { clsVldValId: 2, valueMediumNm: 'Inactive' },
    { clsVldValId: 3, valueMediumNm: 'Deleted' },
  ])
})

describe('a page of the user list', () => {
  test('has 15 rows by first name with an exact total, every status included (UADM-031, UADM-131, UADM-169)', async () => {
    const page = await ask({})
    const all = await plainly({ order: 'first_name, last_name, id' })
    expect(page.totalResults).toBe(all.length)
    expect(ids(page)).toEqual(all.slice(0, 15))
  })

  test('has the specified fields, and never a session (UADM-040..063)', async () => {
    const [department] = await portal.owner("insert into departments (name) values ('Claims') returning id")
    const user = await portal.make.user({
      user_name: 'every.field',
      first_name: 'Every',
      middle_initial: 'F',
      last_name: 'Field',
      work_phone: '5551234567',
      work_extension: '12',
      home_phone: '5551234568',
      mobile_phone: '5551234569',
      fax: '5551234560',
      employee_id: 'E-1',
      cost_center: '4711',
      client_id: otherClient,
      department_id: department?.['id'],
      is_us_associate: true,
      sign_in_kind: 'federated',
      agreed_to_texts_at: new Date(),
    })
    await portal.owner("update user_sign_ins set locked_until = 'infinity' where user_id = $1", [user.id])
    const { result } = await ask({ nm: 'every.field' })
    expect(result).toEqual([
      {
        ...emptyListedFields,
        userId: user.id,
        userNm: 'every.field',
        firstNm: 'Every',
        midInitial: 'F',
        lastNm: 'Field',
        emailAddress: 'every.field@example.test',
        workPhone: '5551234567',
        workExt: '12',
        homePhone: '5551234568',
        mobilePhnNbr: '5551234569',
        faxNum: '5551234560',
        employeeId: 'E-1',
        costCenter: '4711',
        employerId: otherClient,
        departmentId: department?.['id'],
        userStatus: 1,
        acctLockedFlg: true,
        usAssociate: true,
        federatedUser: true,
        mfaEnabled: false,
        agreeText: true,
        idmuser: false,
        loginSessionId: null,
        employerNm: 'Northwind',
        lastLoginDt: null,
        recordAddDt: expect.any(Date),
      },
    ])
    await portal.owner('update users set status = 3 where id = $1', [user.id])
  })

  const orders: Record<UserListColumn, { up: string; down: string }> = {
    firstNm: { up: 'first_name, last_name, id', down: 'first_name desc, last_name desc, id desc' },
    lastNm: { up: 'last_name, first_name, id', down: 'last_name desc, first_name desc, id desc' },
    userNm: { up: 'user_name_folded', down: 'user_name_folded desc' },
    emailAddress: { up: 'email_folded, id', down: 'email_folded desc, id desc' },
    userStatus: {
      up: 'status, first_name, last_name, id',
      down: 'status desc, first_name desc, last_name desc, id desc',
    },
    recordAddDt: { up: 'created_at, id', down: 'created_at desc, id desc' },
    lastLoginDt: {
      up: 'last_signed_in_at asc nulls first, id desc',
      down: 'last_signed_in_at desc nulls last, id',
    },
  }
  const before = new Date(Date.now() - 5 * 3_600_000)
  const dormant = `created_at < '${before.toISOString()}' and (last_signed_in_at is null or last_signed_in_at < '${before.toISOString()}')`
  const searches: Record<string, { nm: string; where: string; lastLoginBeforeDt?: Date }> = {
    'without a search': { nm: '', where: 'true' },
    'with a search': { nm: 'ann', where: "search_text like '%ann%'" },
    'with words in any order': {
      nm: 'number ann Example',
      where: "search_text like '%ann%' and search_text like '%number%' and search_text like '%example%'",
    },
    'with two letters': { nm: 'li', where: "search_text like '%li%'" },
    'with those alone who have not signed in lately': { nm: '', where: dormant, lastLoginBeforeDt: before },
    'with letters that are not Latin': { nm: 'ИВАН', where: "search_text like '%иван%'" },
  }
  const pages = { first: 1, late: Math.ceil(NEAR_ROWS / 15) + 10, last: 0 }
  const cases = userListColumns.flatMap((column) =>
    [false, true].flatMap((down) => Object.keys(searches).map((search) => ({ column, down, search }))),
  )
  test.each(cases)(
    'sorted by $column (descending: $down) $search is correct on the first, a late and the last page (UADM-003, UADM-028, UADM-030)',
    async ({ column, down, search }) => {
      const { nm, where, lastLoginBeforeDt } = searches[search] ?? { nm: '', where: 'true' }
      const statuses = 'status in (1, 2)'
      const all = await plainly({ where: `${statuses} and ${where}`, order: orders[column][down ? 'down' : 'up'] })
      const lastPage = Math.ceil(all.length / 15)
      for (const pageNo of Object.values(pages).map((page) => Math.min(page || lastPage, lastPage))) {
        const page = await ask({
          userStatusIds: [1, 2],
          nm,
          lastLoginBeforeDt,
          orderByColumn: column,
          isOrderByDesc: down,
          pageNo,
        } as Body)
        expect(page.totalResults).toBe(all.length)
        expect(ids(page)).toEqual(all.slice((pageNo - 1) * 15, pageNo * 15))
      }
    },
  )

  test.each([
    ["clock_now() + interval '5 minutes'", 1],
    ["clock_now() - interval '1 second'", 0],
    ["'infinity'", 0],
  ])('has as locked by accident who is locked until %s: %i', async (lockedUntil, found) => {
    const user = await portal.make.user()
    await portal.owner(`update user_sign_ins set locked_until = ${lockedUntil} where user_id = $1`, [user.id])
    expect((await ask({ nm: user.userName, conditionCd: 'locked' })).totalResults).toBe(found)
  })

  test('has the total of what each filter finds, whatever it is sorted by', async () => {
    const [one, other] = [
      await portal.make.user({ cost_center: '0815-1' }),
      await portal.make.user({ cost_center: '0815-2' }),
    ]
    const [row] = await portal.owner(
      `with import as (
         insert into user_imports (owner_id, client_id, file_name, state)
         select id, client_id, 'people.csv', 'created' from users where id = $1 returning id)
       insert into user_import_rows (import_id, row_number, given, created_user_id)
       select import.id, 1, '{}'::jsonb, $2::integer from import returning import_id`,
      [staff.userId, one.id],
    )
    const isLocked = "locked_until > clock_now() and locked_until < 'infinity'"
    await portal.owner(
      `update user_sign_ins set locked_until = clock_now() + interval '5 minutes' where user_id = $1`,
      [other.id],
    )
    const filters: [body: Body, where: string][] = [
      [{ userStatusIds: [2] }, 'status = 2'],
      [{ nm: 'zoë' }, "search_text like '%zoë%'"],
      [{ employerId: otherClient }, `client_id = ${otherClient}`],
      [{ lastLoginBeforeDt: before }, dormant],
      [{ conditionCd: 'locked' }, isLocked],
      [{ importId: row?.['import_id'] }, `u.id = ${one.id}`],
      [{ costCenter: '0815' }, "cost_center like '0815%'"],
    ]
    for (const [body, where] of filters) {
      const all = await plainly({ where, order: 'u.id' })
      expect(all.length).toBeGreaterThan(0)
      for (const orderByColumn of userListColumns)
        expect([body, orderByColumn, (await ask({ ...body, orderByColumn })).totalResults]).toEqual([
          body,
          orderByColumn,
          all.length,
        ])
    }
    await portal.owner('update users set status = 3 where id = any($1)', [[one.id, other.id]])
  })

  test('beyond the last one is empty and still returns the total', async () => {
    for (const pageNo of [100_000, 2_147_483_647])
      expect(await ask({ pageNo })).toEqual({ result: [], totalResults: (await ask({})).totalResults })
    expect(await ask({ nm: 'nobody is called this' })).toEqual({ result: [], totalResults: 0 })
  })

  test('finds the same user by the words of their name and email in any order (UADM-003, UADM-028)', async () => {
    await portal.make.user({ user_name: 'aokonkwo', first_name: 'Adaeze', last_name: 'Okonkwo' })
    for (const nm of ['adaeze okonkwo', 'okonkwo adaeze', ' Okonkwo  ada OKONKWO ', 'ok aokonkwo adaeze'])
      expect((await ask({ nm })).result.map(({ userNm }) => userNm)).toEqual(['aokonkwo'])
    expect((await ask({ nm: 'okonkwo ngozi' })).totalResults).toBe(0)
  })

  test.each(['%', '_', '\\', 'p1_'])('matches %s of a search literally', async (nm) => {
    const literal = await plainly({ where: `position('${nm}' in search_text) > 0`, order: 'id' })
    expect((await ask({ nm })).totalResults).toBe(literal.length)
  })

  test.each([
    { userStatusIds: '4' },
    { userStatusIds: '1;2' },
    { orderByColumn: 'password_hash' },
    { isOrderByDesc: 'down' },
    { pageNo: 0 },
    { pageNo: -1 },
    { pageSize: 14 },
    { pageSize: 10_000 },
    { nm: 'x'.repeat(101) },
    { nm: 'a\0b' },
    { lastLoginBeforeDt: 'yesterday' },
  ])('refuses %j with 400 and a sentence at that field', async (body) => {
    const answer = await raw(body)
    expect(answer.status).toBe(400)
    expect(answer.data).toEqual([{ field: Object.keys(body)[0], message: expect.stringMatching(/^(This|That|The) /) }])
  })

  test('refuses filters that it does not know, by their names', async () => {
    const answer = await raw({ nm: 'a', other: 1, "status'--": 2 })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.data)).toContain('other')
  })
})

describe('an administrator of an employer (AUTZ-010)', () => {
  const everyWay = userListColumns.flatMap((orderByColumn) =>
    ['', 'ann', 'li'].flatMap((nm) => [1, 5].map((pageNo) => ({ orderByColumn, nm, pageNo }))),
  )
  test.each(everyWay)('sees only its users by %j', async (body) => {
    const page = await ask(body as Body, clientAdmin)
    expect(new Set(page.result.map(({ employerId }) => employerId))).toEqual(new Set([ownClient]))
    const [count] = await portal.owner(
      'select count(*)::integer as users from users where client_id = $1 and search_text like $2',
      [ownClient, `%${body.nm}%`],
    )
    expect(page.totalResults).toBe(count?.['users'])
  })

  test('gets no user of another employer, not even by naming it', async () => {
    expect(await ask({ employerId: otherClient }, clientAdmin)).toEqual({ result: [], totalResults: 0 })
    expect(await ask({ employerId: otherClient, nm: 'ann' }, clientAdmin)).toEqual({ result: [], totalResults: 0 })
    expect((await ask({ employerId: otherClient })).totalResults).toBeGreaterThan(0)
  })
})

test('the employers of the filter are found by name or id; an administrator of one finds that one only (AUTZ-010)', async () => {
  const found = async (admin: Browser, query = {}) =>
    (await admin.call(searchEmployers, { params: { uid: admin.userId }, query })).map(({ nameTxt }) => nameTxt)
  expect(await found(staff, { text: 'HARB' })).toEqual(['Harborview'])
  expect(await found(staff, { id: otherClient })).toEqual(['Northwind'])
  expect(await found(clientAdmin)).toEqual(['Harborview'])
  expect(await found(clientAdmin, { id: otherClient })).toEqual([])
})

test('the list learns whether the administrator is a portal administrator, and who provides the second factor (UADM-033)', async () => {
  const optionsOf = (admin: Browser) => admin.call(getUserListOptions, { params: { uid: admin.userId } })
  const others = { securityProvider: 'built-in', signOnAsFlg: false, usAssociate: false }
  expect(await optionsOf(staff)).toEqual({ portalAdminFlg: true, ...others })
  expect(await optionsOf(clientAdmin)).toEqual({ portalAdminFlg: false, ...others })
})

test('staff are portal administrators while they administer the portal’s own system, and no other (AUTZ-006)', async () => {
  const admin = await adminOf({ is_internal: true })
  const isPortalAdmin = async () =>
    (await admin.call(getUserListOptions, { params: { uid: admin.userId } })).portalAdminFlg
  await portal.make.grant({ id: admin.userId }, { systemId: await portal.make.system(), isAdmin: true })
  expect(await isPortalAdmin()).toBe(true)
  await portal.owner('update user_system_grants set is_admin = system_id <> 2 where user_id = $1', [admin.userId])
  expect(await isPortalAdmin()).toBe(false)
})
