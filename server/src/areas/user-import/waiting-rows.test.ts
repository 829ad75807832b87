import {
  commitUserImport,
  commitValidRows,
  correctUserImport,
  getImportPreview,
  getUserImport,
  listUserImports,
  uploadUserImport,
} from '@portico/contract/user-import/user-import.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { drainedJobs } from '../../../test/reports.ts'
import type { Jobs } from '../../jobs/runner.ts'

let portal: Portal
let jobs: Jobs
let admin: Browser
let otherAdmin: Browser

beforeAll(async () => {
  portal = await startPortal()
  const harbor = await portal.make.client({ name: 'Harbor' })
  admin = await adminOf({ client_id: harbor })
  otherAdmin = await adminOf({ client_id: harbor })
  jobs = await drainedJobs(portal)
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
})

async function adminOf(columns: Record<string, unknown>): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, ['User Administration'])
  return portal.as(user)
}

/** Uploads rows of first name, last name, email and user ID, and waits until they are checked. */
async function check(...rows: string[]): Promise<number> {
  const content = ['First name,Last name,Email,User ID', ...rows].join('\n')
  const form = `--b\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\n\r\n${content}\r\n--b--\r\n`
  const answer = await admin.request('POST', fillPath(uploadUserImport.path, { uid: String(admin.userId) }), {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.from(form),
  })
  await jobs.drain()
  return (answer.data as { importId: number }).importId
}

const params = (importId: number, by = admin) => ({ params: { uid: by.userId, importId } })
const read = (importId: number) => admin.call(getUserImport, params(importId))
const createValid = (importId: number) => admin.call(commitValidRows, params(importId))
const listed = async (by = admin) =>
  (await by.call(listUserImports, { params: { uid: by.userId } })).map(
    ({ fileNm, stateCd, rowCount, errorCount }) => `${fileNm} ${stateCd} ${rowCount} ${errorCount}`,
  )
const namesOf = async (importId: number, by = admin) => {
  const { result, totalResults } = await by.call(listUsers, { params: { uid: by.userId }, body: { importId } })
  expect(totalResults).toBe(result.length)
  return result.map(({ firstNm }) => firstNm)
}
const correct = (importId: number, rowNbr: number, valueTxt: string) =>
  admin.call(correctUserImport, {
    ...params(importId),
    body: { rowNbr, fieldCd: 'emailAddress', valueTxt, sameValuesFlg: false },
  })

