import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { planAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { uploadUserImport } from '@portico/contract/user-import/user-import.ts'
import { exportUsers } from '@portico/contract/users/users.ts'
import { createWebhook } from '@portico/contract/webhooks/webhooks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../test/browser.ts'
import { fillPath } from '../../test/guards/sample-call.ts'
import { jobContext } from '../../test/job-context.ts'
import { type MailServer, startMailServer } from '../../test/mail-server.ts'
import type { MadeUser } from '../../test/make.ts'
import { type Portal, startPortal } from '../../test/portal.ts'
import { sheetOf } from '../../test/reports.ts'
import { ACCESS_CHANGED_AT_ONCE } from '../areas/access-changes/run-access-change.ts'
import { USERS_CHOSEN_AT_ONCE } from '../areas/access-changes/choose-users.ts'
import { ACCESS_PLANNED_AT_ONCE } from '../areas/access-changes/plan-access-change.ts'
import { MAILED_AT_ONCE } from '../areas/announcements/notify-readers.ts'
import { SEALED_AT_ONCE } from '../areas/audit/sealed-events.ts'
import { DOCUMENTS_PURGED_AT_ONCE } from '../areas/documents/document-purge.job.ts'
import { SCANNED_AT_ONCE } from '../areas/documents/document-scan.job.ts'
import { SWEPT_AT_ONCE } from '../areas/documents/document-sweep.job.ts'
import { GRANTS_ENDED_AT_ONCE } from '../areas/grants/close-ended-grants.job.ts'
import { DELIVERED_AT_ONCE } from '../areas/mail/deliver-mail.job.ts'
import { PASSWORDS_EXPIRED_AT_ONCE } from '../areas/password/temporary-password-expiry.job.ts'
import { ROWS_CHECKED_AT_ONCE } from '../areas/user-import/check-import.ts'
import { STORED_AT_ONCE } from '../areas/user-import/receive-import.ts'
import { DORMANT_AT_ONCE } from '../areas/users/lifecycle/dormant-users.job.ts'
import { ERASED_AT_ONCE } from '../areas/users/lifecycle/erase-deleted-users.job.ts'
import { PUBLISHED_AT_ONCE } from '../areas/webhooks/delivery-store.ts'
import { WRITTEN_AT_ONCE } from '../areas/webhooks/log-events.job.ts'
import { DELIVERIES_PURGED_AT_ONCE } from '../areas/webhooks/webhook-purge.job.ts'
import { jobRegistry } from '../composition/job-registry.ts'
import { smtpAddress } from '../config/smtp-address.mjs'
import { STREAMED_AT_ONCE } from '../db/row-stream.ts'
import { smtpTransport } from '../ports/mail/smtp-transport.ts'
import type { Scan } from '../ports/virus-scanner/virus-scanner.ts'
import { agePurges } from './age-purges.ts'
import type { JobDefinition } from './job.ts'
import { PURGED_AT_ONCE } from './purge.ts'
import type { QueueName } from './queue.ts'

/** What a job has to do, and its batches. */
interface Work {
  /** Records of a batch. */
  batch: number
  parameters?: string
  /** How many records there are; by default a batch, one more, and two batches. */
  counts?: readonly number[]
  /** Makes so many records; returns what the job is about. */
  fill: (count: number) => Promise<object | void>
  /** SQL: what waits, which is as many rows as were made before the job, and none after it. */
  waiting: () => string
  /** SQL: what the job leaves about the records, a row for each. */
  done?: () => string
}

/** A file of events, named as the setting is. */
const EVENT_LOG = path.join(mkdtempSync(path.join(tmpdir(), 'portico-batches-')), 'events.jsonl')

let portal: Portal
let mailServer: MailServer
let transport: ReturnType<typeof smtpTransport>
let client: number
let system: number
let admin: MadeUser
let customer: number
let jobs: readonly JobDefinition[]
const cleanScan: Scan = { write: async () => {}, verdict: async () => null, abort: () => {} }
beforeAll(async () => {
  portal = await startPortal({
    environment: { PORTAL_DELETED_USERS_KEPT_DAYS: '30', PORTAL_EVENT_LOG: `json:${EVENT_LOG}` },
  })
  mailServer = await startMailServer()
  transport = smtpTransport({
    server: { ...smtpAddress('smtp://127.0.0.1'), port: mailServer.port },
    from: 'portal@portal.example.test',
    connectMs: 600_000,
    replyMs: 600_000,
  })
  const { config, database, storage, hashing, make } = portal
  const scanner = { begin: async () => cleanScan }
  jobs = jobRegistry({ database, config, transport, storage, hashing, scanner })
  client = await make.client()
  system = await make.system()
  admin = await make.user({ is_internal: true })
  await make.adminPages(admin, ['User Administration', 'Audit Trail'])
  const [row] = await owner(`insert into customers (name, facility_code) values ('Wharf', 'EDH') returning id`)
  customer = Number(row?.['id'])
})
afterAll(async () => {
  transport.close()
  await mailServer.stop()
  await portal.close()
  await rm(path.dirname(EVENT_LOG), { recursive: true, force: true })
})

const owner = (text: string, values?: unknown[]) => portal.owner(text, values)
const countOf = async (text: string) =>
  Number((await owner(`select count(*) as count from (${text}) found`))[0]?.['count'])

let crowds = 0
/** Active users of one client; `people` is the SQL of their ids. */
let people = 'select id from users where false'
async function crowd(count: number, columns = ''): Promise<void> {
  const prefix = `crowd${++crowds}`
  people = `select id from users where user_name like '${prefix}.%'`
  await owner(
    `insert into users (user_name, first_name, last_name, email, client_id)
     select $1 || '.' || n, 'Ada', 'L', $1 || '.' || n || '@example.test', $2 from generate_series(1, $3::integer) n`,
    [prefix, client, count],
  )
  if (columns) await owner(`update users set ${columns} where id in (${people})`)
}

/** Nobody of an earlier work is one of the next. */
const forgetCrowd = () => owner(`update users set status = 2 where client_id = $1 and status = 1`, [client])

const ofUsers = (event: string) => () =>
  `select 1 from audit_events where event = '${event}' and subject_user_id in (${people})`
const ended = `valid_from, ends_at`
const past = `clock_now() - interval '3 days', clock_now() - interval '1 day'`
const endedGrants = (table: string, columns: string, values: () => string): Work => ({
  batch: GRANTS_ENDED_AT_ONCE,
  fill: async (count) => {
    await crowd(count)
    await owner(
      `insert into ${table} (user_id, ${columns}, ${ended}) select id, ${values()}, ${past} from (${people}) one`,
    )
  },
  waiting: () => `select 1 from ${table} where user_id in (${people}) and valid_to is null`,
  done: () => `select 1 from ${table} where user_id in (${people}) and valid_to = ends_at`,
})

async function storedFiles(count: number, columns: object): Promise<string[]> {
  const values = { state: 'kept', bytes: 1, sha256: Buffer.alloc(32), given_up_at: new Date(), ...columns }
  const names = Object.keys(values)
  const ids = Array.from({ length: count }, () => randomUUID())
  await owner('delete from published_files')
  await owner('delete from stored_files')
  await owner(
    `insert into stored_files (id, owner_id, ${names.join(', ')})
     select id, null, ${names.map((_, at) => `$${at + 2}`).join(', ')} from unnest($1::uuid[]) id`,
    [ids, ...Object.values(values)],
  )
  return ids
}

const waitingMails = `select 1 from outbox_mails where dedupe_key like 'whole:%' and state = 'waiting'`
let runs = 0
/** Events of the audit trail, which are all that has no seal. */
async function newEvents(count: number): Promise<void> {
  await runJob('seal-audit')
  await owner(
    `insert into audit_events (event, actor_user_id, subject_user_id, after)
     select 'user_updated', 1, 1, jsonb_build_object('run', $2::integer, 'n', n) from generate_series(1, $1::integer) n`,
    [count, ++runs],
  )
}
/** The numbers of the newest events in the event log, as they stand there. */
const logged = async () =>
  (await readFile(EVENT_LOG, 'utf8').catch(() => ''))
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { data: { after: { n?: number; run?: number } | null } }).data.after)
    .flatMap((after) => (after?.run === runs && after.n !== undefined ? after.n : []))

