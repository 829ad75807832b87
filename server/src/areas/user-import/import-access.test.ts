import {
  commitUserImport,
  commitValidRows,
  correctUserImport,
  getImportPreview,
  getUserImport,
  uploadUserImport,
} from '@portico/contract/user-import/user-import.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { drainedJobs } from '../../../test/reports.ts'
import type { Jobs } from '../../jobs/runner.ts'

let portal: Portal
let jobs: Jobs
let portalAdmin: Browser
/** Internal, administers Ledger alone, without its sensitive data and its pages. */
let systemAdmin: Browser

beforeAll(async () => {
  portal = await startPortal()
  const { make } = portal
  await make.client({ name: 'Harbor' })
  const section = await make.section()
  const ledger = await make.system({ name: 'Ledger' })
  const vault = await make.system({ name: 'Vault' })
  for (const [system, names] of [
    [ledger, ['Entries', 'Invoices']],
    [vault, ['Invoices']],
  ] as const)
    for (const name of names) await make.page({ system_id: system, section_id: section, name })
  await make.page({ system_id: vault, section_id: section, name: 'Staff', is_internal_only: true })
  portalAdmin = await adminOf()
  systemAdmin = await adminOf(ledger)
  jobs = await drainedJobs(portal)
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
})

async function adminOf(administers?: number): Promise<Browser> {
  const user = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(user, ['User Administration'])
  if (administers !== undefined) {
    await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [user.id])
    await portal.make.grant(user, { systemId: administers, isAdmin: true })
  }
  return portal.as(user)
}

const params = (importId: number, by = portalAdmin) => ({ params: { uid: by.userId, importId } })

/** Uploads users of a last name with their applications, pages, rights and end, and waits until they are checked. */
async function check(lastName: string, rows: readonly string[], by = portalAdmin): Promise<number> {
  const lines = rows.map(
    (row, index) => `P${String.fromCodePoint(97 + index)},${lastName},p${index}@${lastName}.test,Harbor,${row}`,
  )
  const content = ['First name,Last name,Email,Employer,Applications,Pages,Rights,Access ends', ...lines].join('\n')
  const form = `--b\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\n\r\n${content}\r\n--b--\r\n`
  const answer = await by.request('POST', fillPath(uploadUserImport.path, { uid: String(by.userId) }), {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.from(form),
  })
  await jobs.drain()
  return (answer.data as { importId: number }).importId
}

async function issuesOf(importId: number, by = portalAdmin) {
  const { issues } = await by.call(getUserImport, params(importId, by))
  return issues.map(({ rowNbr, columnNm, message, suggestionTxt }) =>
    [`${rowNbr} ${columnNm}: ${message}`, ...(suggestionTxt === null ? [] : [`(${suggestionTxt})`])].join(' '),
  )
}

/** What the users of a last name hold, by first name. */
async function heldBy(lastName: string): Promise<string[]> {
  const rows = await portal.owner(
    `select u.first_name || ' ' || held.name as held
       from users u join lateral (
         select system.name || case when is_admin then ' admin' else '' end
                || case when has_sensitive_data then ' sensitive' else '' end
                || coalesce(to_char(ends_at at time zone $2, ' YYYY-MM-DD HH24:MI'), '') as name, granted.user_id
           from current_system_grants granted join systems system on system.id = granted.system_id
         union all
         select system.name || ' / ' || page.name || coalesce(to_char(ends_at at time zone $2, ' YYYY-MM-DD HH24:MI'), ''),
                granted.user_id
           from current_page_grants granted join pages page on page.id = granted.page_id
           join systems system on system.id = page.system_id) held on held.user_id = u.id
      where u.last_name = $1 order by held`,
    [lastName, portal.config.businessTimeZone],
  )
  return rows.map(({ held }) => String(held))
}

