import { exportUsers } from '@portico/contract/users/users.ts'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnHeadings } from '../../../../../contract/test/user-field-samples.ts'
import type { Browser } from '../../../../test/browser.ts'
import { fillPath } from '../../../../test/guards/sample-call.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { readSheet } from '../../../spreadsheet/read-sheet.ts'

let portal: Portal
let staff: Browser
let clientAdmin: Browser
let clientId: number
beforeAll(async () => {
  portal = await startPortal()
  clientId = await portal.make.client({ name: 'Harborview' })
  const other = await portal.make.client({ name: '=Northwind' })
  staff = await adminOf({ is_internal: true })
  clientAdmin = await adminOf({ client_id: clientId })
  await portal.owner(
    `insert into users (user_name, first_name, last_name, email, client_id, status)
     select 'person.' || n, 'Zed', 'Number' || lpad(n::text, 5, '0'), 'person.' || n || '@zed.test',
            case when n % 2 = 0 then $1::int else $2::int end, case when n % 5 = 0 then 2 else 1 end
       from generate_series(1, 2500) n`,
    [clientId, other],
  )
})
afterAll(() => portal.close())

async function adminOf(columns: Record<string, unknown>): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, ['User Administration'])
  return portal.as(user)
}
const send = (browser: Browser, body: object) =>
  browser.request('POST', fillPath(exportUsers.path, { uid: String(browser.userId) }), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const linesOf = ({ text }: { text: string }) => text.replace('\u{FEFF}', '').trimEnd().split('\r\n')
const zed = { format: 'csv', nm: 'zed', userStatusIds: '1' }

test('the filtered list is exported over all pages, in its order and with its columns, and formulas are text (UADM-003)', async () => {
  const answer = await send(staff, { ...zed, orderByColumn: 'lastNm', isOrderByDesc: 'Y' })
  const [header, ...rows] = linesOf(answer)
  const before = 'First name,Last name,User ID,Email,Employer,Status,Last sign-in (UTC)'
  expect(header).toBe([before, ...columnHeadings].join())
  expect(rows).toHaveLength(2000)
  expect(rows[0]).toBe(
    `Zed,Number02499,person.2499,person.2499@zed.test,"'=Northwind",Active,${columnHeadings.map(() => ',').join('')}`,
  )
  expect(rows.at(-1)).toContain('Number00001')
  expect(answer.headers.get('content-disposition')).toContain('users.csv')
  const workbook = await send(staff, { ...zed, format: 'xlsx' })
  expect(workbook.status).toBe(200)
  expect(workbook.headers.get('content-type')).toContain('spreadsheetml')
})

test.each(['firstNm', 'userNm', 'emailAddress', 'userStatus', 'lastLoginDt', 'recordAddDt'])(
  'sorted by %s it has every user once',
  async (orderByColumn) => {
    for (const isOrderByDesc of ['Y', 'N'])
      expect(new Set(linesOf(await send(staff, { ...zed, orderByColumn, isOrderByDesc }))).size).toBe(2001)
  },
)

test('sorted by their last sign-in, who never signed in comes first, and last the other way round', async () => {
  const dates = [null, '2026-01-01', '2026-02-01']
  for (const [index, date] of dates.entries()) {
    const { id } = await portal.make.user({ user_name: `seen.${index}` })
    await portal.owner('update user_sign_ins set last_signed_in_at = $2 where user_id = $1', [id, date])
  }
  const names = async (isOrderByDesc: 'Y' | 'N') => {
    const [, ...rows] = linesOf(
      await send(staff, { format: 'csv', nm: 'seen', orderByColumn: 'lastLoginDt', isOrderByDesc }),
    )
    return rows.map((row) => row.split(',')[2])
  }
  expect(await names('N')).toEqual(['seen.0', 'seen.1', 'seen.2'])
  expect(await names('Y')).toEqual(['seen.2', 'seen.1', 'seen.0'])
})

test('an administrator of an employer exports their own users only, whatever they ask for (AUTZ-010)', async () => {
  const [, ...own] = linesOf(await send(clientAdmin, zed))
  expect(own).toHaveLength(1000)
  expect(own.every((line) => line.includes('Harborview'))).toBe(true)
  const [, ...others] = linesOf(await send(clientAdmin, { ...zed, employerId: clientId + 1 }))
  expect(others).toEqual([])
})

test('the audit trail has who exported which users', async () => {
  await send(staff, { ...zed, employerId: clientId })
  const [event] = await portal.owner(
    "select actor_user_id, after from audit_events where event = 'users_exported' order by id desc limit 1",
  )
  expect(event).toMatchObject({
    actor_user_id: staff.userId,
    after: { format: 'csv', nm: 'zed', employerId: clientId },
  })
})

test.each([{}, { format: 'pdf' }, { ...zed, orderByColumn: 'passwordHash' }, { ...zed, pageNo: 2 }])(
  'refuses %j with 400',
  async (body) => expect((await send(staff, body)).status).toBe(400),
)

test('names that a spreadsheet would read as formulas, quotes and line breaks stay texts in both formats (L9, S61)', async () => {
  const hostile = ['=1+1', '+1', '-1+2', '@sum', '\t=1', '"quoted", twice', 'line\nbreak', '<b>&']
  for (const [index, name] of hostile.entries())
    await portal.make.user({ user_name: `hostile.${index}`, first_name: name, last_name: 'Hostile' })
  const body = { nm: 'hostile', orderByColumn: 'userNm' }
  const csv = await send(staff, { ...body, format: 'csv' })
  for (const cell of [
    `"'=1+1"`,
    `"'+1"`,
    `"'-1+2"`,
    `"'@sum"`,
    `"'\t=1"`,
    '"""quoted"", twice"',
    '"line\nbreak"',
    '<b>&',
  ])
    expect(csv.text).toContain(`\r\n${cell},Hostile,`)

  const answer = await fetch(staff.origin + fillPath(exportUsers.path, { uid: String(staff.userId) }), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: staff.origin,
      authorization: `Bearer ${staff.sessionToken}`,
      'x-csrf-token': staff.csrfToken ?? '',
      cookie: [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: JSON.stringify({ ...body, format: 'xlsx' }),
  })
  const workbook = Readable.from([Buffer.from(await answer.arrayBuffer())])
  const names: unknown[] = []
  for await (const { cells } of readSheet(workbook, 1_000_000)) names.push(cells[0])
  expect(names).toEqual(['First name', ...hostile].map((text) => ({ text, isFormula: false })))
})