/** Each job that works in batches, by what its batches are of. */
const works: Readonly<Record<string, Work>> = {
  'temporary-password-expiry': {
    batch: PASSWORDS_EXPIRED_AT_ONCE,
    fill: (count) =>
      crowd(count, `password_hash = 'hash', temporary_password_expires_at = clock_now() - interval '2 days'`),
    waiting: () => `${people} and password_hash is not null`,
    done: ofUsers('temporary_password_expired'),
  },
  'grant-ends: applications': endedGrants('user_system_grants', 'system_id', () => String(system)),
  'grant-ends: facilities': endedGrants('user_facility_grants', 'facility_code', () => `'EDH'`),
  'grant-ends: customers': endedGrants('user_customer_grants', 'customer_id', () => String(customer)),
  'grant-ends: pages': endedGrants(
    'user_page_grants',
    'page_id',
    () => `(select min(id) from pages where system_id <> ${system})`,
  ),
  'grant-ends: permission sets': {
    batch: GRANTS_ENDED_AT_ONCE,
    fill: async (count) => {
      await crowd(count)
      await owner(
        `with made as (insert into permission_sets (name, owner_id) values ($1, $2) returning id)
         insert into permission_set_holders (set_id, user_id, ${ended})
         select made.id, one.id, ${past} from made, (${people}) one`,
        [`Ending ${crowds}`, admin.id],
      )
    },
    waiting: () => `select 1 from permission_set_holders where user_id in (${people}) and valid_to is null`,
    done: ofUsers('permission_set_taken'),
  },
  'dormant-users: notices': {
    batch: DORMANT_AT_ONCE,
    parameters: 'inactivateAfterDays=90 noticeDays=14',
    fill: (count) =>
      crowd(
        count,
        `created_at = clock_now() - interval '2 years', status_changed_at = clock_now() - interval '2 years'`,
      ),
    waiting: () => `${people} and id not in (select user_id from dormancy_notices)`,
    done: () => `select 1 from outbox_mails where template = 'dormant-account' and reader_id in (${people})`,
  },
  'dormant-users: closing': {
    batch: DORMANT_AT_ONCE,
    parameters: 'inactivateAfterDays=90 noticeDays=14',
    fill: async (count) => {
      const past = `clock_now() - interval '2 years'`
      await crowd(count, `created_at = ${past}, status_changed_at = ${past}`)
      await owner(
        `insert into dormancy_notices (user_id, active_at, noticed_at)
         select id, greatest(created_at, status_changed_at), clock_now() - interval '15 days' from users where id in (${people})`,
      )
    },
    waiting: () => `${people} and status = 1`,
    done: ofUsers('dormant_user_inactivated'),
  },
  'erase-deleted-users': {
    batch: ERASED_AT_ONCE,
    fill: (count) => crowd(count, `status = 3, status_changed_at = clock_now() - interval '60 days'`),
    // Who is erased has another user name.
    waiting: () => people,
  },
  'seal-audit': {
    batch: SEALED_AT_ONCE,
    fill: newEvents,
    waiting: () => 'select 1 from audit_events where id not in (select event_id from audit_seals)',
  },
  'document-purge: documents': {
    batch: DOCUMENTS_PURGED_AT_ONCE,
    fill: async (count) =>
      void (await owner(
        `insert into documents (owner_id, name, extension, size_bytes, trashed_at)
         select $1, 'old' || n || '.csv', 'csv', 0, clock_now() - interval '90 days' from generate_series(1, $2::integer) n`,
        [admin.id, count],
      )),
    waiting: () => `select 1 from documents where owner_id = ${admin.id}`,
  },
  'document-purge: published files': {
    batch: DOCUMENTS_PURGED_AT_ONCE,
    fill: async (count) => {
      await storedFiles(count, {})
      await owner(
        `insert into published_files (name, extension, file_id, size_bytes, stored_by, removed_at)
         select 'old-' || id || '.csv', 'csv', id, 1, $1, clock_now() - interval '3 days' from stored_files`,
        [admin.id],
      )
    },
    waiting: () => 'select 1 from published_files',
  },
  'document-sweep': {
    batch: SWEPT_AT_ONCE,
    fill: async (count) => void (await storedFiles(count, { state: 'arriving', given_up_at: new Date(0) })),
    waiting: () => 'select 1 from stored_files',
  },
  'document-scan': {
    batch: SCANNED_AT_ONCE,
    // Each is stored, which takes its time.
    counts: [SCANNED_AT_ONCE, SCANNED_AT_ONCE + 1],
    fill: async (count) => {
      for (const id of await storedFiles(count, { awaits_scan: true }))
        await portal.storage.put(id, Readable.from([Buffer.from('a')]))
    },
    waiting: () => 'select 1 from stored_files where awaits_scan',
    done: () => 'select 1 from stored_files where is_scanned',
  },
  'client-log-purge': {
    batch: PURGED_AT_ONCE,
    fill: async (count) =>
      void (await owner(
        `insert into client_log_entries (kind, message, created_at)
         select 'error', 'old', clock_now() - interval '31 days' from generate_series(1, $1::integer)`,
        [count],
      )),
    waiting: () => 'select 1 from client_log_entries',
  },
  'webhook-purge: old deliveries': {
    batch: DELIVERIES_PURGED_AT_ONCE,
    fill: (count) => deliveries(count, `clock_now() - interval '1 year'`),
    waiting: () => 'select 1 from webhook_deliveries',
  },
  'webhook-purge: those of a deleted webhook': {
    batch: DELIVERIES_PURGED_AT_ONCE,
    fill: async (count) => {
      await deliveries(count, 'clock_now()')
      await owner('delete from webhooks')
    },
    waiting: () => 'select 1 from webhook_deliveries',
  },
  'announcement-sync': {
    batch: MAILED_AT_ONCE,
    fill: async (count) => {
      await crowd(count)
      await owner(`insert into user_notification_types select id, 1 from (${people}) reader`)
      await owner('delete from announcements')
      await portal.make.announcement()
    },
    waiting: () =>
      `${people} and not exists (select from outbox_mails where reader_id = users.id and template = 'announcement')`,
    done: () => `select 1 from outbox_mails where template = 'announcement' and reader_id in (${people})`,
  },
  'deliver-mail': {
    batch: DELIVERED_AT_ONCE,
    fill: async (count) => {
      await owner('delete from outbox_mails')
      await owner(
        `insert into outbox_mails (dedupe_key, to_address, template, fields)
         select 'whole:' || n, 'reader' || n || '@example.test', 'announcement', '{"title": "News", "text": "Hello"}'
           from generate_series(1, $1::integer) n`,
        [count],
      )
    },
    waiting: () => waitingMails,
    done: () => `select 1 from outbox_mails where dedupe_key like 'whole:%' and state = 'sent'`,
  },
  'access-change': {
    batch: ACCESS_CHANGED_AT_ONCE,
    fill: async (count) => {
      await crowd(count)
      const permissions = {
        system: [{ systemId: system, isAdmin: false, hasSensitiveData: false, endsAt: null }],
        page: [],
      }
      const [made] = await owner(
        `insert into access_changes (owner_id, client_id, kind, permissions, is_fresh, session_id, request_id, address)
         select id, client_id, 'give', $2, true, 1, 'request', '127.0.0.1' from users where id = $1 returning id`,
        [admin.id, permissions],
      )
      const accessChangeId = Number(made?.['id'])
      await owner(`insert into access_change_users select $1, id from (${people}) person`, [accessChangeId])
      return { accessChangeId }
    },
    waiting: () =>
      `${people} and not exists (select from current_system_grants held where held.user_id = users.id and system_id = ${system})`,
    done: ofUsers('user_permissions_changed'),
  },
  'user-import': {
    // Rows that are checked at once; their users are created by halves of it.
    batch: ROWS_CHECKED_AT_ONCE,
    fill: async (count) => {
      const prefix = `crowd${++crowds}`
      people = `select id from users where user_name like '${prefix}.%'`
      const [made] = await owner(
        `insert into user_imports (owner_id, client_id, file_name, state, row_count)
         select id, client_id, 'users.csv', 'creating', $2 from users where id = $1 returning id`,
        [admin.id, count],
      )
      const importId = Number(made?.['id'])
      await owner(
        `insert into user_import_rows (import_id, row_number, given)
         select $1, n + 1, jsonb_build_object('firstNm', 'Ada', 'lastNm', 'L', 'emailAddress', $2 || '.' || n || '@example.test',
                'employerNm', (select name from clients where id = $3), 'userNm', $2 || '.' || n)
           from generate_series(1, $4::integer) n`,
        [importId, prefix, client, count],
      )
      return { importId }
    },
    waiting: () =>
      `select 1 from user_import_rows stored where not exists (select from users where user_name = stored.given ->> 'userNm')`,
    done: ofUsers('user_created'),
  },
}

