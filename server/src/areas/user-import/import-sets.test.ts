import { buffer } from 'node:stream/consumers'
import {
  commitUserImport,
  getImportPreview,
  getUserImport,
  uploadUserImport,
} from '@portico/contract/user-import/user-import.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import { permissionSets } from '../../../test/permission-sets.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { drainedJobs } from '../../../test/reports.ts'
import type { Jobs } from '../../jobs/runner.ts'
import { writeXlsx } from '../../spreadsheet/xlsx.ts'

let portal: Portal
let jobs: Jobs
let staff: Browser
let harbor: number
let atlas: number
let ledger: number
let vault: number
let clerk: number

const HEADER = ['First name', 'Last name', 'Email', 'Employer', 'Applications', 'Permission sets', 'Access ends']

beforeAll(async () => {
  portal = await startPortal()
  harbor = await portal.make.client({ name: 'Harbor' })
  atlas = await portal.make.client({ name: 'Atlas' })
  ledger = await portal.make.system({ name: 'Ledger' })
  vault = await portal.make.system({ name: 'Vault' })
  staff = await adminOf({ is_internal: true })
  const { made } = permissionSets(staff)
  clerk = await made({ setNm: 'Clerk', systemIds: [ledger] })
  await made({ setNm: 'Clerk', systemIds: [vault], clientId: atlas })
  await made({ setNm: 'Keeper', systemIds: [vault], clientId: harbor })
  jobs = await drainedJobs(portal)
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
})
let name = 0
beforeEach(() => {
  name++
})

async function adminOf(values: { is_internal?: boolean; client_id?: number }, ...systemIds: number[]) {
  const user = await portal.make.user(values)
  await portal.make.adminPages(user, ['User Administration'])
  for (const systemId of systemIds) await portal.make.grant(user, { systemId, isAdmin: true })
  return portal.as(user)
}

const people = (rows: readonly string[][]) =>
  rows.map((row, index) => [
    `P${String.fromCodePoint(97 + index)}`,
    `Name${String.fromCodePoint(97 + name)}`,
    `p${index}.${name}@x.test`,
    ...row,
  ])
const csv = (rows: readonly string[][]) =>
  Buffer.from([HEADER, ...people(rows)].map((row) => row.map((value) => `"${value}"`).join(',')).join('\n'))
function xlsx(rows: readonly string[][]): Promise<Buffer> {
  const columns = HEADER.map((header, index) => ({ header, value: (row: string[]) => row[index] ?? null }))
  async function* all() {
    yield people(rows)
  }
  return buffer(writeXlsx(all(), columns))
}

