import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { readMailbox } from '../mail/public.ts'
import { closeEndedGrantsJob } from './close-ended-grants.job.ts'
import { grantNoticesJob } from './grant-notices.job.ts'
import type { Db } from '../../db/database.ts'

let portal: Portal
let db: Db
let holder: MadeUser
let grantor: MadeUser
let systemId: number
beforeAll(async () => {
  portal = await startPortal()
  db = portal.database.jobs
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.moveClock('0')
  await portal.owner('delete from outbox_mails')
  for (const kind of ['system', 'page', 'facility', 'customer'])
    await portal.owner(
      `update user_${kind}_grants set valid_to = greatest(valid_from, clock_now()) where valid_to is null`,
    )
  holder = await portal.make.user()
  grantor = await portal.make.user({ is_internal: true })
  systemId = await portal.make.system({ name: `Freight ${holder.id}` })
})

const context = () => jobContext()
const run = (job: Pick<JobDefinition, 'run'>) => job.run({}, context())
const noticesJob = () => grantNoticesJob({ db, timeZone: portal.config.businessTimeZone })
const notify = () => run(noticesJob())
const close = () => run(closeEndedGrantsJob({ db }))
const mails = () => readMailbox(portal.database.requests, createMailComposer(portal.config))
const subjects = async () => (await mails()).map(({ to, mail }) => `${to.split('@')[0]}: ${mail?.subject}`).toSorted()

/** Moves the clock to a moment. */
const at = (moment: string) => portal.moveClock(`${Math.round((Date.parse(moment) - Date.now()) / 1000)} seconds`)

/** Gives the holder the system until a moment. */
async function grantUntil(endsAt: string, validFrom = '2030-01-01T12:00:00Z', grantedBy: number | null = grantor.id) {
  const [row] = await portal.owner(
    `insert into user_system_grants (user_id, system_id, valid_from, ends_at, granted_by) values ($1, $2, $3, $4, $5) returning id`,
    [holder.id, systemId, validFrom, endsAt, grantedBy],
  )
  return Number(row?.['id'])
}

describe('before a grant ends', () => {
  test('its holder and its grantor are notified 14, 7 and 1 days before, at midnight of the business time zone, once each', async () => {
    // The last day is March 20: its end is after the change to daylight saving time, the first notice before.
    await grantUntil('2030-03-21T05:00:00Z')
    const mailedAt: string[] = []
    for (const moment of [
      '2030-03-06T05:59:00Z',
      '2030-03-06T06:00:10Z',
      '2030-03-12T20:00:00Z',
      '2030-03-13T04:59:00Z',
      '2030-03-13T05:00:10Z',
      '2030-03-19T04:59:00Z',
      '2030-03-19T05:00:10Z',
      '2030-03-20T12:00:00Z',
      '2030-03-21T06:00:00Z',
    ]) {
      await at(moment)
      await Promise.all([notify(), notify()])
      await notify()
      const sent = await subjects()
      if (sent.length > mailedAt.length * 2) mailedAt.push(moment)
      expect(sent).toHaveLength(mailedAt.length * 2)
    }
    expect(mailedAt).toEqual(['2030-03-06T06:00:10Z', '2030-03-13T05:00:10Z', '2030-03-19T05:00:10Z'])
    expect(await subjects()).toEqual(
      [
        `${grantor.userName}: Access you granted ends in 14 days`,
        `${grantor.userName}: Access you granted ends in 7 days`,
        `${grantor.userName}: Access you granted ends tomorrow`,
        `${holder.userName}: Your access ends in 14 days`,
        `${holder.userName}: Your access ends in 7 days`,
        `${holder.userName}: Your access ends tomorrow`,
      ].toSorted(),
    )
  })

  test('one email lists all that ends on a day, of every kind, and names when', async () => {
    const sectionId = await portal.make.section()
    const pageId = await portal.make.page({ system_id: systemId, section_id: sectionId, name: 'Rates' })
    const [customer] = await portal.owner(
      `insert into customers (facility_code, name) values ('EDH', 'Northwind') returning id`,
    )
    const end = '2030-03-21T05:00:00Z'
    await grantUntil(end)
    const values = [holder.id, end, grantor.id]
    const columns = 'user_id, ends_at, granted_by, valid_from'
    const given = `$1, $2, $3, '2030-01-01'`
    await portal.owner(`insert into user_page_grants (${columns}, page_id) values (${given}, $4)`, [...values, pageId])
    await portal.owner(`insert into user_facility_grants (${columns}, facility_code) values (${given}, 'EDH')`, values)
    await portal.owner(`insert into user_customer_grants (${columns}, customer_id) values (${given}, $4)`, [
      ...values,
      customer?.['id'],
    ])
    await at('2030-03-14T12:00:00Z')
    await notify()
    const found = await mails()
    const own = found.find(({ to }) => to.startsWith(holder.userName))?.mail?.text ?? ''
    for (const item of [`Freight ${holder.id}:`, `Freight ${holder.id} / Rates:`, 'EDH:', 'EDH / Northwind:'])
      expect(own).toContain(item)
    expect(own).toContain('March 21, 2030 at 12:00 AM')
    expect(found.find(({ to }) => to.startsWith(grantor.userName))?.mail?.text).toContain(
      `Ada Lovelace: Freight ${holder.id}`,
    )
    expect(found).toHaveLength(2)
  })

  test('what ends on different days is in an email for each of them, to the holder and to the grantor', async () => {
    await grantUntil('2030-03-21T05:00:00Z')
    systemId = await portal.make.system()
    await grantUntil('2030-03-28T05:00:00Z')
    await at('2030-03-13T12:00:00Z')
    await notify()
    expect(await subjects()).toEqual(
      [
        `${grantor.userName}: Access you granted ends in 14 days`,
        `${grantor.userName}: Access you granted ends in 7 days`,
        `${holder.userName}: Your access ends in 14 days`,
        `${holder.userName}: Your access ends in 7 days`,
      ].toSorted(),
    )
  })

  test('nobody is notified on the day on which the access was given', async () => {
    await grantUntil('2030-03-21T05:00:00Z', '2030-03-13T12:00:00Z')
    await at('2030-03-13T13:00:00Z')
    await notify()
    expect(await subjects()).toEqual([])
    await at('2030-03-14T12:00:00Z')
    await notify()
    expect(await subjects()).toEqual([])
    await at('2030-03-19T12:00:00Z')
    await notify()
    expect(await subjects()).toHaveLength(2)
  })

  test('after an outage only the next notice is sent, and none that was due before the grant was given', async () => {
    await grantUntil('2030-03-21T05:00:00Z')
    await at('2030-03-16T12:00:00Z')
    await notify()
    expect(await subjects()).toContain(`${holder.userName}: Your access ends in 4 days`)
    await portal.owner('delete from outbox_mails')
    await portal.owner('update user_system_grants set valid_to = valid_from where user_id = $1', [holder.id])
    await grantUntil('2030-03-21T05:00:00Z', '2030-03-16T12:00:00Z')
    await notify()
    expect(await subjects()).toEqual([])
    await at('2030-03-19T12:00:00Z')
    await notify()
    expect(await subjects()).toHaveLength(2)
  })

  test('an inactive holder is not notified, nor is a grantor who left or holds it themselves', async () => {
    await grantUntil('2030-03-21T05:00:00Z', '2030-01-01T12:00:00Z', holder.id)
    await at('2030-03-14T12:00:00Z')
    await notify()
    expect(await subjects()).toEqual([`${holder.userName}: Your access ends in 6 days`])
    await portal.owner('delete from outbox_mails')
    await portal.owner('update users set status = 2 where id = $1', [holder.id])
    await at('2030-03-19T12:00:00Z')
    await notify()
    expect(await subjects()).toEqual([])
  })

  test('a notice that was interrupted before it was stored is sent by the next run', async () => {
    await grantUntil('2030-03-21T05:00:00Z')
    await at('2030-03-14T12:00:00Z')
    const interrupted: Db = {
      ...db,
      transact: (scope, work) =>
        db.transact(scope, async (tx) => {
          await work(tx)
          throw new Error('The node is gone')
        }),
    }
    await expect(run(grantNoticesJob({ db: interrupted, timeZone: portal.config.businessTimeZone }))).rejects.toThrow(
      'The node is gone',
    )
    expect(await subjects()).toEqual([])
    await notify()
    expect(await subjects()).toHaveLength(2)
  })
})