async function deliveries(count: number, at: string): Promise<void> {
  await owner(
    `with made as (
       insert into webhooks (name, address, owner_id, client_id, sealed_secret, position, state)
       values ($3, 'https://whole.example.com/', $1, null, 'made.made', 0, 'off') returning id)
     insert into webhook_deliveries (webhook_id, kind, subject, created_at)
     select made.id, 'user_updated', 'user/' || n, ${at} from made, generate_series(1, $2::integer) n`,
    [admin.id, count, `Purged ${++runs}`],
  )
}

async function runJob(name: QueueName, payload: object = {}, parameters = ''): Promise<void> {
  const job = jobs.find((each) => each.name === name)
  if (!job) throw new Error(`There is no job ${name}.`)
  await job.run(payload as never, jobContext({ parameters }))
}

/** Runs a job over so many records, all of which wait before it; returns how many wait after it, and what it left. */
async function runOver(title: string, { parameters, fill, waiting, done }: Work, count: number) {
  await forgetCrowd()
  const payload = (await fill(count)) ?? {}
  const before = await countOf(waiting())
  await runJob(title.split(':', 1)[0] as QueueName, payload, parameters)
  return { before, left: await countOf(waiting()), done: done ? await countOf(done()) : count }
}

/** Jobs that are no work above, and why. */
const others: Readonly<Partial<Record<QueueName, string>>> = {
  'access-request-sync': 'one transaction',
  'access-review-notices': 'one statement',
  'audit-months': 'a batch has ten thousand events of a month that is over',
  'back-channel-logout': 'a run sends one batch, and the next run what is left',
  'daily-figures': 'a transaction for each day',
  'deliver-events': 'below, over HTTP',
  'emulation-ends': 'one transaction',
  'entitlement-reports': 'a transaction for each client',
  'grant-notices': 'one transaction',
  'license-reminders': 'one statement',
  'log-events': 'below',
  'mail-purge': 'the same batches as client-log-purge',
  'openid-keys': 'one transaction',
  'password-expiry': 'one statement',
  'person-export': 'one user',
  'provider-session-purge': 'the same batches as client-log-purge',
  report: 'a stream of rows, as the export below',
  'saml-certificate-notices': 'one transaction',
  'saml-certificate-purge': 'the same batches as client-log-purge',
  'service-token-notices': 'one transaction',
  'verify-audit':
    'two transactions; audit-erasure.test.ts has the batches of the first, the second repairs all days at once',
}