/** Uploads users by employer, applications, sets and last day, and waits until they are checked. */
async function check(file: Buffer, by = staff, fileName = 'people.csv'): Promise<number> {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`
  const answer = await by.request('POST', fillPath(uploadUserImport.path, { uid: String(by.userId) }), {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]),
  })
  await jobs.drain()
  return (answer.data as { importId: number }).importId
}
const params = (importId: number, by = staff) => ({ params: { uid: by.userId, importId } })
const issuesOf = async (importId: number, by = staff) =>
  (await by.call(getUserImport, params(importId, by))).issues.map(
    ({ rowNbr, columnNm, message, suggestionTxt }) =>
      `${rowNbr} ${columnNm}: ${message}${suggestionTxt === null ? '' : ` (${suggestionTxt})`}`,
  )
async function commit(importId: number, by = staff) {
  const answer = await by.send(commitUserImport, params(importId, by))
  await jobs.drain()
  return answer
}

/** The sets and applications of the new users, by first name. */
const held = async () =>
  (
    await portal.owner(
      `select person.first_name || ' ' || named.name || coalesce(' ' || client.name, '')
              || coalesce(to_char(had.ends_at at time zone $2, ' YYYY-MM-DD HH24:MI'), '') as had
         from users person join permission_set_holders had on had.user_id = person.id
         join permission_sets named on named.id = had.set_id left join clients client on client.id = named.client_id
        where person.last_name = $1
       union all
       select person.first_name || ' ' || system.name || case when had.by_group then ' by set' else '' end
              || coalesce(to_char(had.ends_at at time zone $2, ' YYYY-MM-DD HH24:MI'), '')
         from users person join user_system_grants had on had.user_id = person.id
         join systems system on system.id = had.system_id where person.last_name = $1 order by 1`,
      [`Name${String.fromCodePoint(97 + name)}`, portal.config.businessTimeZone],
    )
  ).map((row) => row['had'])

describe('a file with permission sets', () => {
  test('creates users who have them until the last day, with what they give, by an act of the administrator', async () => {
    const importId = await check(
      csv([
        ['Harbor', '', 'clerk', '2099-03-31'],
        ['Atlas', 'Ledger', 'Clerk', ''],
        ['Harbor', '', 'Clerk; KEEPER', ''],
        ['Harbor', '', '', ''],
      ]),
    )
    expect(await issuesOf(importId)).toEqual([])
    const preview = await staff.call(getImportPreview, params(importId))
    expect(preview).toMatchObject({
      accessUserCnt: 1,
      setUserCnt: 3,
      endingUserCnt: 1,
      sets: [
        { setNm: 'Clerk', userCnt: 2 },
        { setNm: 'Clerk', userCnt: 1 },
        { setNm: 'Keeper', userCnt: 1 },
      ],
    })
    const others = await check(
      csv([
        ['Harbor', '', 'Keeper', ''],
        ['Harbor', '', 'Clerk; Keeper', ''],
      ]),
    )
    expect((await staff.call(getImportPreview, params(others))).sets).toEqual([
      { setNm: 'Keeper', userCnt: 2 },
      { setNm: 'Clerk', userCnt: 1 },
    ])
    expect(preview.users.map(({ setNms }) => setNms)).toEqual([['Clerk'], ['Clerk'], ['Clerk', 'Keeper'], []])
    await commit(importId)
    expect(await held()).toEqual([
      'Pa Clerk 2099-03-31 23:59',
      'Pa Ledger by set 2099-03-31 23:59',
      'Pb Clerk Atlas',
      'Pb Ledger',
      'Pb Vault by set',
      'Pc Clerk',
      'Pc Keeper Harbor',
      'Pc Ledger by set',
      'Pc Vault by set',
    ])
    const given = await portal.owner(
      `select count(*)::integer as count from audit_events event join users person on person.id = event.subject_user_id
        where event = 'permission_set_given' and actor_user_id = $1 and person.last_name = $2`,
      [staff.userId, `Name${String.fromCodePoint(97 + name)}`],
    )
    expect(given).toEqual([{ count: 4 }])
  })

  test('may be a workbook', async () => {
    const importId = await check(await xlsx([['Harbor', '', 'Clerk; Keeper', '2099-03-31']]), staff, 'a.xlsx')
    expect(await issuesOf(importId)).toEqual([])
    await commit(importId)
    expect(await held()).toContain('Pa Keeper Harbor 2099-03-31 23:59')
  })

  test('names in each row a set that there is not, that is for another client, or that I may not give', async () => {
    const importId = await check(
      csv([
        ['Harbor', '', 'Clerck', ''],
        ['Atlas', '', 'Clerk; Keeper', ''],
        ['Harbor', '', 'Clerk', '2020-01-01'],
      ]),
    )
    expect(await issuesOf(importId)).toEqual([
      '2 Permission sets: There is no permission set “Clerck”. (Clerk)',
      '3 Permission sets: The permission set “Keeper” is for another client.',
      '4 Access ends: The end of the permission set is in the past.',
    ])
    const admin = await adminOf({ client_id: harbor }, ledger)
    const own = await check(
      csv([
        ['', '', 'Clerk', ''],
        ['', '', 'Keeper', ''],
      ]),
      admin,
    )
    expect(await issuesOf(own, admin)).toEqual([
      '3 Permission sets: Only administrators of Vault can change its permissions.',
    ])
  })

  test('does not say to an administrator of a client which sets others have', async () => {
    const admin = await adminOf({ client_id: atlas }, ledger, vault)
    expect(await issuesOf(await check(csv([['', '', 'Keeper', '']]), admin), admin)).toEqual([
      '2 Permission sets: There is no permission set “Keeper”.',
    ])
  })

  test('creates nobody where I may not give a set any more, and is checked again', async () => {
    const admin = await portal.make.user({ client_id: harbor })
    await portal.make.adminPages(admin, ['User Administration'])
    await portal.make.grant(admin, { systemId: ledger, isAdmin: true })
    const by = await portal.as(admin)
    const importId = await check(csv([['', '', 'Clerk', '']]), by)
    expect(await issuesOf(importId, by)).toEqual([])
    await portal.owner('insert into permission_set_items (set_id, system_id, granted_by) values ($1, $2, $3)', [
      clerk,
      vault,
      staff.userId,
    ])
    await commit(importId, by)
    expect([await held(), await issuesOf(importId, by)]).toEqual([
      [],
      ['2 Permission sets: Only administrators of Vault can change its permissions.'],
    ])
    await portal.owner('delete from permission_set_items where set_id = $1 and system_id = $2', [clerk, vault])
  })

  test('needs a fresh sign-in where a set gives pages of the administration', async () => {
    await permissionSets(staff).made({ setNm: 'Office', systemIds: [2] })
    const importId = await check(csv([['Harbor', '', 'Office', '']]))
    await portal.owner(`update sessions set authenticated_at = now() - interval '1 day' where user_id = $1`, [
      staff.userId,
    ])
    expect((await commit(importId)).data).toEqual({ reauth: true })
    expect(await held()).toEqual([])
  })
})