describe('when a grant has ended', () => {
  test('it is closed as of its end without an actor, once, and the audit trail names it', async () => {
    const end = '2030-03-21T05:00:00Z'
    const id = await grantUntil(end)
    await at('2030-03-21T04:59:00Z')
    await close()
    const row = () => portal.owner('select valid_to, closed_by from user_system_grants where id = $1', [id])
    expect(await row()).toEqual([{ valid_to: null, closed_by: null }])
    await at('2030-03-21T05:00:10Z')
    await Promise.all([close(), close()])
    await close()
    expect(await row()).toEqual([{ valid_to: new Date(end), closed_by: null }])
    const events = await portal.owner(
      `select actor_user_id as actor, client_id as client, before from audit_events where event = 'grants_ended' and subject_user_id = $1`,
      [holder.id],
    )
    expect(events).toEqual([
      {
        actor: null,
        client: holder.clientId,
        before: { [`Freight ${holder.id}`]: `until ${new Date(end).toISOString()}` },
      },
    ])
  })

  test('the pages of an ended application go with it', async () => {
    const pageId = await portal.make.page({ system_id: systemId, section_id: await portal.make.section() })
    await portal.owner(`insert into user_page_grants (user_id, page_id, valid_from) values ($1, $2, '2030-01-01')`, [
      holder.id,
      pageId,
    ])
    await grantUntil('2030-03-21T05:00:00Z')
    await at('2030-03-21T05:00:10Z')
    await close()
    expect(await portal.owner('select valid_to from user_page_grants where user_id = $1', [holder.id])).toEqual([
      { valid_to: new Date('2030-03-21T05:00:00Z') },
    ])
  })

  test('the pages of an application that was granted again stay, whatever else ends', async () => {
    const pageId = await portal.make.page({ system_id: systemId, section_id: await portal.make.section() })
    await grantUntil('2030-03-21T05:00:00Z')
    await at('2030-03-21T05:00:10Z')
    await close()
    await portal.make.grant(holder, { systemId, pageId })
    systemId = await portal.make.system()
    await grantUntil('2030-03-22T05:00:00Z')
    await at('2030-03-22T05:00:10Z')
    await close()
    expect(await portal.owner('select valid_to from user_page_grants where user_id = $1', [holder.id])).toEqual([
      { valid_to: null },
    ])
  })
})