test('every job has its work here, or a reason why not', () => {
  const here = Object.keys(works).map((title) => title.split(':', 1)[0])
  const byAge = agePurges.map(({ job }) => job)
  expect(new Set([...here, ...byAge, ...Object.keys(others)])).toEqual(new Set(jobs.map(({ name }) => name)))
  expect(Object.keys(others).filter((name) => here.includes(name))).toEqual([])
})

const sizes = (batch: number) => [batch, batch + 1, 2 * batch]

describe.each(Object.entries(works))('%s', (title, work) => {
  test.each(work.counts ?? sizes(work.batch))('handles each of %i', async (count) => {
    expect(await runOver(title, work, count)).toEqual({ before: count, left: 0, done: count })
  })
})

test.each(sizes(WRITTEN_AT_ONCE))(
  'log-events: the event log gets each of %i events once, in their order',
  async (count) => {
    await runJob('log-events')
    await newEvents(count)
    await runJob('log-events')
    expect(await logged()).toEqual(Array.from({ length: count }, (_, at) => at + 1))
  },
)

/** Signed in as an administrator who sees the users of all clients. */
let browser: Browser
describe('over HTTP', () => {
  beforeAll(async () => {
    browser = await portal.as(admin)
  })

  test.each(sizes(STREAMED_AT_ONCE))('an export has each of %i users once', async (count) => {
    await crowd(count)
    const { rows } = await sheetOf(browser, exportUsers, { nm: `crowd${crowds}.`, format: 'csv' })
    const names = rows.flat().filter((cell) => new RegExp(`^crowd${crowds}\\.\\d+$`).test(cell))
    expect([names.length, new Set(names).size]).toEqual([count, count])
  })

  test.each([...sizes(ACCESS_PLANNED_AT_ONCE), ...sizes(USERS_CHOSEN_AT_ONCE)])(
    'a plan of access counts each of %i users once',
    async (count) => {
      await crowd(count)
      const userIds = (await owner(people)).map(({ id }) => Number(id))
      const plan = await browser.call(planAccessChange, {
        params: { uid: browser.userId },
        body: { kindCd: 'give', userIds, userSystems: [{ systemId: system }] },
      })
      expect(plan).toMatchObject({ userCnt: count, changedCnt: count, leftOutCnt: 0 })
    },
  )

  test.each(sizes(STORED_AT_ONCE))('an import stores each of %i rows of a file', async (count) => {
    const lines = Array.from({ length: count }, (_, at) => `Ada,L${at},row${at}@import.test`)
    const content = ['First name,Last name,Email', ...lines].join('\n')
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="users.csv"\r\n\r\n'
    const answer = await browser.request('POST', fillPath(uploadUserImport.path, { uid: String(browser.userId) }), {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.from(`${head}${content}\r\n--b--\r\n`),
    })
    expect(answer.code).toBe('200')
    const { importId } = answer.data as { importId: number }
    expect(await owner('select row_count from user_imports where id = $1', [importId])).toEqual([{ row_count: count }])
    expect(
      await countOf(`select distinct given ->> 'lastNm' from user_import_rows where import_id = ${importId}`),
    ).toBe(count)
  })

  test.each(sizes(PUBLISHED_AT_ONCE))('each of %i events becomes one delivery of a webhook', async (count) => {
    const { webhookId } = await browser.call(createWebhook, {
      params: { uid: browser.userId },
      // Nothing listens there, so that each waits.
      body: {
        webhookNm: `Whole ${count}`,
        addressTxt: 'http://127.0.0.1:9/',
        eventList: ['user_updated'],
        clientId: null,
      },
    })
    await newEvents(count)
    await runJob('deliver-events')
    const made = `select event_sequence from webhook_deliveries where webhook_id = ${webhookId} and kind = 'user_updated'`
    expect([await countOf(made), await countOf(made.replace('select', 'select distinct'))]).toEqual([count, count])
    await owner('delete from webhooks where id = $1', [webhookId])
  })
})
