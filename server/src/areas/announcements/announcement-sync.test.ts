import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { run as runIn } from '../../db/run.ts'
import { type Jobs, startJobs } from '../../jobs/runner.ts'
import { createLogger } from '../../logging.ts'
import { carrierMail } from '../../ports/sms/sms-gateway.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { readMailbox } from '../mail/public.ts'
import { announcementSyncJob } from './announcement-sync.job.ts'

const timeZone = 'America/Chicago'
const logger = createLogger('silent', 'test')
let portal: Portal
let nodes: Jobs[]
let reader: MadeUser

beforeAll(async () => {
  portal = await startPortal({ beginsAtNoon: true })
  nodes = [await startNode(), await startNode()]
  reader = await wanting(await portal.make.user())
})
afterAll(async () => {
  for (const node of nodes) await node.stop()
  await portal.close()
})
beforeEach(async () => {
  await portal.owner('delete from outbox_mails')
  await portal.owner('delete from announcements')
  await portal.moveClock('0')
})

function startNode(): Promise<Jobs> {
  const { config, database } = portal
  return startJobs({
    url: config.databaseUrl ?? '',
    database,
    logger,
    timeZone,
    jobs: [announcementSyncJob({ db: database.jobs, timeZone, sms: carrierMail })],
    onlyDrained: true,
  })
}

const dayPasses = () => nodes[0]?.drain('announcement-sync')

/** Chooses announcements by email, as on the page Notification Preferences. */
async function wanting<User extends { id: number }>(user: User): Promise<User> {
  await portal.owner(
    'insert into user_notification_types select $1, id from notification_types where not is_text_message',
    [user.id],
  )
  return user
}

/** The business day so many days from now, by the database's clock. */
async function day(distance: number): Promise<string> {
  const [row] = await portal.owner('select (business_today($1) + $2::integer)::text as day', [timeZone, distance])
  return String(row?.['day'])
}

const mailed = async (announcement: number) =>
  (
    await portal.owner(
      `select to_address from outbox_mails where dedupe_key like 'announcement:' || $1 || ':%' order by to_address`,
      [announcement],
    )
  ).map((row) => row['to_address'])

const noted = async (announcement: number) =>
  (
    await portal.owner(
      `select event from audit_events where target_kind = 'announcement' and target_id = $1::text order by id`,
      [announcement],
    )
  ).map((row) => row['event'])

const statusOf = async (announcement: number) =>
  (await portal.owner('select status from announcements where id = $1', [announcement]))[0]?.['status']

test('an announcement is emailed to me on its first business day, not before and not again', async () => {
  const announcement = await portal.make.announcement({
    title: 'Office closed\r\nBcc: all@example.test',
    message_html: '<p>We are <b>closed</b> on Monday &amp; Tuesday.</p>',
    effective_from: await day(1),
  })
  await dayPasses()
  expect(await mailed(announcement)).toEqual([])
  await portal.moveClock('1 day')
  await dayPasses()
  await dayPasses()
  expect(await mailed(announcement)).toEqual([`${reader.userName}@example.test`])
  expect(await noted(announcement)).toEqual(['announcement_published'])
  const mails = await portal.owner(
    `select template, mail.fields, body.fields as body, client_id, state from outbox_mails mail
       join mail_bodies body on body.id = mail.body_id`,
  )
  expect(mails).toEqual([
    {
      template: 'announcement',
      fields: {},
      body: { title: 'Office closed\r\nBcc: all@example.test', text: 'We are closed on Monday & Tuesday.' },
      client_id: reader.clientId,
      state: 'waiting',
    },
  ])
  expect((await readMailbox(portal.database.requests, createMailComposer(portal.config)))[0]?.mail?.text).toContain(
    'We are closed on Monday & Tuesday.',
  )
})

test('an announcement in two languages is emailed to each reader in theirs, and is a text message in theirs', async () => {
  const [carrier] = await portal.owner(
    `insert into sms_carriers (name, email_domain) values ('Draht', 'draht.test') returning id`,
  )
  const columns = { language: 'de', mobile_phone: '3125550199', sms_carrier_id: carrier?.['id'] }
  const german = await wanting(await portal.make.user(columns))
  await portal.owner('update users set agreed_to_texts_at = now() where id = $1', [german.id])
  await portal.owner(
    'insert into user_notification_types select $1, id from notification_types where is_text_message',
    [german.id],
  )
  await portal.make.announcement({
    title: 'Office closed',
    message_html: '<p>On Monday</p>',
    translations: { de: { title: 'Büro geschlossen', message: '<p>Am <b>Montag</b></p>' } },
  })
  await dayPasses()
  const mails = await readMailbox(portal.database.requests, createMailComposer(portal.config))
  const to = (address: string) => mails.find((mail) => mail.to === address)?.mail
  expect(to(`${reader.userName}@example.test`)).toMatchObject({
    subject: 'Office closed',
    text: expect.stringContaining('On Monday'),
  })
  expect(to(`${german.userName}@example.test`)).toMatchObject({
    subject: 'Büro geschlossen',
    text: expect.stringContaining('Am Montag'),
  })
  expect(to('3125550199@draht.test')?.text).toContain('Büro geschlossen')
  await portal.owner('update users set status = 2 where id = $1', [german.id])
})

test('an announcement whose last business day has passed is expired, and audited once', async () => {
  const announcement = await portal.make.announcement({ effective_from: await day(-3), effective_to: await day(0) })
  await dayPasses()
  expect(await statusOf(announcement)).toBe('published')
  await portal.moveClock('1 day')
  await dayPasses()
  await dayPasses()
  expect(await statusOf(announcement)).toBe('expired')
  expect(await noted(announcement)).toEqual(['announcement_published', 'announcement_expired'])
})

