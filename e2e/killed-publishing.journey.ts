import { rm } from 'node:fs/promises'
import {
  addAnnouncement,
  announcementValueTypes,
  listAnnouncementValues,
  listSystemAnnouncements,
} from '@portico/contract/announcements/announcement-admin.ts'
import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Browser } from '../server/test/browser.ts'
import { freePort } from '../server/test/free-port.ts'
import { type OpenDatabase, openDatabase } from './portal-database.ts'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { PASSWORD } from './visitor.ts'

/** Several batches of the job that writes the mails. */
const CROWD = 20_000
/** A job that was interrupted is taken up again once its lease has ended. */
const TAKEN_UP_MS = 150_000

let folder: string
let port: string
let portal: RunningPortal
let database: OpenDatabase
/** Stays signed in while the portal is killed and started again. */
let admin: Browser
const value: Record<string, number> = {}
beforeAll(async () => {
  folder = await createTempFolder()
  port = String(await freePort())
  portal = await startServer({ PORT: port }, folder)
  database = await openDatabase(folder)
  await database.query(
    `insert into users (user_name, first_name, last_name, email, client_id)
     select 'crowd.' || n, 'Ada', 'L', 'crowd.' || n || '@example.test', (select min(client_id) from users)
       from generate_series(1, $1::integer) n`,
    [CROWD],
  )
  await database.query(
    `insert into user_notification_types
     select person.id, type.id from users person, notification_types type
      where person.user_name like 'crowd.%' and not type.is_text_message`,
  )
  admin = await new Browser(portal.origin).signIn('portal.admin', PASSWORD)
  for (const typeName of announcementValueTypes)
    for (const one of await admin.call(listAnnouncementValues, { params: { uid: admin.userId, typeName } }))
      value[one.valueCd] = one.clsVldValId
})
afterAll(async () => {
  await portal?.stop()
  await database?.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

async function publish(anncTitle: string): Promise<{ status: number }> {
  const [day] = await database.query("select business_today('America/Chicago')::text as today")
  return admin.send(addAnnouncement, {
    params: { uid: admin.userId },
    query: { anncReqType: 'publish' },
    body: {
      anncTitle,
      anncMessage: '<p>News</p>',
      anncType: value['operational'],
      userType: value['all'],
      effectiveFromDt: String(day?.['today']),
    },
  })
}

const stored = (title: string) => database.query('select notified_at from announcements where title = $1', [title])

/** Mails of the announcement to the crowd, and how many of their addresses differ. */
async function mailsOf(title: string): Promise<{ mails: number; addresses: number }> {
  const [row] = await database.query(
    `select count(*)::int as mails, count(distinct mail.to_address)::int as addresses
       from outbox_mails mail join announcements a on mail.dedupe_key like 'announcement:' || a.id || ':%'
      where a.title = $1 and mail.to_address like 'crowd.%'`,
    [title],
  )
  return { mails: Number(row?.['mails']), addresses: Number(row?.['addresses']) }
}

const restart = async () => {
  portal = await startServer({ PORT: port }, folder)
}

/** Waits until everybody is notified, and expects one announcement and one mail for each of the crowd. */
async function expectEveryoneOnce(title: string): Promise<void> {
  await vi.waitFor(async () => expect((await stored(title))[0]?.['notified_at']).toBeInstanceOf(Date), {
    timeout: TAKEN_UP_MS,
    interval: 200,
  })
  expect(await mailsOf(title)).toEqual({ mails: CROWD, addresses: CROWD })
  const listed = await admin.call(listSystemAnnouncements, {
    params: { uid: admin.userId },
    query: { titleText: title },
  })
  expect(listed).toHaveLength(1)
  const shown = (await admin.call(listAnnouncements, {})).filter(({ titleText }) => titleText === title)
  expect(shown).toHaveLength(1)
}

test('killed while the mails of an announcement are written, it goes on after the start: everyone gets one (R11)', async () => {
  const title = 'Killed between the batches'
  expect((await publish(title)).status).toBe(200)
  await vi.waitFor(async () => expect((await mailsOf(title)).mails).toBeGreaterThan(0), {
    timeout: TAKEN_UP_MS,
    interval: 5,
  })
  await portal.kill()
  const before = await mailsOf(title)
  expect(before.mails).toBeGreaterThan(0)
  expect(before.mails).toBeLessThan(CROWD)
  await restart()
  await expectEveryoneOnce(title)
})

test('killed while an administrator publishes, the announcement is there whole or not at all, and sent once (R11, R15)', async () => {
  const title = 'Killed in the request'
  const answer = publish(title).catch(() => null)
  await portal.kill()
  await answer
  const there = (await stored(title)).length
  expect(there).toBeLessThanOrEqual(1)
  await restart()
  const again = await publish(title)
  expect(again.status).toBe(there === 1 ? 409 : 200)
  await expectEveryoneOnce(title)
})
