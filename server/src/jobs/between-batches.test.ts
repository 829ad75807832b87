import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { betweenTransactions } from '../../test/between-transactions.ts'
import { jobContext } from '../../test/job-context.ts'
import { type MailServer, startMailServer } from '../../test/mail-server.ts'
import { momentsAhead } from '../../test/moments-ahead.ts'
import { type Portal, startPortal } from '../../test/portal.ts'
import { findAuditProblem } from '../areas/audit/audit-verification.ts'
import { SEALED_AT_ONCE } from '../areas/audit/sealed-events.ts'
import { jobRegistry } from '../composition/job-registry.ts'
import { smtpAddress } from '../config/smtp-address.mjs'
import { keyRing } from '../crypto/key-ring.ts'
import { everything } from '../db/scope.ts'
import { smtpTransport } from '../ports/mail/smtp-transport.ts'
import type { Scan } from '../ports/virus-scanner/virus-scanner.ts'
import { agePurges } from './age-purges.ts'
import type { QueueName } from './queue.ts'

/** One more than a batch of users. */
const CROWD = 1_003

let portal: Portal
let mailServer: MailServer
let client: number
beforeAll(async () => {
  portal = await startPortal({ environment: { PORTAL_DELETED_USERS_KEPT_DAYS: '30' } })
  mailServer = await startMailServer()
  client = await portal.make.client()
})
afterAll(async () => {
  await mailServer.stop()
  await portal.close()
})
beforeEach(async () => {
  mailServer.arrived.length = 0
  await portal.owner('delete from outbox_mails')
})

const owner = (text: string, values?: unknown[]) => portal.owner(text, values)
const countOf = async (text: string, values?: unknown[]) =>
  Number((await owner(`select count(*) as count from (${text}) found`, values))[0]?.['count'])

/** Users named `<prefix>.1` and so on, of one client. */
async function crowd(prefix: string, count = CROWD): Promise<string> {
  await owner(
    `insert into users (user_name, first_name, last_name, email, client_id)
     select $1 || '.' || n, 'Ada', 'L', $1 || '.' || n || '@example.test', $2 from generate_series(1, $3::integer) n`,
    [prefix, client, count],
  )
  return `select id from users where user_name like '${prefix}.%'`
}

const cleanScan: Scan = { write: async () => {}, verdict: async () => null, abort: () => {} }

interface Interruption {
  job: QueueName
  /** SQL that is true between the first batch and the next. */
  when: string
  /** What somebody does then. */
  act: () => Promise<unknown>
  payload?: object
  parameters?: string
}

const context = (parameters = '') => jobContext({ parameters })

/** Runs a job to its end, while something changes between two of its batches. */
async function runInterrupted({ job, when, act, payload = {}, parameters = '' }: Interruption): Promise<void> {
  const isTime = async () => (await owner(`select (${when}) as "isTime"`))[0]?.['isTime'] === true
  const { database, changed } = betweenTransactions(portal.database, isTime, act)
  const transport = smtpTransport({
    server: { ...smtpAddress('smtp://127.0.0.1'), port: mailServer.port },
    from: 'portal@portal.example.test',
    connectMs: 600_000,
    replyMs: 600_000,
  })
  const { config, storage, hashing } = portal
  const scanner = { begin: async () => cleanScan }
  const definition = jobRegistry({ database, config, transport, storage, hashing, scanner }).find(
    ({ name }) => name === job,
  )
  try {
    await definition?.run(payload as never, context(parameters))
  } finally {
    transport.close()
  }
  expect(changed()).toBe(true)
  expect(await momentsAhead(portal)).toEqual([])
}

