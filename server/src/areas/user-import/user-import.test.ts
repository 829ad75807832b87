import { type ClientRequest, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import {
  commitUserImport,
  correctUserImport,
  exportImportTemplate,
  getUserImport,
  listUserImports,
  uploadUserImport,
} from '@portico/contract/user-import/user-import.ts'
import { IMPORT_ROWS_MAX, userImportColumns } from '@portico/contract/user-import/user-import-rules.ts'
import { tenDigitPhones } from '@portico/contract/phones/phone-numbers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { sheetOf } from '../../../test/reports.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { jobRegistry } from '../../composition/job-registry.ts'
import { smtpAddress } from '../../config/smtp-address.mjs'
import { positionOf } from '../../db/call-place.ts'
import type { Db } from '../../db/database.ts'
import { jobSchema } from '../../db/job-schema.ts'
import { RETRY_LIMIT } from '../../jobs/queue.ts'
import { type Jobs, startJobs } from '../../jobs/runner.ts'
import { createLogger } from '../../logging.ts'
import { smtpTransport } from '../../ports/mail/smtp-transport.ts'
import { writeXlsx } from '../../spreadsheet/xlsx.ts'
import { userImportJob } from './user-import.job.ts'

let portal: Portal
let jobs: Jobs
let mailServer: MailServer
let closeTransport: () => void
let staff: Browser
let clientAdmin: Browser
let otherAdmin: Browser
let harbor: number
let atlas: number

beforeAll(async () => {
  portal = await startPortal()
  harbor = await portal.make.client({ name: 'Harbor' })
  atlas = await portal.make.client({ name: 'Atlas' })
  staff = await adminOf({ is_internal: true })
  clientAdmin = await adminOf({ client_id: harbor })
  otherAdmin = await adminOf({ client_id: harbor })
  await portal.owner(
    `insert into client_domains (client_id, domain, is_confirmed) values
       ($1, 'harbor.test', true), ($1, 'shared.test', true), ($2, 'shared.test', true), ($2, 'rumored.test', false)`,
    [harbor, atlas],
  )
  await portal.owner("insert into internal_domains (domain) values ('northgate.test')")
  await portal.owner("insert into departments (id, name) values (1, 'Billing')")
  mailServer = await startMailServer()
  const { config, database, hashing, storage } = portal
  const transport = smtpTransport({
    server: { ...smtpAddress('smtp://127.0.0.1'), port: mailServer.port },
    from: 'portal@portal.example.test',
    connectMs: 600_000,
    replyMs: 600_000,
  })
  closeTransport = () => transport.close()
  jobs = await startJobs({
    url: config.databaseUrl ?? '',
    database,
    logger: createLogger('silent', 'test'),
    timeZone: 'UTC',
    jobs: jobRegistry({ database, config, transport, storage, hashing, scanner: null }),
    onlyDrained: true,
  })
})
afterAll(async () => {
  await jobs.stop()
  closeTransport()
  await mailServer.stop()
  await portal.close()
})
beforeEach(async () => {
  mailServer.arrived.length = 0
})

async function adminOf(columns: Record<string, unknown>): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, ['User Administration'])
  return portal.as(user)
}

const HEADER = 'First name,Last name,Email,Employer,User ID'
const csv = (...rows: string[]) => Buffer.from([HEADER, ...rows, ''].join('\r\n'))

function upload(content: Buffer, admin = staff, name = 'users.csv') {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  return admin.request('POST', fillPath(uploadUserImport.path, { uid: String(admin.userId) }), {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]),
  })
}
const idsOf = (importId: number, admin: Browser) => ({ uid: admin.userId, importId })
const read = (importId: number, admin = staff) => admin.call(getUserImport, { params: idsOf(importId, admin) })
const get = (importId: number, admin: Browser) =>
  admin.request('GET', fillPath(getUserImport.path, { uid: String(admin.userId), importId: String(importId) }))