describe('a file that gives access', () => {
  test('creates users who hold it until the last day, each recorded as an act of the administrator', async () => {
    const importId = await check('Given', [
      'ledger,Entries,,2099-03-31',
      'Ledger; Vault,Vault/Invoices,Administrator; Vault: sensitive data,',
      'Vault,Invoices,,72685',
      ',,,',
    ])
    expect(await issuesOf(importId)).toEqual([])
    expect(await portalAdmin.call(getImportPreview, params(importId))).toMatchObject({
      userCnt: 4,
      accessUserCnt: 3,
      endingUserCnt: 2,
      applications: [
        { systemNm: 'Ledger', userCnt: 2 },
        { systemNm: 'Vault', userCnt: 2 },
      ],
      users: [
        { applications: ['Ledger'] },
        { applications: ['Ledger', 'Vault'] },
        { applications: ['Vault'] },
        { applications: [] },
      ],
    })
    await portalAdmin.call(commitUserImport, params(importId))
    await jobs.drain()
    expect(await heldBy('Given')).toEqual([
      'Pa Ledger / Entries 2099-03-31 23:59',
      'Pa Ledger 2099-03-31 23:59',
      'Pb Ledger admin',
      'Pb Vault / Invoices',
      'Pb Vault admin sensitive',
      'Pc Vault / Invoices 2098-12-31 23:59',
      'Pc Vault 2098-12-31 23:59',
    ])
    const events = await portal.owner(
      `select actor_user_id, after from audit_events where event = 'user_permissions_changed' order by id`,
    )
    expect(events.map((event) => event['actor_user_id'])).toEqual(Array(3).fill(portalAdmin.userId))
    expect(events[1]?.['after']).toEqual({
      Ledger: 'Assigned, Administrator',
      Vault: 'Assigned, Administrator, Sensitive data',
      'Vault / Invoices': 'Assigned',
    })
  })

  test('names what is wrong at its cell, and what was probably meant', async () => {
    const importId = await check('Wrong', [
      'Ledgr; Vault,,,',
      'Nowhere at all,,,',
      'Ledger; Vault,Invoices,,',
      'Vault,Invoces,,',
      'Vault,Staff,,',
      'Ledger,Vault / Invoices,,',
      'Ledger,,King,',
      ',,Administrator,2099-01-01',
      'Ledger,,,31/12/2099',
      'Ledger,,,2099-02-30',
      'Ledger,,,2020-01-01',
      'Ledger,,,0000-01-01',
      'Ledger,,,9999-12-31',
      `${Array.from({ length: 21 }, (_, index) => `A${index}`).join(';')},,,`,
    ])
    expect(await issuesOf(importId)).toEqual([
      '2 Applications: There is no application “Ledgr” that you can give. (Ledger; Vault)',
      '3 Applications: There is no application “Nowhere at all” that you can give.',
      '4 Pages: Several applications have a page “Invoices”: Ledger, Vault. Write the application before it, as in “Ledger / Invoices”.',
      '5 Pages: There is no page “Invoces” that you can give. (Invoices)',
      '6 Pages: Staff is for internal users only.',
      '7 Pages: Invoices can only be assigned together with its application.',
      '8 Rights: “King” is no right. Enter “Administrator” or “Sensitive data”.',
      '9 Rights: Enter the applications that this is about.',
      '9 Access ends: Enter the applications that this is about.',
      '10 Access ends: Enter the last day as YYYY-MM-DD, as in 2027-01-31.',
      '11 Access ends: Enter the last day as YYYY-MM-DD, as in 2027-01-31.',
      '12 Access ends: The end date of Ledger must be today or later.',
      '13 Access ends: Enter the last day as YYYY-MM-DD, as in 2027-01-31.',
      '14 Access ends: Enter the last day as YYYY-MM-DD, as in 2027-01-31.',
      '15 Applications: Enter at most 20 names and 499 characters per cell.',
    ])
  })

  test('is corrected in its cell, while the others are created with their access', async () => {
    const importId = await check('Later', ['Ledger,,,', 'Vaul,,,'])
    const { waitingImportId } = await portalAdmin.call(commitValidRows, params(importId))
    await jobs.drain()
    expect(await heldBy('Later')).toEqual(['Pa Ledger'])
    const waiting = waitingImportId ?? 0
    const body = { rowNbr: 3, fieldCd: 'applicationsTxt' as const, valueTxt: 'Vault', sameValuesFlg: true }
    await portalAdmin.call(correctUserImport, { ...params(waiting), body })
    await jobs.drain()
    await portalAdmin.call(commitUserImport, params(waiting))
    await jobs.drain()
    expect(await heldBy('Later')).toEqual(['Pa Ledger', 'Pb Vault'])
  })

  test('gives only what its administrator may give', async () => {
    const importId = await check(
      'Limited',
      ['Ledger,,,', 'Vault,,,', 'Ledger,Entries,,', 'Ledger,,Sensitive data,'],
      systemAdmin,
    )
    expect(await issuesOf(importId, systemAdmin)).toEqual([
      '3 Applications: There is no application “Vault” that you can give.',
      '4 Pages: There is no page “Entries” that you can give.',
      '5 Rights: You need access to sensitive data in Ledger yourself to give it to others.',
    ])
  })

  test('creates nobody once its administrator may not give that any more', async () => {
    const importId = await check('Withdrawn', ['Ledger,,,'], systemAdmin)
    await systemAdmin.call(commitUserImport, params(importId, systemAdmin))
    await portal.owner(`update user_system_grants set is_admin = false where user_id = $1`, [systemAdmin.userId])
    await jobs.drain()
    expect(await issuesOf(importId, systemAdmin)).toEqual([
      '2 Applications: There is no application “Ledger” that you can give.',
    ])
    expect(await portal.owner(`select from users where last_name = 'Withdrawn'`)).toEqual([])
  })

  test.each([
    ['were locked', `update user_sign_ins set locked_until = 'infinity' where user_id = $1`],
    [
      'had the session revoked',
      `update sessions set ended_at = clock_now(), end_reason = 'revoked' where user_id = $1`,
    ],
  ])('creates nobody for administrators who %s meanwhile, and says why', async (why, sql) => {
    const user = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(user, ['User Administration'])
    const admin = await portal.as(user)
    const lastName = why.replaceAll(' ', '')
    const importId = await check(lastName, ['Ledger,,,'], admin)
    await admin.call(commitUserImport, params(importId, admin))
    await portal.owner(sql, [admin.userId])
    await jobs.drain()
    await portal.owner('update user_sign_ins set locked_until = null where user_id = $1', [admin.userId])
    const again = await portal.as(user)
    expect(await again.call(getUserImport, params(importId, again))).toMatchObject({
      stateCd: 'failed',
      refusedFlg: true,
    })
    expect(await portal.owner('select from users where last_name = $1', [lastName])).toEqual([])
  })

  test('asks for a fresh sign-in where it gives rights in the portal itself (S52)', async () => {
    const importId = await check('Portal', ['Customer Portal,,,', 'Nowhere at all,,,'])
    const whole = await check('Whole', ['Customer Portal,,,'])
    await portal.owner(`update sessions set authenticated_at = now() - interval '1 hour' where user_id = $1`, [
      portalAdmin.userId,
    ])
    expect(await portalAdmin.send(commitValidRows, params(importId))).toMatchObject({
      code: '401',
      data: { reauth: true },
    })
    expect(await portalAdmin.send(commitUserImport, params(whole))).toMatchObject({ code: '401' })
    expect(await portalAdmin.call(getUserImport, params(importId))).toMatchObject({ stateCd: 'checked', rowCount: 2 })
    await portal.owner('update sessions set authenticated_at = now() where user_id = $1', [portalAdmin.userId])
    await portalAdmin.call(commitValidRows, params(importId))
    await jobs.drain()
    expect(await heldBy('Portal')).toEqual(['Pa Customer Portal'])
  })
})