/** Jobs that work in one transaction, or take one batch in a run, so that nothing can change in between. */
const whole: Readonly<Partial<Record<QueueName, string>>> = {
  'access-request-sync': 'one transaction',
  'access-review-notices': 'one statement',
  'back-channel-logout': 'one statement claims what a run sends; a token is about a session that is over for good',
  'daily-figures': 'a transaction for each day; overview tests break a run off between two',
  'emulation-ends': 'one transaction',
  'grant-notices': 'one transaction',
  'license-reminders': 'one statement',
  'openid-keys': 'one transaction',
  'password-expiry': 'one statement',
  'person-export':
    'one snapshot is read; what administrators lose meanwhile and a try that dies are tested in its area',
  'saml-certificate-notices': 'one transaction',
  'service-token-notices': 'one transaction',
  'deliver-events':
    'each webhook is read again before each batch; its tests switch it off and kill the node in between',
  'log-events': 'its position is stored after each batch; its tests kill the receiver and the node in between',
  'webhook-purge': 'rows of the delivery log that are old stay old',
  'saml-certificate-purge': 'a portal has fewer providers than a batch of 5000',
  'audit-months': 'a transaction for each month; its tests end it between the file and that',
  'verify-audit':
    'a transaction for its result, and one that counts the events of wrong days anew under the lock of seals',
}

/** Changes an announcement after its first thousand readers of 1003 were mailed. */
async function changeAnnouncement(prefix: string, change: string): Promise<void> {
  const people = await crowd(prefix)
  await owner(`insert into user_notification_types select id, 1 from (${people}) reader`)
  const announcement = await portal.make.announcement()
  const mails = `select 1 from outbox_mails where dedupe_key like 'announcement:${announcement}:%'`
  await runInterrupted({
    job: 'announcement-sync',
    when: `exists (${mails})`,
    act: () => owner(`update announcements set ${change} where id = $1`, [announcement]),
  })
  expect(await countOf(mails)).toBe(1_000)
  await owner('delete from announcements')
  await owner('delete from user_notification_types')
}