const post = (path: string, importId: number, admin: Browser, body: object = {}) =>
  admin.request('POST', fillPath(path, { uid: String(admin.userId), importId: String(importId) }), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const commit = (importId: number, admin = staff) => post(commitUserImport.path, importId, admin)
/** Uploads a file and waits until it is checked. */
async function check(content: Buffer, admin = staff) {
  const answer = await upload(content, admin)
  expect(answer).toMatchObject({ code: '200' })
  const { importId } = answer.data as { importId: number }
  await jobs.drain()
  return read(importId, admin)
}
const issuesOf = ({ issues }: Awaited<ReturnType<typeof check>>) =>
  issues.map(({ rowNbr, columnNm, message, warningFlg }) => `${rowNbr} ${columnNm}${warningFlg ? '?' : ''}: ${message}`)
/** Runs the job of an import beside the one in the queue. */
const runJob = (
  importId: number,
  {
    db = portal.database.jobs,
    hasReplica = false,
    attempt = 1,
    signal = new AbortController().signal,
  }: { db?: Db; hasReplica?: boolean; attempt?: number; signal?: AbortSignal } = {},
) =>
  userImportJob({ db, hasReplica, timeZone: 'UTC', phones: tenDigitPhones }).run(
    { importId },
    { attempt, signal, logger: createLogger('silent', 'test'), parameters: '' },
  )
/** How far a replica has to be to answer the sessions of a user. */
const writtenTo = async (userId: number | undefined) =>
  (await portal.owner('select written_to::text as lsn from sessions where user_id = $1', [userId])).map(
    ({ lsn }) => lsn,
  )
const usersCalled = (lastName: string) =>
  portal.owner('select * from users where last_name = $1 order by id', [lastName])
const TOO_MANY_ROWS =
  '422 An import can have at most 100,000 rows, blank ones included. Delete blank rows, or split the file.'
const refusalOf = async (content: Buffer) => {
  const { status, message } = await upload(content)
  return `${status} ${message}`
}

describe('importing users', () => {
  test('checks small files before large ones that came earlier', async () => {
    const file = (rows: number) =>
      Buffer.from(`email,last name,first name,employer\n${'a@b.test,Turn,Ada,Nowhere\n'.repeat(rows)}`)
    for (const rows of [1_200, 2, 3]) expect(await upload(file(rows), staff)).toMatchObject({ code: '200' })
    await jobs.drain()
    const runs = await portal.owner(
      "select message from job_runs where job_code = 'user-import' order by id desc limit 3",
    )
    expect(runs.map(({ message }) => /^Rows checked: ([\d,]+)/.exec(String(message))?.[1]).toReversed()).toEqual([
      '2',
      '3',
      '1,200',
    ])
  })

  test('keeps no marks that change the direction of writing but in what finds an account, which the rules refuse', async () => {
    const marked = (text: string) => `${text.slice(0, 1)}\u202e${text.slice(1)}`
    const columns = userImportColumns(true).filter(({ field }) => field !== 'internalUserFlg')
    const values: Readonly<Record<string, string>> = {
      firstNm: 'Mark',
      lastNm: 'Turned',
      emailAddress: 'mark@harbor.test',
      employerNm: 'Harbor',
      userNm: 'mark.turned',
    }
    const finding = ['emailAddress', 'userNm']
    const line = (of: (column: (typeof columns)[number]) => string) => columns.map((one) => marked(of(one))).join(',')
    const content = [line(({ header }) => header), line(({ field }) => values[field] ?? field), ''].join('\r\n')
    const found = await check(Buffer.from(content))
    expect(issuesOf(found)).toEqual(
      expect.arrayContaining([expect.stringContaining('2 Email: '), expect.stringContaining('2 User ID: ')]),
    )
    const given = async () =>
      (await portal.owner('select given from user_import_rows where import_id = $1', [found.importId]))[0]?.['given']
    expect(await given()).toEqual(
      expect.objectContaining(
        Object.fromEntries(
          columns.map(({ field }) => {
            const value = values[field] ?? field
            return [field, finding.includes(field) ? marked(value) : value]
          }),
        ),
      ),
    )
    const corrected = { rowNbr: 2, fieldCd: 'lastNm', valueTxt: marked('Corner'), sameValuesFlg: 'N' }
    expect(await post(correctUserImport.path, found.importId, staff, corrected)).toMatchObject({ code: '200' })
    expect(await given()).toMatchObject({ lastNm: 'Corner' })
    const formula = [HEADER, 'Formula,Hidden,formula@harbor.test,Harbor,\u202e=1+1', ''].join('\r\n')
    expect(issuesOf(await check(Buffer.from(formula)))).toEqual([expect.stringContaining('2 User ID: ')])
  })

  test('creates all of them at once, with their own audit events, and mails each a password that works (UADM-142, UADM-113)', async () => {
    const found = await check(
      Buffer.from(
        [
          'EMAIL;last name;First-Name;employer;User ID;Work phone;Department;Employee ID;mi',
          'ada@harbor.test;Importer;Ada;;ada.imported;206-555-0100;billing;E-1;B',
          'grace@elsewhere.test;Importer;Grace;ATLAS;;2065550101;;;',
          'gina@elsewhere.test;Importer;Gina;Atlas;;;;;',
          '',
        ].join('\n'),
      ),
    )
    expect(found).toMatchObject({ stateCd: 'checked', rowCount: 3, doneCount: 3, errorCount: 0, issues: [] })
    expect(await usersCalled('Importer')).toEqual([])
    expect(await commit(found.importId)).toMatchObject({ code: '200' })
    await jobs.drain()
    expect(await read(found.importId)).toMatchObject({ stateCd: 'created', doneCount: 3 })
    const [ada, grace, gina] = await usersCalled('Importer')
    expect(ada).toMatchObject({
      user_name: 'ada.imported',
      middle_initial: 'B',
      client_id: harbor,
      work_phone: '2065550100',
      department_id: 1,
      employee_id: 'E-1',
      password_changed_at: null,
    })
    expect([grace?.['user_name'], gina?.['user_name']]).toEqual(['gimporter', 'gimporter2'])
    expect(grace?.['client_id']).toBe(atlas)
    const events = await portal.owner(
      "select event, actor_user_id, subject_user_id, client_id, after, request_id from audit_events where event in ('user_created', 'users_imported') order by id",
    )
    expect(events).toHaveLength(4)
    expect(events[0]).toMatchObject({
      event: 'user_created',
      actor_user_id: staff.userId,
      subject_user_id: ada?.['id'],
      client_id: harbor,
      after: { userName: 'ada.imported', email: 'ada@harbor.test', workExtension: null },
    })
    expect(events[3]).toMatchObject({ event: 'users_imported', after: { file: 'users.csv', users: 3 } })
    expect(new Set(events.map((event) => event['request_id'])).size).toBe(1)
    const mail = mailServer.arrived.find(({ to }) => to.includes('ada@harbor.test'))
    const password = /[a-z0-9]{5}(?:-[a-z0-9]{5})+/.exec(mail?.parsed.text ?? '')?.[0] ?? ''
    // Beyond the password, every user sets up a second factor.
    expect(await portal.browser().trySignIn('ada.imported', password)).toMatchObject({ code: '309' })
  })

  test('shows me all of them at once, also where lists come from a replica that does not have them yet', async () => {
    const admin = await adminOf({ is_internal: true })
    const found = await check(csv('Ida,Replicated,ida@harbor.test,Harbor,ida.replicated'), admin)
    expect(await commit(found.importId, admin)).toMatchObject({ code: '200' })
    const [before] = await portal.owner('select pg_current_wal_insert_lsn()::text as lsn')
    expect(await writtenTo(admin.userId)).toEqual([null])
    await runJob(found.importId, { hasReplica: true })
    expect(await usersCalled('Replicated')).toHaveLength(1)
    const [lsn] = await writtenTo(admin.userId)
    expect(positionOf(String(lsn))).toBeGreaterThan(positionOf(String(before?.['lsn'])))
    expect(lsn).not.toBe('FFFFFFFF/FFFFFFFF')
    await jobs.drain()
  })

  test('makes no password before its mail leaves, and keeps none after (decision E18)', async () => {
    mailServer.answers.to = () => '451 try later'
    const { importId } = await check(csv('Late,Mailed,late@harbor.test,,late.mailed'))
    await commit(importId)
    const outbox = () =>
      portal.owner("select template, fields::text from outbox_mails where to_address = 'late@harbor.test'")
    const hash = async () => (await usersCalled('Mailed'))[0]?.['password_hash']
    await jobs.drain()
    // The first attempt has made it; the next one sends the same.
    const first = await hash()
    expect(first).toEqual(expect.any(String))
    delete mailServer.answers.to
    await portal.moveClock('10 minutes')
    await jobs.drain('deliver-mail')
    await portal.moveClock('0')
    expect(await hash()).toBe(first)
    expect(mailServer.arrived).toHaveLength(1)
    expect(await outbox()).toEqual([{ template: 'temporary-password', fields: '{}' }])
  })

  test('mails no password to a user who has one already or is no longer active', async () => {
    const { importId } = await check(csv('One,Early,one@harbor.test,,', 'Two,Early,two@harbor.test,,'))
    await commit(importId)
    await portal.owner(
      `create function early_change() returns trigger language plpgsql as $$ begin
         update users set status = 2 where last_name = 'Early' and first_name = 'One'; return null; end $$`,
    )
    await portal.owner(
      'create trigger early_change after insert on users for each statement execute function early_change()',
    )
    await jobs.drain()
    await portal.owner('drop function early_change cascade')
    expect(mailServer.arrived.map(({ to }) => to).flat()).toEqual(['two@harbor.test'])
    expect((await usersCalled('Early'))[0]?.['password_hash']).toBeNull()
  })

  test('with a bad row changes nothing, and names row, column and reason of each', async () => {
    await portal.make.user({
      user_name: 'taken.name',
      email: 'taken@harbor.test',
      first_name: 'Tina',
      last_name: 'Taken',
    })
    const found = await check(
      csv(
        'Ada,Badrow,ada.badrow@harbor.test,,ada.badrow',
        'B@d,Badrow,no address,,x',
        'Cleo,Badrow,cleo@harbor.test,Nowhere,TAKEN.name',
        'Dora,Badrow,dora@shared.test,,',
        'Eve,=1+1,eve@harbor.test,,',
        'Ada,Badrow,ADA.BADROW@harbor.test,,Ada.Badrow',
        'Tina,Taken,taken@harbor.test,,',
        'Fay,Badrow,taken@harbor.test,,',
        'Gwen,Badrow,gwen@harbor.test,,,extra',
        `Hope,${'x'.repeat(600)},hope@harbor.test,,`,
      ),
    )
    expect(found).toMatchObject({ stateCd: 'checked', rowCount: 10, errorCount: 8, warningCount: 1 })
    expect(issuesOf(found)).toEqual([
      '3 Employer: Error: Employer is missing.',
      "3 First name: Use only letters, digits, spaces and . , ' -",
      '3 Email: Enter a valid email address.',
      '3 User ID: Use 3 to 50 letters, digits and . _ -, beginning with a letter or digit.',
      '4 Employer: No employer has this name.',
      '4 User ID: This user ID is taken.',
      '5 Employer: Error: Employer is missing.',
      '6 Last name: Formulas aren’t imported. Enter the value itself.',
      '7 User ID: Row 2 has the same user ID.',
      '7 : Row 2 has the same name and email address.',
      '8 : A user with this name and email address already exists.',
      '10 : This row has more values than the header has columns.',
      '11 Last name: The text entered exceeds the maximum length (at most 50 characters)',
      '9 Email?: Another user has this email address.',
      '9 Email?: Row 8 has the same email address.',
    ])
    expect(await commit(found.importId)).toMatchObject({
      status: 422,
      message: 'Correct the errors first. Nobody has been created.',
    })
    await jobs.drain()
    expect(await usersCalled('Badrow')).toEqual([])
  })

  test('of a corrected result works: its own columns are ignored', async () => {
    const { importId } = await check(csv('Ada,Corrected,ada@corrected.test,Nowhere,'))
    const result = await post(
      '/ccservices/secure/admin/rest/db/user-admin/admin-users/{uid}/cpusers/imports/{importId}/result',
      importId,
      staff,
      { format: 'csv' },
    )
    expect(result.text).toContain('2,Ada,,Corrected,ada@corrected.test,Nowhere')
    expect(result.text).toContain('Employer: No employer has this name.')
    const found = await check(Buffer.from(result.text.replace('Nowhere', 'Harbor')))
    expect(found).toMatchObject({ errorCount: 0 })
    await commit(found.importId)
    await jobs.drain()
    expect(await usersCalled('Corrected')).toHaveLength(1)
  })

  test('takes the template of either format as it is', async () => {
    for (const format of ['csv', 'xlsx']) {
      const response = await fetch(staff.origin + fillPath(exportImportTemplate.path, { uid: String(staff.userId) }), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: staff.origin,
          authorization: `Bearer ${staff.sessionToken}`,
          'x-csrf-token': staff.csrfToken ?? '',
          cookie: [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: JSON.stringify({ format }),
      })
      const found = await check(Buffer.from(await response.arrayBuffer()))
      expect(issuesOf(found)).toEqual(['2 Employer: Error: Employer is missing.'])
    }
  })

  test('from a workbook with a thousand rows and ten bad ones changes nothing, and corrected creates them all', async () => {
    const rows = (bad: number) =>
      Array.from({ length: 1_000 }, (_, index) => {
        const initial = index < bad ? '?' : ''
        return ['Person', 'Thousandth', `p${index}@harbor.test`, initial, `person.${index}`]
      })
    const sheet = (bad: number) => {
      const columns = ['First name', 'Last name', 'Email', 'Middle initial', 'User ID'].map((header, index) => ({
        header,
        value: (row: string[]) => row[index] ?? null,
      }))
      async function* all() {
        yield rows(bad)
      }
      return buffer(writeXlsx(all(), columns))
    }
    const found = await check(await sheet(10))
    expect(found).toMatchObject({ rowCount: 1_000, errorCount: 10 })
    expect(await commit(found.importId)).toMatchObject({ status: 422 })
    expect(await usersCalled('Thousandth')).toEqual([])
    const corrected = await check(await sheet(0))
    expect(corrected).toMatchObject({ errorCount: 0 })
    await commit(corrected.importId)
    const logger = createLogger('silent', 'test')
    const { signal } = new AbortController()
    const job = userImportJob({ db: portal.database.jobs, timeZone: 'UTC', phones: tenDigitPhones })
    await job.run({ importId: corrected.importId }, { signal, logger, attempt: 1, parameters: '' })
    expect(await usersCalled('Thousandth')).toHaveLength(1_000)
    const mails = await portal.owner(
      "delete from outbox_mails where template = 'first-password' and state = 'waiting' returning id",
    )
    expect(mails).toHaveLength(1_000)
  })

  test('proposes user IDs for any number of users of one name, and passes over those that are taken (decision E18)', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => `Jo,Samename,jo${index}@harbor.test,,`)
    await portal.make.user({ user_name: 'JSamename101', client_id: harbor })
    const found = await check(csv(...rows, 'Jo,Other,jo.other@harbor.test,,jsamename2'))
    expect(issuesOf(found)).toEqual([])
    const names = await portal.owner(
      `select details ->> 'userName' as name from user_import_rows where import_id = $1 order by row_number`,
      [found.importId],
    )
    const free = Array.from({ length: 252 }, (_, index) => `jsamename${index === 0 ? '' : index + 1}`)
    expect(names.map(({ name }) => name)).toEqual([
      ...free.filter((name) => name !== 'jsamename101' && name !== 'jsamename2'),
      'jsamename2',
    ])
  })

  test('changes nothing of a user whom it names, an administrator least of all (S52)', async () => {
    const made = await portal.make.user({
      user_name: 'is.here',
      email: 'is.here@harbor.test',
      client_id: harbor,
      status: 2,
    })
    await portal.make.adminPages(made, ['Audit Trail'])
    const state = () =>
      portal.owner(
        `select to_jsonb(u) as user, to_jsonb(s) as sign_in from users u join user_sign_ins s on s.user_id = u.id where u.id = $1`,
        [made.id],
      )
    const before = await state()
    await portal.owner(`update sessions set authenticated_at = now() - interval '1 hour' where user_id = $1`, [
      staff.userId,
    ])
    const { importId, errorCount } = await check(csv('Ada,Lovelace,elsewhere@harbor.test,Harbor,is.here'))
    expect(errorCount).toBe(1)
    expect((await commit(importId)).status).toBe(422)
    await jobs.drain()
    expect(await state()).toEqual(before)
  })

  test('refuses what a check has missed: a user ID that was taken before the creation', async () => {
    const { importId } = await check(csv('Ada,Overtaken,ada@overtaken.test,Harbor,over.taken'))
    await portal.make.user({ user_name: 'over.taken', last_name: 'First' })
    await commit(importId)
    await jobs.drain()
    const found = await read(importId)
    expect(found).toMatchObject({ stateCd: 'checked', errorCount: 1 })
    expect(issuesOf(found)).toEqual(['2 User ID: This user ID is taken.'])
    expect(await usersCalled('Overtaken')).toEqual([])
  })

  test('leaves nothing where a row cannot be stored, and can be repeated', async () => {
    const { importId } = await check(
      csv('Ada,Stopped,ada@stopped.test,Harbor,', 'Bea,Stopped,bea@stopped.test,Harbor,'),
    )
    await commit(importId)
    await portal.owner(
      `create function refuse_mail() returns trigger language plpgsql as $$ begin
         if new.to_address = 'bea@stopped.test' then raise 'no'; end if; return new; end $$`,
    )
    await portal.owner(
      'create trigger refuse_mail before insert on outbox_mails for each row execute function refuse_mail()',
    )
    await jobs.drain()
    expect(await usersCalled('Stopped')).toEqual([])
    expect(await read(importId)).toMatchObject({ stateCd: 'creating' })
    await portal.owner('drop function refuse_mail cascade')
    await portal.owner(`update ${jobSchema}.job set start_after = now() where name = 'user-import' and state = 'retry'`)
    await jobs.drain()
    expect(await usersCalled('Stopped')).toHaveLength(2)
    // A second call changes nothing.
    expect(await commit(importId)).toMatchObject({ code: '200' })
    await jobs.drain()
    expect(await usersCalled('Stopped')).toHaveLength(2)
  })

  test('is given up with its last attempt, and not before', async () => {
    const { importId } = await check(csv('Ada,Refused,ada@refused.test,Harbor,'))
    await portal.owner(`update user_imports set state = 'creating' where id = $1`, [importId])
    await portal.owner(`create function refuse_mail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`)
    await portal.owner(
      'create trigger refuse_mail before insert on outbox_mails for each row execute function refuse_mail()',
    )
    const states: unknown[] = []
    for (let attempt = 1; attempt <= RETRY_LIMIT + 1; attempt++) {
      await expect(runJob(importId, { attempt })).rejects.toThrow('no')
      states.push((await read(importId)).stateCd)
    }
    await portal.owner('drop function refuse_mail cascade')
    expect(states).toEqual([...Array.from({ length: RETRY_LIMIT }, () => 'creating'), 'failed'])
  })
})