test('the business day decides, not the day of the server', async () => {
  // Half an hour before midnight in Chicago, where the server's UTC day began hours ago.
  await portal.owner(
    `select set_clock_offset(((date_trunc('day', now() at time zone $1) + interval '23 hours 30 minutes') at time zone $1) - now())`,
    [timeZone],
  )
  const today = await day(0)
  const [server] = await portal.owner(`select (clock_now() at time zone 'UTC')::date::text as day`)
  expect(server?.['day']).not.toBe(today)
  const ending = await portal.make.announcement({ effective_from: today, effective_to: today })
  const next = await portal.make.announcement({ effective_from: await day(1) })
  await dayPasses()
  expect(await statusOf(ending)).toBe('published')
  expect(await mailed(ending)).toHaveLength(1)
  expect(await mailed(next)).toEqual([])
})

test('only active users in its audience who want emails get one', async () => {
  const mine = await portal.make.client()
  const others = await portal.make.client()
  const targeted = await portal.make.announcement({ audience: 'external' })
  await portal.owner('insert into announcement_clients values ($1, $2)', [targeted, mine])
  const people = {
    wanted: await wanting(await portal.make.user({ client_id: mine })),
    unasked: await portal.make.user({ client_id: mine }),
    inactive: await wanting(await portal.make.user({ client_id: mine, status: 2 })),
    internal: await wanting(await portal.make.user({ client_id: mine, is_internal: true })),
    elsewhere: await wanting(await portal.make.user({ client_id: others })),
    broken: await wanting(await portal.make.user({ client_id: mine, email: 'a@b.test\r\nBcc: c@d.test' })),
  }
  await dayPasses()
  expect(await mailed(targeted)).toEqual([`${people.wanted.userName}@example.test`])
})

test('two nodes at once, after one that was killed in between, email everyone exactly once', async () => {
  await portal.owner(
    `insert into users (user_name, first_name, last_name, email, client_id)
     select 'crowd.' || n, 'Ada', 'L', 'crowd.' || n || '@example.test', $1 from generate_series(1, 2000) n`,
    [reader.clientId],
  )
  await portal.owner(`insert into user_notification_types select id, 1 from users where user_name like 'crowd.%'`)
  const announcement = await portal.make.announcement()
  const other = await portal.make.announcement()
  // Killed in the third transaction: a batch of the first announcement is there, the next one is not.
  const db = portal.database.jobs
  let transactions = 0
  const killed = announcementSyncJob({
    db: {
      ...db,
      transact: (scope, work) =>
        db.transact(scope, async (tx) => {
          const done = await work(tx)
          if (++transactions < 3) return done
          const [mine] = await runIn(tx, sql<{ pid: number }>`select pg_backend_pid() as pid`)
          const next = runIn(tx, sql`select pg_sleep(20)`)
          await Promise.all([next, portal.owner('select pg_terminate_backend($1)', [mine?.pid])])
          throw new Error('not reached')
        }),
    },
    timeZone,
    sms: carrierMail,
  })
  const run = (job = announcementSyncJob({ db, timeZone, sms: carrierMail })) => job.run({}, jobContext({ logger }))
  await expect(run(killed)).rejects.toThrow('The database is not available')
  const before = (await mailed(announcement)).length
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThanOrEqual(1_000)

  await Promise.all([run(), run(), run()])
  for (const each of [announcement, other]) {
    const crowd = (await mailed(each)).filter((address) => String(address).startsWith('crowd.'))
    expect(crowd).toHaveLength(2000)
    expect(new Set(crowd).size).toBe(2000)
  }
  expect(await noted(announcement)).toEqual(['announcement_published'])
})

test('an announcement goes to my telephone where I want text messages, once (decision F3)', async () => {
  const [carrier] = await portal.owner(
    `insert into sms_carriers (name, email_domain) values ('Tel', 'tel.test') returning id`,
  )
  const telephone = { mobile_phone: '3125550123', sms_carrier_id: carrier?.['id'] }
  const texted = await portal.make.user(telephone)
  // With a telephone, but without the wish for text messages.
  const mailedOnly = await wanting(await portal.make.user({ ...telephone, mobile_phone: '3125550124' }))
  await portal.owner('update users set agreed_to_texts_at = now() where id = $1', [texted.id])
  await portal.owner(
    'insert into user_notification_types select $1, id from notification_types where is_text_message',
    [texted.id],
  )
  const announcement = await portal.make.announcement({ title: 'Office closed' })
  await dayPasses()
  await dayPasses()
  const addresses = await mailed(announcement)
  expect(addresses).toContain(`${mailedOnly.userName}@example.test`)
  expect(addresses).not.toContain(`${texted.userName}@example.test`)
  const texts = (await readMailbox(portal.database.requests, createMailComposer(portal.config))).filter(
    ({ template }) => template === 'announcement-text',
  )
  expect(texts).toMatchObject([
    { to: '3125550123@tel.test', mail: { text: 'Announcement: Office closed. Sign in to the portal to read it.' } },
  ])
})

test('announced announcements are known without the audit trail, and not announced again', async () => {
  const announcement = await portal.make.announcement()
  await dayPasses()
  await portal.owner('delete from outbox_mails')
  await portal.owner('alter table audit_events disable trigger user')
  await portal.owner(`delete from audit_events where target_kind = 'announcement'`)
  await portal.owner('alter table audit_events enable trigger user')
  await dayPasses()
  expect(await mailed(announcement)).toEqual([])
  expect(await portal.owner('select announced_version, notified_at is not null as done from announcements')).toEqual([
    { announced_version: 1, done: true },
  ])
})