/** Each title ends the sentence "Between two batches of <job>, …". */
const cases: Partial<Record<QueueName, readonly [title: string, run: () => Promise<void>][]>> = {
  'announcement-sync': [
    ['an announcement that is deleted reaches nobody else', () => changeAnnouncement('deleted', `status = 'deleted'`)],
    [
      'an announcement that ends reaches nobody else',
      () => changeAnnouncement('ended', `effective_to = business_today('America/Chicago') - 1`),
    ],
    [
      'an announcement that is for internal users now reaches no external one',
      () => changeAnnouncement('internal', `audience = 'internal'`),
    ],
  ],
  'grant-ends': [
    [
      'a grant that is given a later end stays open',
      async () => {
        const people = await crowd('granted')
        const system = await portal.make.system()
        await owner(
          `insert into user_system_grants (user_id, system_id, valid_from, ends_at)
           select id, $1, clock_now() - interval '3 days', clock_now() - interval '1 day' from (${people}) holder`,
          [system],
        )
        const open = `select 1 from user_system_grants where system_id = ${system} and valid_to is null`
        await runInterrupted({
          job: 'grant-ends',
          when: `exists (select from user_system_grants where system_id = ${system} and valid_to is not null)`,
          act: () =>
            owner(
              `update user_system_grants set ends_at = clock_now() + interval '9 days' where system_id = $1 and valid_to is null`,
              [system],
            ),
        })
        expect(await countOf(open)).toBe(3)
        expect(
          await countOf(`select 1 from audit_events where event = 'grants_ended' and subject_user_id in (${people})`),
        ).toBe(1_000)
      },
    ],
    [
      'a permission set that is given a later end stays',
      async () => {
        const people = await crowd('holding')
        const [set] = await owner(
          `insert into permission_sets (name, owner_id) select 'Ending', id from users order by id limit 1 returning id`,
        )
        const setId = Number(set?.['id'])
        await owner(
          `insert into permission_set_holders (set_id, user_id, valid_from, ends_at)
           select $1, id, clock_now() - interval '3 days', clock_now() - interval '1 day' from (${people}) holder`,
          [setId],
        )
        await runInterrupted({
          job: 'grant-ends',
          when: `exists (select from permission_set_holders where set_id = ${setId} and valid_to is not null)`,
          act: () =>
            owner(
              `update permission_set_holders set ends_at = clock_now() + interval '9 days' where set_id = $1 and valid_to is null`,
              [setId],
            ),
        })
        expect(await countOf(`select 1 from permission_set_holders where set_id = ${setId} and valid_to is null`)).toBe(
          3,
        )
        expect(
          await countOf(
            `select 1 from audit_events where event = 'permission_set_taken' and subject_user_id in (${people})`,
          ),
        ).toBe(1_000)
      },
    ],
  ],
  'temporary-password-expiry': [
    [
      'a user who chooses a password keeps it',
      async () => {
        const people = await crowd('temporary')
        await owner(
          `update users set password_hash = 'hash', temporary_password_expires_at = clock_now() - interval '2 days'
            where id in (${people})`,
        )
        await runInterrupted({
          job: 'temporary-password-expiry',
          when: `exists (select from users where id in (${people}) and password_hash is null)`,
          act: () =>
            owner(
              `update users set password_changed_at = clock_now(), temporary_password_expires_at = null
                where id in (${people}) and password_hash is not null`,
            ),
        })
        expect(await countOf(`${people} and password_hash is not null`)).toBe(3)
      },
    ],
  ],
  'dormant-users': [
    [
      'a user who signs in gets no notice, and one who got it and signs in stays active',
      async () => {
        const people = await crowd('dormant')
        await owner(
          `update users set created_at = clock_now() - interval '2 years', status_changed_at = clock_now() - interval '2 years'
            where id in (${people})`,
        )
        const parameters = 'inactivateAfterDays=90 noticeDays=14'
        const signIn = (which: string) =>
          owner(
            `insert into user_sign_ins (user_id, last_signed_in_at) select id, clock_now() from users
              where id in (${people}) and ${which}
             on conflict (user_id) do update set last_signed_in_at = excluded.last_signed_in_at`,
          )
        await runInterrupted({
          job: 'dormant-users',
          parameters,
          when: `exists (select from dormancy_notices where user_id in (${people}))`,
          act: () => signIn('id not in (select user_id from dormancy_notices)'),
        })
        expect(await countOf(`select 1 from outbox_mails where template = 'dormant-account'`)).toBe(1_000)
        // Three more are due, so that there is a second batch of those who are inactivated.
        await owner(
          `insert into dormancy_notices (user_id, active_at, noticed_at)
           select user_id, last_signed_in_at, clock_now() from user_sign_ins where user_id in (${people})
              and last_signed_in_at is not null on conflict do nothing`,
        )
        await owner(
          `update user_sign_ins set last_signed_in_at = last_signed_in_at - interval '1 year'
            where user_id in (${people}) and last_signed_in_at is not null`,
        )
        await owner(
          `update dormancy_notices set noticed_at = noticed_at - interval '15 days',
                  active_at = case when active_at > clock_now() - interval '1 year' then active_at - interval '1 year' else active_at end
            where user_id in (${people})`,
        )
        await runInterrupted({
          job: 'dormant-users',
          parameters,
          when: `exists (${people} and status = 2)`,
          act: () => signIn('status = 1'),
        })
        expect([await countOf(`${people} and status = 2`), await countOf(`${people} and status = 1`)]).toEqual([
          1_000, 3,
        ])
      },
    ],
  ],
  'erase-deleted-users': [
    [
      'a user who is restored keeps their data',
      async () => {
        const people = await crowd('erased', 103)
        await owner(
          `update users set status = 3, status_changed_at = clock_now() - interval '60 days' where id in (${people})`,
        )
        await runInterrupted({
          job: 'erase-deleted-users',
          when: `(select count(*) = 3 from (${people}) left_over)`,
          act: () => owner(`update users set status = 1, status_changed_at = clock_now() where id in (${people})`),
        })
        expect(await countOf(`${people} and status = 1 and first_name = 'Ada'`)).toBe(3)
      },
    ],
    [
      'a user who is restored after they were found to be due keeps their data',
      async () => {
        const people = await crowd('found', 3)
        await owner(
          `update users set status = 3, status_changed_at = clock_now() - interval '60 days' where id in (${people})`,
        )
        await runInterrupted({
          job: 'erase-deleted-users',
          when: 'true',
          act: () => owner(`update users set status = 1, status_changed_at = clock_now() where user_name = 'found.2'`),
        })
        expect(await owner(`select user_name, email from users where id in (${people})`)).toEqual([
          { user_name: 'found.2', email: 'found.2@example.test' },
        ])
      },
    ],
  ],
  'entitlement-reports': [
    [
      'an employer whose report is turned off, or who is deleted, gets none',
      async () => {
        const admin = await portal.make.user({ is_internal: true })
        await portal.make.grant(admin, { systemId: 2, isAdmin: true })
        const employers: number[] = []
        for (const _ of [1, 2, 3]) {
          const employer = await portal.make.client()
          await portal.make.grant(await portal.make.user({ client_id: employer }), {
            systemId: await portal.make.system(),
          })
          await owner(
            'insert into entitlement_report_settings (client_id, is_enabled, changed_by) values ($1, true, $2)',
            [employer, admin.id],
          )
          employers.push(employer)
        }
        await runInterrupted({
          job: 'entitlement-reports',
          when: 'exists (select from access_reviews)',
          act: async () => {
            await owner('update entitlement_report_settings set is_enabled = false where client_id = $1', [
              employers[1],
            ])
            await owner('update clients set is_deleted = true where id = $1', [employers[2]])
          },
        })
        expect(await owner('select client_id from access_reviews')).toEqual([{ client_id: employers[0] }])
      },
    ],
  ],
  'seal-audit': [
    [
      'an event that is recorded is sealed too, and the chain is whole',
      async () => {
        const record = (count: number) =>
          owner(
            `insert into audit_events (event, actor_user_id, subject_user_id, after)
             select 'user_updated', 1, 1, jsonb_build_object('n', n) from generate_series(1, $1::integer) n`,
            [count],
          )
        await record(SEALED_AT_ONCE + 3)
        await runInterrupted({
          job: 'seal-audit',
          when: 'exists (select from audit_seals)',
          act: () => record(5),
        })
        expect(await countOf('select 1 from audit_events where id not in (select event_id from audit_seals)')).toBe(0)
        const keys = keyRing(portal.config.secretKeys)
        expect(await portal.database.jobs.read(everything, (tx) => findAuditProblem(tx, keys))).toBeNull()
      },
    ],
  ],
  'deliver-mail': [
    [
      'a mail that is discarded is not sent, and one of a deleted user neither',
      async () => {
        const [last] = await owner(`insert into users (user_name, first_name, last_name, email, client_id)
           values ('leaver', 'Ada', 'L', 'leaver@example.test', ${client}) returning id`)
        await owner(
          `insert into outbox_mails (dedupe_key, to_address, template, fields, next_attempt_at)
           select 'news:' || n, case n when 25 then 'leaver' else 'reader' || n end || '@example.test', 'announcement',
                  '{"title": "News", "text": "Hello"}', clock_now() - make_interval(secs => 100 - n)
             from generate_series(1, 25) n`,
        )
        await runInterrupted({
          job: 'deliver-mail',
          when: `(select count(*) = 20 from outbox_mails where state = 'sent')`,
          act: async () => {
            await owner(`update outbox_mails set state = 'discarded' where dedupe_key = 'news:23'`)
            await owner('update users set status = 3 where id = $1', [last?.['id']])
          },
        })
        const addresses = mailServer.arrived.flatMap(({ to }) => to)
        expect(new Set(addresses)).toEqual(
          new Set([...Array.from({ length: 22 }, (_, n) => `reader${n + 1}@example.test`), 'reader24@example.test']),
        )
      },
    ],
    [
      'a mail that is discarded while those of its batch are sent is not sent',
      async () => {
        await owner(
          `insert into outbox_mails (dedupe_key, to_address, template, fields, next_attempt_at)
           select 'batch:' || n, 'batch' || n || '@example.test', 'announcement', '{"title": "News", "text": "Hello"}',
                  clock_now() - make_interval(secs => 100 - n)
             from generate_series(1, 20) n`,
        )
        await runInterrupted({
          job: 'deliver-mail',
          when: `exists (select from outbox_mails where dedupe_key like 'batch:%' and state = 'sent')`,
          act: () => owner(`update outbox_mails set state = 'discarded' where dedupe_key = 'batch:20'`),
        })
        const addresses = mailServer.arrived.flatMap(({ to }) => to).filter((address) => address.startsWith('batch'))
        expect(new Set(addresses)).toEqual(new Set(Array.from({ length: 19 }, (_, n) => `batch${n + 1}@example.test`)))
      },
    ],
  ],
  'document-purge': [
    [
      'a document that leaves the trash is kept, and a published file that comes back too',
      async () => {
        const holder = await portal.make.user()
        await owner(
          `insert into documents (owner_id, name, extension, size_bytes, trashed_at)
           select $1, 'old' || n || '.csv', 'csv', 0, clock_now() - interval '90 days' from generate_series(1, 503) n`,
          [holder.id],
        )
        await owner(
          `with stored as (
             insert into stored_files (id, owner_id, state, bytes, sha256, given_up_at)
             select gen_random_uuid(), null, 'kept', 1, sha256('a'), clock_now() from generate_series(1, 503) returning id)
           insert into published_files (name, extension, file_id, size_bytes, stored_by, removed_at)
           select 'old-' || id || '.csv', 'csv', id, 1, $1, clock_now() - interval '3 days' from stored`,
          [holder.id],
        )
        await runInterrupted({
          job: 'document-purge',
          when: `(select count(*) = 3 from documents where owner_id = ${holder.id})`,
          act: () => owner('update documents set trashed_at = null where owner_id = $1', [holder.id]),
        })
        expect(await countOf('select 1 from documents where owner_id = $1', [holder.id])).toBe(3)
        await owner(
          `with stored as (
             insert into stored_files (id, owner_id, state, bytes, sha256, given_up_at)
             select gen_random_uuid(), null, 'kept', 1, sha256('a'), clock_now() from generate_series(1, 503) returning id)
           insert into published_files (name, extension, file_id, size_bytes, stored_by, removed_at)
           select 'again-' || id || '.csv', 'csv', id, 1, $1, clock_now() - interval '3 days' from stored`,
          [holder.id],
        )
        await runInterrupted({
          job: 'document-purge',
          when: '(select count(*) = 3 from published_files)',
          act: () => owner('update published_files set removed_at = null'),
        })
        expect(await countOf('select 1 from published_files')).toBe(3)
      },
    ],
  ],
  'document-sweep': [
    [
      'an upload that goes on is not given up',
      async () => {
        await owner('delete from published_files')
        await owner('delete from stored_files')
        await owner(
          `insert into stored_files (id, owner_id, state, bytes, given_up_at)
           select gen_random_uuid(), null, 'arriving', 1, clock_now() - interval '1 minute' from generate_series(1, 103)`,
        )
        await runInterrupted({
          job: 'document-sweep',
          when: `exists (select from stored_files where state = 'dropped')`,
          act: () =>
            owner(`update stored_files set given_up_at = clock_now() + interval '5 minutes' where state = 'arriving'`),
        })
        expect(await owner('select state, count(*)::integer from stored_files group by 1')).toEqual([
          { state: 'arriving', count: 3 },
        ])
      },
    ],
  ],
  'document-scan': [
    [
      'a document that is deleted stops no other from being scanned',
      async () => {
        const holder = await portal.make.user()
        const files = []
        for (const _ of [1, 2, 3]) {
          const document = await portal.make.document(holder)
          const [file] = await owner(
            `update stored_files set awaits_scan = true
              where id = (select file_id from document_versions where document_id = $1) returning id`,
            [document.id],
          )
          files.push({ document: document.id, file: String(file?.['id']) })
        }
        const [, deleted] = files.toSorted((a, b) => (a.file < b.file ? -1 : 1))
        await runInterrupted({
          job: 'document-scan',
          when: 'exists (select from stored_files where is_scanned)',
          act: async () => {
            await owner('delete from documents where id = $1', [deleted?.document])
            await owner(`update stored_files set state = 'dropped' where id = $1`, [deleted?.file])
            await portal.storage.remove(deleted?.file ?? '')
          },
        })
        expect(await owner(`select state, count(*)::integer from stored_files where is_scanned group by 1`)).toEqual([
          { state: 'kept', count: 2 },
        ])
      },
    ],
  ],
  report: [
    [
      'a report that is deleted leaves no rows',
      async () => {
        const admin = await portal.make.user({ is_internal: true })
        await portal.make.adminPages(admin, ['User Access Report'])
        const people = await crowd('reported', 403)
        const system = await portal.make.system()
        await owner(`insert into user_system_grants (user_id, system_id) select id, ${system} from (${people}) holder`)
        const [customer] = await owner(
          `insert into customers (name, facility_code) values ('Wharf', 'EDH') returning id`,
        )
        await owner(
          `insert into user_customer_grants (user_id, customer_id) select id, ${Number(customer?.['id'])} from (${people}) holder`,
        )
        const criteria = {
          kind: 'user-access',
          statuses: [1],
          isInternal: null,
          created: null,
          signedIn: null,
          facilityCode: 'EDH',
          customerId: Number(customer?.['id']),
          systemId: system,
          facilityName: 'EDH',
          customerName: 'Wharf',
          systemName: 'A system',
        }
        const [made] = await owner(
          `insert into reports (owner_id, kind, criteria) values ($1, 'user-access', $2) returning id`,
          [admin.id, criteria],
        )
        const reportId = Number(made?.['id'])
        await runInterrupted({
          job: 'report',
          payload: { reportId },
          when: 'exists (select from report_chunks)',
          act: () => owner('delete from reports where id = $1', [reportId]),
        })
        expect([await countOf('select 1 from report_chunks'), await countOf('select 1 from reports')]).toEqual([0, 0])
      },
    ],
  ],
  'access-change': [
    [
      'an administrator who loses the page changes nobody else',
      async () => {
        const admin = await portal.make.user({ is_internal: true })
        await portal.make.adminPages(admin, ['User Administration'])
        const system = await portal.make.system()
        const people = await crowd('given')
        const [made] = await owner(
          `insert into access_changes (owner_id, client_id, kind, permissions, is_fresh, session_id, request_id, address)
           values ($1, $2, 'give', $3, true, 1, 'request', '127.0.0.1') returning id`,
          [
            admin.id,
            admin.clientId,
            { system: [{ systemId: system, isAdmin: false, hasSensitiveData: false, endsAt: null }], page: [] },
          ],
        )
        const accessChangeId = Number(made?.['id'])
        await owner(`insert into access_change_users select $1, id from (${people}) person`, [accessChangeId])
        const given = `select 1 from user_system_grants where system_id = ${system}`
        await runInterrupted({
          job: 'access-change',
          payload: { accessChangeId },
          when: `exists (${given})`,
          act: () => owner('update user_page_grants set valid_to = clock_now() where user_id = $1', [admin.id]),
        })
        expect(await countOf(given)).toBe(200)
        expect(await owner('select state from access_changes where id = $1', [accessChangeId])).toEqual([
          { state: 'stopped' },
        ])
      },
    ],
  ],
  'user-import': [
    [
      'an administrator who loses the page creates nobody',
      async () => {
        const admin = await portal.make.user({ is_internal: true })
        await portal.make.adminPages(admin, ['User Administration'])
        const [made] = await owner(
          `insert into user_imports (owner_id, client_id, file_name, state, row_count)
           values ($1, $2, 'users.csv', 'creating', 2) returning id`,
          [admin.id, admin.clientId],
        )
        const importId = Number(made?.['id'])
        const [employer] = await owner('select name from clients where id = $1', [client])
        const given = (lastName: string) => ({
          firstNm: 'Grace',
          lastNm: lastName,
          emailAddress: `${lastName}@harbor.test`,
          employerNm: employer?.['name'],
          userNm: `grace.${lastName}`,
        })
        for (const [at, name] of ['hopper', 'murray'].entries())
          await owner('insert into user_import_rows (import_id, row_number, given) values ($1, $2, $3)', [
            importId,
            at + 2,
            given(name),
          ])
        await runInterrupted({
          job: 'user-import',
          payload: { importId },
          when: `exists (select from user_import_rows where import_id = ${importId} and details is not null)`,
          act: () => owner('update user_page_grants set valid_to = clock_now() where user_id = $1', [admin.id]),
        })
        expect(await countOf(`select 1 from users where first_name = 'Grace'`)).toBe(0)
        expect(await owner('select state from user_imports where id = $1', [importId])).toEqual([{ state: 'failed' }])
      },
    ],
  ],
  'report-purge': [
    [
      'an export that goes on is kept; all that is deleted by age alone has the same statement',
      async () => {
        const [holder] = [await portal.make.user()]
        await owner(
          `insert into report_exports (owner_id, token, renewed_at)
           select $1, gen_random_uuid(), clock_now() - interval '2 days' from generate_series(1, 5003)`,
          [holder.id],
        )
        await runInterrupted({
          job: 'report-purge',
          when: '(select count(*) = 3 from report_exports)',
          act: () => owner('update report_exports set renewed_at = clock_now()'),
        })
        expect(await countOf('select 1 from report_exports')).toBe(3)
      },
    ],
  ],
  'mail-purge': [
    [
      'an undelivered mail that is sent again is kept',
      async () => {
        await owner(
          `insert into outbox_mails (dedupe_key, to_address, template, state, created_at)
           select 'old:' || n, 'a@example.test', 'announcement', 'dead', clock_now() - interval '100 days'
             from generate_series(1, 5003) n`,
        )
        await runInterrupted({
          job: 'mail-purge',
          when: '(select count(*) = 3 from outbox_mails)',
          act: () => owner(`update outbox_mails set state = 'waiting'`),
        })
        expect(await countOf('select 1 from outbox_mails')).toBe(3)
      },
    ],
  ],
  'provider-session-purge': [
    [
      'a session at the provider whose user signs in here is kept',
      async () => {
        const holder = await portal.make.user()
        await owner(
          `insert into provider_sessions (issuer, provider_session, user_id, binding_hash, began_at)
           select 'https://company.test', n::text, $1, sha256(n::text::bytea), clock_now() - interval '2 days'
             from generate_series(1, 5003) n`,
          [holder.id],
        )
        await runInterrupted({
          job: 'provider-session-purge',
          when: '(select count(*) = 3 from provider_sessions)',
          act: () =>
            owner(
              `insert into sessions (user_id, token_hash, csrf_hash, binding_hash, expires_at)
               select user_id, sha256(binding_hash), sha256(binding_hash), binding_hash, clock_now() + interval '1 hour'
                 from provider_sessions`,
            ),
        })
        expect(await countOf('select 1 from provider_sessions')).toBe(3)
      },
    ],
  ],
}