describe('an administrator who creates the valid rows of a file', () => {
  test('finds the others in an import of their own, corrects them there, and creates them', async () => {
    const importId = await check(
      'Ada,Split,ada@split.test,',
      'Bea,Split,nowhere,',
      'Cleo,Split,cleo@split.test,',
      'Dora,Split,also nowhere,',
    )
    const { waitingImportId } = await createValid(importId)
    expect(await read(importId)).toMatchObject({ stateCd: 'creating', rowCount: 2, errorCount: 0 })
    await jobs.drain()
    expect(await read(importId)).toMatchObject({
      stateCd: 'created',
      rowCount: 2,
      createdBeforeCount: 0,
      waitingImportId,
      waitingCount: 2,
    })
    const waitingId = waitingImportId ?? 0
    expect(await listed()).toEqual(['people.csv checked 2 2', 'people.csv created 2 0'])
    expect(await namesOf(importId)).toEqual(['Ada', 'Cleo'])
    const waiting = await read(waitingId)
    expect(waiting).toMatchObject({ fileNm: 'people.csv', createdBeforeCount: 2, waitingImportId: null })
    expect(waiting.issues.map(({ rowNbr, columnNm }) => `${rowNbr} ${columnNm}`)).toEqual(['3 Email', '5 Email'])
    await correct(waitingId, 3, 'bea@split.test')
    await jobs.drain()
    const again = await createValid(waitingId)
    await jobs.drain()
    expect(await namesOf(waitingId)).toEqual(['Bea'])
    await correct(again.waitingImportId ?? 0, 5, 'dora@split.test')
    await jobs.drain()
    await admin.call(commitUserImport, params(again.waitingImportId ?? 0))
    await jobs.drain()
    expect(await namesOf(again.waitingImportId ?? 0)).toEqual(['Dora'])
    expect(await read(again.waitingImportId ?? 0)).toMatchObject({ createdBeforeCount: 3, waitingImportId: null })
    const events = await portal.owner("select after from audit_events where event = 'users_imported' order by id")
    expect(events.map(({ after }) => after)).toEqual([
      { file: 'people.csv', users: 2, waiting: 2 },
      { file: 'people.csv', users: 1, waiting: 1 },
      { file: 'people.csv', users: 1 },
    ])
  })

  test('creates nobody twice by a second call', async () => {
    const importId = await check('Ada,Twice,ada@twice.test,', 'Bea,Twice,nowhere,')
    const first = await createValid(importId)
    expect(await createValid(importId)).toEqual(first)
    await jobs.drain()
    expect(await createValid(importId)).toEqual(first)
    await jobs.drain()
    expect(await namesOf(importId)).toEqual(['Ada'])
    expect((await read(first.waitingImportId ?? 0)).rowCount).toBe(1)
  })

  test('keeps rows of the file that fail later together with those that wait', async () => {
    const importId = await check('Ada,Late,ada@late.test,ada.late', 'Bea,Late,bea@late.test,', 'Cleo,Late,nowhere,')
    await portal.make.user({ user_name: 'ada.late' })
    const { waitingImportId } = await createValid(importId)
    await jobs.drain()
    expect(await read(importId)).toMatchObject({ stateCd: 'checked', rowCount: 2, errorCount: 1 })
    expect(await createValid(importId)).toEqual({ waitingImportId })
    await jobs.drain()
    expect(await namesOf(importId)).toEqual(['Bea'])
    expect(await read(waitingImportId ?? 0)).toMatchObject({ rowCount: 2, errorCount: 2, createdBeforeCount: 1 })
  })

  test('imports the rows that wait only once the others are there, so that nobody is created twice', async () => {
    const importId = await check('Ada,Once,ada@once.test,', 'Ada,Once,ada@once.test,', 'Bea,Once,bea@once.test,')
    const waiting = (await createValid(importId)).waitingImportId ?? 0
    for (const call of [commitValidRows, commitUserImport])
      expect(await admin.send(call, params(waiting))).toMatchObject({
        status: 422,
        message: 'Other rows of this file are being imported. Import these once that’s done.',
      })
    // What the check of rows makes of the waiting ones while the others are in the queue.
    await portal.owner(`update user_imports set error_count = 0 where id = $1`, [waiting])
    expect((await admin.send(commitUserImport, params(waiting))).status).toBe(422)
    await jobs.drain()
    await admin.call(commitUserImport, params(waiting))
    await jobs.drain()
    expect(await read(waiting)).toMatchObject({ stateCd: 'checked', errorCount: 1 })
    expect((await read(waiting)).issues.map(({ message }) => message)).toEqual([
      'A user with this name and email address already exists.',
    ])
    expect(await portal.owner(`select first_name from users where last_name = 'Once' order by 1`)).toEqual([
      { first_name: 'Ada' },
      { first_name: 'Bea' },
    ])
  })

  test('has one of two imports of a file created at a time, also where both are asked for at once', async () => {
    const importId = await check('Ada,Race,ada@race.test,', 'Ada,Race,ada@race.test,', 'Bea,Race,bea@race.test,')
    const waiting = (await createValid(importId)).waitingImportId ?? 0
    await portal.owner(`update user_imports set state = 'checked', error_count = 0 where id in ($1, $2)`, [
      importId,
      waiting,
    ])
    const answers = await Promise.all([importId, waiting].map((id) => admin.send(commitUserImport, params(id))))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422'])
    await jobs.drain()
  })

  test('has everybody created where no row has errors', async () => {
    const importId = await check('Ada,Whole,ada@whole.test,')
    expect(await createValid(importId)).toEqual({ waitingImportId: null })
    await jobs.drain()
    expect(await namesOf(importId)).toEqual(['Ada'])
  })

  test('cannot where every row has errors, or the rows are still being checked', async () => {
    const importId = await check('Ada,None,nowhere,')
    const refusal = async () => {
      const { status, message } = await admin.send(commitValidRows, params(importId))
      return `${status} ${message}`
    }
    expect(await refusal()).toBe('422 Every row has errors. Correct them first; nobody has been created.')
    await correct(importId, 2, 'ada@none.test')
    expect(await refusal()).toBe('422 This import is still being checked.')
    await jobs.drain()
  })

  test('alone finds the import, the list and its users', async () => {
    const importId = await check('Ada,Own,ada@own.test,', 'Bea,Own,nowhere,')
    expect((await otherAdmin.send(commitValidRows, params(importId, otherAdmin))).status).toBe(404)
    await createValid(importId)
    await jobs.drain()
    expect(await listed(otherAdmin)).toEqual([])
    expect(await namesOf(importId, otherAdmin)).toEqual([])
    expect(await namesOf(importId)).toEqual(['Ada'])
  })
})

test('an administrator sees beforehand what the valid rows will become, and nothing of another’s import', async () => {
  const importId = await check(
    'Ada,Preview,ada@preview.test,',
    'Bea,Preview,nowhere,',
    'Cleo,Preview,cleo@preview.test,cleo.p',
    'Ada,Preview,ada@preview.test,',
  )
  expect(await admin.call(getImportPreview, params(importId))).toEqual({
    userCnt: 2,
    employerCnt: 1,
    employers: [{ employerNm: 'Harbor', userCnt: 2 }],
    accessUserCnt: 0,
    endingUserCnt: 0,
    applications: [],
    setUserCnt: 0,
    sets: [],
    users: [
      {
        rowNbr: 2,
        firstNm: 'Ada',
        lastNm: 'Preview',
        userNm: 'apreview',
        emailAddress: 'ada@preview.test',
        employerNm: 'Harbor',
        applications: [],
        setNms: [],
      },
      {
        rowNbr: 4,
        firstNm: 'Cleo',
        lastNm: 'Preview',
        userNm: 'cleo.p',
        emailAddress: 'cleo@preview.test',
        employerNm: 'Harbor',
        applications: [],
        setNms: [],
      },
    ],
  })
  expect((await otherAdmin.send(getImportPreview, params(importId, otherAdmin))).status).toBe(404)
})
