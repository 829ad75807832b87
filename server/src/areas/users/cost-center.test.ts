import { listAuditEvents } from '@portico/contract/audit/audit.ts'
import { exportUserListReport } from '@portico/contract/reports/reports.ts'
import { getUserDetail, updateUserDetail } from '@portico/contract/users/user-profile.ts'
import { exportUsers, listUsers } from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { sheetOf } from '../../../test/reports.ts'

let portal: Portal
let internal: Browser
let external: Browser
let user: MadeUser

beforeAll(async () => {
  portal = await startPortal()
  const client = await portal.make.client({ name: 'Harbor' })
  internal = await adminOf({ is_internal: true })
  external = await adminOf({ client_id: client })
  user = await portal.make.user({ client_id: client, last_name: 'Ledger' })
  await portal.make.user({ client_id: client, last_name: 'Other', cost_center: '90_1%' })
})
afterAll(() => portal.close())

async function adminOf(columns: Record<string, unknown>): Promise<Browser> {
  const admin = await portal.make.user(columns)
  await portal.make.adminPages(admin, ['User Administration', 'User List Report', 'Audit Trail'])
  return portal.as(admin)
}
const save = (by: Browser, costCenter: string | null) =>
  by.send(updateUserDetail, { params: { uid: by.userId, userId: user.id }, body: { user: { costCenter } } })
const read = async (by: Browser) =>
  (await by.call(getUserDetail, { params: { uid: by.userId, userId: user.id } })).cpUser.user.costCenter
const everybody = { userType: 'ALL', adminFlg: 'ALL', dateType: 'all' }
const stored = async () => (await portal.owner('select cost_center from users where id = $1', [user.id]))[0]
const listed = async (by: Browser, costCenter?: string) => {
  const body = { ...(costCenter !== undefined && { costCenter }) }
  const { result, totalResults } = await by.call(listUsers, { params: { uid: by.userId }, body })
  expect(totalResults).toBe(result.length)
  return result.map(({ lastNm, costCenter: shown }) => [lastNm, shown])
}

/** Last name and cost center of each row, the header included. */
const costCentersIn = ({ rows }: { rows: readonly string[][] }) => {
  const column = rows[0]?.indexOf('Cost center') ?? -1
  return rows.map((row) => [row[1], row[column]])
}

describe('an internal administrator', () => {
  test('sets the cost center of a user, and sees it in the profile and the list', async () => {
    expect(await save(internal, ' 4711-a ')).toMatchObject({ code: '200' })
    expect(await read(internal)).toBe('4711-a')
    expect(await listed(internal)).toContainEqual(['Ledger', '4711-a'])
  })

  test.each([
    ['x'.repeat(31), 'The text entered exceeds the maximum length'],
    ['#1', "Use only letters, digits, spaces and . , ' / -, beginning with a letter or digit."],
  ])('reads at the field why %s is refused', async (wrong, message) => {
    await save(internal, '4711-a')
    expect(await save(internal, wrong)).toMatchObject({
      code: '422',
      data: [{ field: 'costCenter', message }],
    })
    expect(await stored()).toEqual({ cost_center: '4711-a' })
    expect(await save(internal, 'x'.repeat(30))).toMatchObject({ code: '200' })
  })

  test('finds users by the beginning of the cost center, in any case, and no pattern in it', async () => {
    await save(internal, '4711-A')
    expect(await listed(internal, ' 4711-a')).toEqual([['Ledger', '4711-A']])
    expect(await listed(internal, '711')).toEqual([])
    expect(await listed(internal, '90_1%')).toEqual([['Other', '90_1%']])
    expect(await listed(internal, '9__1')).toEqual([])
  })

  test('reads it in the export of the list, in the report and in the audit trail', async () => {
    await save(internal, null)
    await save(internal, '4711-A')
    const exported = await sheetOf(internal, exportUsers, { format: 'xlsx', costCenter: '4711' })
    expect(costCentersIn(exported)).toEqual([
      ['Last name', 'Cost center'],
      ['Ledger', '4711-A'],
    ])
    const report = await sheetOf(internal, exportUserListReport, everybody)
    expect(costCentersIn(report)).toContainEqual(['Ledger', '4711-A'])
    expect((await events(internal))[0]).toMatchObject({ before: { costCenter: null }, after: { costCenter: '4711-A' } })
  })
})

describe('an administrator of a client', () => {
  test('does not see it in the profile, the list, the export, the report and the audit trail', async () => {
    await save(internal, null)
    await save(internal, '4711-A')
    expect(await read(external)).toBeNull()
    expect(await listed(external)).toContainEqual(['Ledger', null])
    for (const [endpoint, body] of [
      [exportUsers, { format: 'xlsx' }],
      [exportUserListReport, everybody],
    ] as const) {
      const { rows } = await sheetOf(external, endpoint, body)
      expect(rows.some((row) => row.includes('Ledger'))).toBe(true)
      expect(rows.flat()).not.toContain('Cost center')
      expect(rows.flat()).not.toContain('4711-A')
    }
    const [change] = await events(external)
    expect(change).toMatchObject({ eventCd: 'user_updated', subjectId: user.id })
    expect(JSON.stringify(change)).not.toMatch(/costCenter|4711/)
  })

  test('finds nobody by it: what is sent for it changes nothing of the list', async () => {
    expect(await listed(external, '4711')).toEqual(await listed(external))
    expect(await listed(external, 'none')).toEqual(await listed(external))
  })

  test('neither sets nor clears it', async () => {
    await save(internal, '4711-A')
    for (const sent of ['1', null]) expect(await save(external, sent)).toMatchObject({ code: '200' })
    expect(await stored()).toEqual({ cost_center: '4711-A' })
  })
})

const events = (by: Browser) =>
  by.call(listAuditEvents, { params: { uid: by.userId }, query: { subjectId: user.id, eventCd: 'user_updated' } })