const byAge = new Set<string>(agePurges.map(({ job }) => job))

test('every job is here, or works in one transaction', () => {
  const { config, database, storage, hashing } = portal
  const jobs = jobRegistry({ database, config, transport: null, storage, hashing, scanner: null })
  const known = new Set([...Object.keys(cases), ...Object.keys(whole), ...byAge])
  expect(new Set(jobs.map(({ name }) => name))).toEqual(known)
  expect(Object.keys(whole).filter((name) => name in cases || byAge.has(name))).toEqual([])
})

describe.each(Object.entries(cases))('between two batches of %s', (_job, each) => {
  test.each(each.map(([title, run]) => ({ title, run })))('$title', ({ run }) => run())
})

test('jobs that work in one transaction record no moment that lies ahead', async () => {
  const [admin, user] = [await portal.make.user({ is_internal: true }), await portal.make.user()]
  // An emulation that ended by inactivity, long before its own end.
  await owner(
    `with own as (
       insert into sessions (user_id, token_hash, csrf_hash, binding_hash, expires_at)
       values ($1, sha256('a'), sha256('a'), sha256('a'), clock_now() + interval '1 hour') returning id)
     insert into sessions (user_id, actor_user_id, actor_session_id, token_hash, csrf_hash, binding_hash, expires_at,
                           created_at, last_active_at, idle_minutes)
     select $2, $1, id, sha256('b'), sha256('b'), sha256('b'), clock_now() + interval '9 minutes',
            clock_now() - interval '21 minutes', clock_now() - interval '20 minutes', 15 from own`,
    [admin.id, user.id],
  )
  const { config, database, storage, hashing } = portal
  for (const job of jobRegistry({ database, config, transport: null, storage, hashing, scanner: null }))
    if (job.name in whole) await job.run({}, context())
  expect(
    await owner(`select after ->> 'endReason' as reason from audit_events where event = 'emulation_ended'`),
  ).toEqual([{ reason: 'idle' }])
  expect(await momentsAhead(portal)).toEqual([])
})