test('an import is not given up by a node that stops during its last attempt', async () => {
  const { importId } = await check(csv('Ada,Interrupted,ada@interrupted.test,Harbor,'))
  await portal.owner(`update user_imports set state = 'creating' where id = $1`, [importId])
  await expect(runJob(importId, { attempt: RETRY_LIMIT + 1, signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  expect((await read(importId)).stateCd).toBe('creating')
  await runJob(importId)
  expect(await usersCalled('Interrupted')).toHaveLength(1)
})

describe('an import at which two runs are at once, as the first was thought dead', () => {
  const stored = (importId: number) =>
    portal.owner('select state, is_refused as refused from user_imports where id = $1', [importId])
  const created = [{ state: 'created', refused: false }]
  /** The database, with what happens after its first read: the import is read by then, as it was. */
  function afterFirstRead(happens: () => Promise<unknown>): Db {
    const real = portal.database.jobs
    let isFirst = true
    return {
      ...real,
      read: async (scope, work) => {
        const found = await real.read(scope, work)
        if (isFirst) {
          isFirst = false
          await happens()
        }
        return found
      },
    }
  }

  test('stays imported where my rights end while the first creates its users', async () => {
    const leaving = await adminOf({ is_internal: true })
    const { importId } = await check(csv('Ada,Overtaken,ada@overtaken.test,Harbor,'), leaving)
    await portal.owner("update user_imports set state = 'creating' where id = $1", [importId])
    await portal.owner('update users set status = 2 where id = $1', [leaving.userId])
    await portal.owner('begin')
    await portal.owner("select pg_advisory_xact_lock(hashtext('user import'), $1)", [importId])
    const second = runJob(importId)
    const waiting = () =>
      portal.owner(
        `select from pg_locks join pg_database on pg_database.oid = database and datname = current_database()
          where locktype = 'advisory' and not granted and objid = $1`,
        [importId],
      )
    await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
    await portal.owner("update user_imports set state = 'created' where id = $1", [importId])
    await portal.owner('commit')
    expect(await second).toBeUndefined()
    expect(await stored(importId)).toEqual(created)
  })

  test('stays imported where the second checks its rows again: nobody’s user ID is taken by themselves', async () => {
    const { importId } = await check(csv('Ada,Doubled,ada@doubled.test,Harbor,ada.doubled'))
    await commit(importId)
    await runJob(importId, { db: afterFirstRead(() => jobs.drain()) })
    expect(await stored(importId)).toEqual(created)
    expect(await read(importId)).toMatchObject({ errorCount: 0, issues: [] })
    expect(await usersCalled('Doubled')).toHaveLength(1)
  })

  test('stays imported where the second is given up', async () => {
    const { importId } = await check(csv('Ada,Outlived,ada@outlived.test,Harbor,'))
    await commit(importId)
    const db = afterFirstRead(async () => {
      await jobs.drain()
      throw new Error('no')
    })
    await expect(runJob(importId, { db, attempt: RETRY_LIMIT + 1 })).rejects.toThrow('no')
    expect(await stored(importId)).toEqual(created)
  })
})

describe('an administrator of an employer', () => {
  test('has no column of the cost center: neither the template nor a file of theirs', async () => {
    const template = async (admin: Browser) => (await sheetOf(admin, exportImportTemplate, { format: 'csv' })).rows[0]
    expect(await template(staff)).toContain('Cost center')
    expect(await template(clientAdmin)).not.toContain('Cost center')
    const file = Buffer.from(`${HEADER},Cost center\nA,Costly,a@harbor.test,harbor,,4711`)
    expect(await upload(file, clientAdmin)).toMatchObject({
      code: '422',
      message: 'These columns aren’t known: Cost center. Remove them, or name them as in the template.',
    })
    const { importId } = await check(file)
    await commit(importId)
    await jobs.drain()
    expect(await usersCalled('Costly')).toMatchObject([{ cost_center: '4711' }])
  })

  test('imports users of their own employer only, and nobody internal (AUTZ-010, UADM-123)', async () => {
    const found = await check(
      Buffer.from(
        'First name,Last name,Email,Employer,Internal user\nA,Ownuser,a@x.test,,\nB,Ownuser,b@x.test,harbor,n\nC,Ownuser,c@x.test,Atlas,\nD,Ownuser,d@x.test,,Y\nE,Ownuser,e@x.test,,perhaps',
      ),
      clientAdmin,
    )
    expect(issuesOf(found)).toEqual([
      '4 Employer: You can’t add users to this employer.',
      '5 Internal user: Only internal administrators can add internal users.',
      '6 Internal user: Enter Y or N.',
    ])
    const own = await check(csv('A,Ownuser,a@x.test,,', 'B,Ownuser,b@x.test,harbor,'), clientAdmin)
    await commit(own.importId, clientAdmin)
    await jobs.drain()
    expect(new Set((await usersCalled('Ownuser')).map((user) => user['client_id']))).toEqual(new Set([harbor]))
  })

  test('learns nothing of other employers’ users but that a user ID is taken', async () => {
    await portal.make.user({
      client_id: atlas,
      user_name: 'of.atlas',
      email: 'of@atlas.test',
      first_name: 'Of',
      last_name: 'Atlas',
    })
    const found = await check(csv('Of,Atlas,of@atlas.test,,', 'Other,Atlas,other@atlas.test,,of.atlas'), clientAdmin)
    expect(issuesOf(found)).toEqual(['3 User ID: This user ID is taken.'])
  })

  test('does not find an import of anybody else (AUTZ-010)', async () => {
    const { importId } = await check(csv('A,Hidden,a@hidden.test,,'), clientAdmin)
    for (const other of [otherAdmin, staff]) {
      expect((await commit(importId, other)).status).toBe(404)
      expect((await get(importId, other)).status).toBe(404)
    }
    expect(await read(importId, clientAdmin)).toMatchObject({ stateCd: 'checked' })
  })

  test('who moved to another employer meanwhile creates nobody', async () => {
    const moving = await adminOf({ client_id: harbor })
    const { importId } = await check(csv('A,Moving,a@moving.test,,'), moving)
    await commit(importId, moving)
    await portal.owner('update users set client_id = $1 where id = $2', [atlas, moving.userId])
    await jobs.drain()
    expect(await usersCalled('Moving')).toEqual([])
    expect(await portal.owner('select state from user_imports where id = $1', [importId])).toEqual([
      { state: 'failed' },
    ])
  })

  test('who lost the page meanwhile creates nobody', async () => {
    const leaving = await adminOf({ client_id: harbor })
    const { importId } = await check(csv('A,Leaving,a@leaving.test,,'), leaving)
    await commit(importId, leaving)
    await portal.owner('update users set status = 2 where id = $1', [leaving.userId])
    await jobs.drain()
    expect(await usersCalled('Leaving')).toEqual([])
    expect(await portal.owner('select state from user_imports where id = $1', [importId])).toEqual([
      { state: 'failed' },
    ])
  })
})

describe('an upload that does not end', () => {
  test('keeps its user, and a second one its employer, from uploading another file, and nobody else', async () => {
    const [slow, slower] = [clientAdmin, otherAdmin]
    const third = await adminOf({ client_id: harbor })
    const elsewhere = await adminOf({ client_id: atlas })
    const rows = csv('A,Waiting,a@waiting.test,,')
    const codesOf = async (admins: readonly Browser[]) => {
      const answers = await Promise.all(admins.map((admin) => upload(rows, admin)))
      return answers.map(({ status, message }) => `${status} ${message}`)
    }
    const listed = await importsOf(slow)
    const first = await beginUpload(slow)
    expect(await importsOf(slow)).toEqual(listed)
    expect(await codesOf([slow, slower])).toEqual([
      '503 Another file of yours is still being uploaded. Try again when it’s done.',
      expect.stringMatching(/^200 /),
    ])
    const second = await beginUpload(slower)
    expect(await codesOf([third, elsewhere, staff])).toEqual([
      '503 Other imports are being uploaded. Try again in a moment.',
      expect.stringMatching(/^200 /),
      expect.stringMatching(/^200 /),
    ])
    first.destroy()
    await expect.poll(receiving).toBe(1)
    expect(await codesOf([slow])).toEqual([expect.stringMatching(/^200 /)])
    second.destroy()
    await expect.poll(receiving).toBe(0)
    await portal.owner('delete from user_imports')
  })
})

const importsOf = (admin: Browser) => admin.call(listUserImports, { params: { uid: admin.userId } })
const receiving = async () => (await portal.owner("select 1 from user_imports where state = 'receiving'")).length

/** Sends the beginning of a file, and returns the connection once the portal reads it. */
async function beginUpload(admin: Browser): Promise<ClientRequest> {
  const before = await receiving()
  const sending = request(`${admin.origin}${fillPath(uploadUserImport.path, { uid: String(admin.userId) })}`, {
    method: 'POST',
    headers: {
      origin: admin.origin,
      cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      authorization: `Bearer ${admin.sessionToken ?? ''}`,
      'x-csrf-token': admin.csrfToken ?? '',
      'content-type': 'multipart/form-data; boundary=b',
    },
  })
  sending.on('error', () => undefined)
  sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="users.csv"\r\n\r\nFirst name')
  await expect.poll(receiving).toBe(before + 1)
  return sending
}

test('internal users are those of the company’s own domains, unless the file says otherwise (UADM-122)', async () => {
  const found = await check(
    Buffer.from(
      'First name,Last name,Email,Employer,Internal user\nA,Insider,a@northgate.test,Harbor,\nB,Insider,b@northgate.test,Harbor,N\nC,Insider,c@x.test,Harbor,yes',
    ),
  )
  await commit(found.importId)
  await jobs.drain()
  expect((await usersCalled('Insider')).map((user) => user['is_internal'])).toEqual([true, false, true])
})

describe('a file', () => {
  test.each([
    ['no required column', 'First name,Email\nA,b@c.test', 'These columns are missing: Last name.'],
    [
      'a column that nobody knows',
      `${HEADER},Status\n`,
      'These columns aren’t known: Status. Remove them, or name them as in the template.',
    ],
    ['a column twice', `${HEADER},e-mail\nA`, 'These columns appear more than once: Email.'],
    ['no rows', `${HEADER}\n\n ,,\n`, 'This file has no rows below its header.'],
    ['nothing in it', '', 'This file has no rows below its header.'],
    [
      'old workbooks',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'This workbook has a password or an old format. Save it as an Excel workbook (.xlsx) without a password.',
    ],
    [
      'another encoding',
      Buffer.from(`${HEADER}\nJosé`, 'latin1'),
      'This file is neither UTF-8 nor UTF-16. Save it as “CSV UTF-8”.',
    ],
    [
      'a broken archive',
      'PK\u0003\u0004broken',
      'This file can’t be read. Upload an Excel workbook (.xlsx) or a CSV file.',
    ],
  ])('with %s is refused with a sentence, and nothing of it stays', async (_, content, message) => {
    const before = await portal.owner('select count(*) from user_imports')
    expect(await refusalOf(Buffer.from(content as string))).toBe(`422 ${message}`)
    expect(await portal.owner('select count(*) from user_imports')).toEqual(before)
  })

  test.each(['users.xlsx', 'Users.XLSX'])('of text named %s is refused as no workbook', async (name) => {
    expect(await upload(csv('A,B,a@b.test,,'), staff, name)).toMatchObject({
      status: 422,
      message: 'This file is no Excel workbook, although its name ends in .xlsx. Save it as one, or as a CSV file.',
    })
  })

  test('with more than 100,000 rows is refused, however many more', async () => {
    const rows = 'A,B,a@b.test,,\n'.repeat(IMPORT_ROWS_MAX + 1)
    expect(await refusalOf(Buffer.from(`${HEADER}\n${rows}`))).toBe(TOO_MANY_ROWS)
    expect(await portal.owner("select 1 from user_imports where state = 'receiving'")).toEqual([])
  })

  test.each([
    ['before its header', `${'\n'.repeat(IMPORT_ROWS_MAX + 1)}${HEADER}\nA,B,a@b.test,,`],
    ['with and without values', `${HEADER}\n${'A,B,a@b.test,,\n,,,,\n'.repeat(IMPORT_ROWS_MAX / 2)}\n`],
    ['of a megabyte of empty lines', `${HEADER}\n${'\n'.repeat(1024 * 1024)}`],
  ])('with more than 100,000 rows %s is refused: blank ones count', async (_, content) => {
    expect(await refusalOf(Buffer.from(content))).toBe(TOO_MANY_ROWS)
  })

  test('with as many rows as an import may have is taken, a blank one among them', async () => {
    const answer = await upload(Buffer.from(`${HEADER}\n\n${'A,B,a@b.test,,\n'.repeat(IMPORT_ROWS_MAX - 1)}`))
    expect(answer).toMatchObject({ code: '200' })
    await portal.owner('delete from user_imports')
  })

  test('of more than 40 MB is refused', async () => {
    const content = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(40 * 1024 * 1024)])
    expect(await refusalOf(content)).toBe('422 A file can have at most 40 MB.')
  })

  test('that unpacks to more than an import needs is refused before it is unpacked', async () => {
    async function* rows() {
      yield ['Ada']
    }
    const bytes = await buffer(writeXlsx(rows(), [{ header: 'First name', value: (cell) => cell }]))
    const entry = bytes.lastIndexOf(Buffer.from('504b0102', 'hex'))
    bytes.writeUInt32LE(3_000_000_000, entry + 24)
    expect(await refusalOf(bytes)).toBe(
      '422 This workbook is too large once it is unpacked. Remove other sheets, or upload a CSV file.',
    )
  })

  test('has a name without marks that change the direction of writing', async () => {
    const { data } = await upload(csv('A,Marked,a@mark.test,Harbor,'), staff, 'people\u202evsc.\u2066csv')
    await jobs.drain()
    expect(await read((data as { importId: number }).importId)).toMatchObject({ fileNm: 'peoplevsc.csv' })
  })

  test('creates nobody before it is checked', async () => {
    const { data } = await upload(csv('A,Unchecked,a@early.test,Harbor,'))
    const { importId } = data as { importId: number }
    expect(await commit(importId)).toMatchObject({ status: 422, message: 'This import is still being checked.' })
    await jobs.drain()
    expect(await portal.owner("select 1 from users where last_name = 'Unchecked'")).toEqual([])
  })

  test('with more than 100 cells in a row is refused', async () => {
    expect(await refusalOf(Buffer.from(`${HEADER}\nA,B${','.repeat(1_000_000)}`))).toBe(
      '422 A row can have at most 100 cells, blank ones included. Delete the columns to the right of the last header.',
    )
  })

  test('that names a person twice creates nobody, whatever their user IDs', async () => {
    const { importId, errorCount, issues } = await check(
      csv(
        'Lou,Twin,lou@twin.test,Harbor,lou.one',
        'Lou,Twin,LOU@twin.test,Harbor,lou.two',
        'Mo,Twin,lou@twin.test,Harbor,',
      ),
    )
    expect(errorCount).toBe(1)
    expect(issues.map(({ rowNbr, message, warningFlg }) => [rowNbr, message, warningFlg])).toEqual([
      [3, 'Row 2 has the same name and email address.', false],
      [4, 'Row 2 has the same email address.', true],
    ])
    expect(await commit(importId)).toMatchObject({ code: '422' })
    await jobs.drain()
    expect(await usersCalled('Twin')).toEqual([])
  })

  test('and its rows are deleted a week later, and not before', async () => {
    const { importId } = await check(csv('A,Kept,a@kept.test,Harbor,'))
    const left = async (age: string) => {
      await portal.moveClock(age)
      await jobs.drain('user-import-purge')
      await portal.moveClock('0')
      return (await portal.owner('select from user_import_rows where import_id = $1', [importId])).length
    }
    expect([await left('167 hours'), await left('169 hours')]).toEqual([1, 0])
  })
})

describe('correcting an import', () => {
  const correct = (importId: number, body: object, admin = staff) =>
    post(correctUserImport.path, importId, admin, { sameValuesFlg: 'N', ...body })
  const again = async (importId: number, admin = staff) => {
    await jobs.drain()
    return read(importId, admin)
  }

  test('a misspelt employer comes with the one that was probably meant, which goes into all rows that have it', async () => {
    const { importId, issues } = await check(
      csv(
        'Ada,Mend,ada.mend@harbor.test,Habror,',
        'Bo,Mend,bo.mend@harbor.test,Habror,',
        'Cy,Mend,cy.mend@harbor.test,Elsewhere Inc,',
      ),
    )
    expect(issues.map(({ valueTxt, suggestionTxt }) => [valueTxt, suggestionTxt])).toEqual([
      ['Habror', 'Harbor'],
      ['Habror', 'Harbor'],
      ['Elsewhere Inc', null],
    ])
    const change = { rowNbr: 2, fieldCd: 'employerNm', valueTxt: 'Harbor', sameValuesFlg: 'Y' }
    expect(await correct(importId, change)).toMatchObject({ code: '200' })
    expect(await again(importId)).toMatchObject({ stateCd: 'checked', errorCount: 1, issues: [{ rowNbr: 4 }] })
    await correct(importId, { rowNbr: 4, fieldCd: 'employerNm', valueTxt: 'atlas' })
    expect(await again(importId)).toMatchObject({ stateCd: 'checked', errorCount: 0, issues: [] })
    await commit(importId)
    await jobs.drain()
    const created = await portal.owner(
      `select client.name::text as name from users join clients client on client.id = client_id
        where last_name = 'Mend' order by first_name`,
    )
    expect(created.map(({ name }) => name)).toEqual(['Harbor', 'Harbor', 'Atlas'])
  })

  test('a client administrator gets no suggestion of another client', async () => {
    const { issues } = await check(csv('Di,Mend,di.mend@harbor.test,Altas,'), clientAdmin)
    expect(issues).toMatchObject([{ fieldCd: 'employerNm', suggestionTxt: null }])
    const own = await check(csv('Di,Mend,di.mend@harbor.test,Habror,'), clientAdmin)
    expect(own.issues).toMatchObject([{ fieldCd: 'employerNm', suggestionTxt: 'Harbor' }])
  })

  test('an employer that was deleted is none, and is not the one that was meant', async () => {
    await portal.owner('update clients set is_deleted = true where id = $1', [
      await portal.make.client({ name: 'Lighthouse' }),
    ])
    const { issues } = await check(
      csv('Ida,Mend,ida.mend@harbor.test,Lighthouse,', 'Jo,Mend,jo.mend@harbor.test,Lighthosue,'),
    )
    expect(issues.map(({ rowNbr, message, suggestionTxt }) => [rowNbr, message, suggestionTxt])).toEqual([
      [2, 'No employer has this name.', null],
      [3, 'No employer has this name.', null],
    ])
  })

  test('a value keeps nothing that the database cannot store', async () => {
    const { importId } = await check(csv('Kim,Mend,kim.mend,Harbor,'))
    const change = { rowNbr: 2, fieldCd: 'emailAddress', valueTxt: 'kim\0.mend@\0' }
    expect(await correct(importId, change)).toMatchObject({ code: '200' })
    expect(await again(importId)).toMatchObject({ issues: [{ valueTxt: 'kim.mend@' }] })
    expect(await correct(importId, { ...change, valueTxt: 'kim\ud800.mend@' })).toMatchObject({ code: '200' })
    expect(await again(importId)).toMatchObject({ issues: [{ valueTxt: 'kim\ufffd.mend@' }] })
  })

  test('a value is checked like those of the file, and creates nobody while it is wrong', async () => {
    const { importId } = await check(csv('Ed,Mend,=1+1,Harbor,'))
    expect(await correct(importId, { rowNbr: 2, fieldCd: 'emailAddress', valueTxt: '=2' })).toMatchObject({
      code: '422',
      data: [{ field: 'valueTxt' }],
    })
    await correct(importId, { rowNbr: 2, fieldCd: 'emailAddress', valueTxt: 'ed.mend' })
    expect(await again(importId)).toMatchObject({ errorCount: 1, issues: [{ valueTxt: 'ed.mend' }] })
    expect(await commit(importId)).toMatchObject({ code: '422' })
    await correct(importId, { rowNbr: 2, fieldCd: 'emailAddress', valueTxt: 'ed.mend@harbor.test' })
    expect(await again(importId)).toMatchObject({ errorCount: 0 })
  })

  test('neither an import of somebody else nor a missing row nor one that is being created can be corrected', async () => {
    const { importId } = await check(csv('Flo,Mend,flo.mend@harbor.test,Harbor,'))
    const change = { rowNbr: 2, fieldCd: 'lastNm', valueTxt: 'Mender' }
    expect(await correct(importId, change, clientAdmin)).toMatchObject({ code: '404' })
    expect(await correct(importId, { ...change, rowNbr: 9 })).toMatchObject({ code: '404' })
    expect(
      await correct(
        (await check(csv('G,M,g.m@harbor.test,Harbor,'), clientAdmin)).importId,
        {
          ...change,
          fieldCd: 'costCenter',
        },
        clientAdmin,
      ),
    ).toMatchObject({ code: '422' })
    await commit(importId)
    expect(await correct(importId, change)).toMatchObject({ code: '422' })
    await jobs.drain()
  })
})
