import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobContext } from '../../../test/job-context.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { readMailbox } from '../mail/public.ts'
import { licenseRemindersJob } from './license-reminders.job.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.moveClock('0')
  await portal.owner('delete from outbox_mails')
  await portal.owner('update users set status = 2')
})

/** A user who signed in just now and has not accepted the license. */
async function atLicense(columns: Record<string, unknown> = {}) {
  const user = await portal.make.user({ license_accepted_at: null, license_version: null, ...columns })
  await portal.owner('update user_sign_ins set last_signed_in_at = clock_now() where user_id = $1', [user.id])
  return user
}
const run = () => licenseRemindersJob({ db: portal.database.jobs }).run({}, jobContext())

test('I am reminded once, a week after I left at the license (decisions B9, I2)', async () => {
  const me = await atLicense()
  await portal.moveClock('6 days 23:45')
  expect(await run()).toBe('Users reminded: 0.')
  await portal.moveClock('7 days 00:00:01')
  expect(await run()).toBe('Users reminded: 1.')
  expect(await run()).toBe('Users reminded: 0.')
  await portal.moveClock('20 days')
  expect(await run()).toBe('Users reminded: 0.')
  const entries = await readMailbox(portal.database.requests, createMailComposer(portal.config))
  expect(entries.map(({ to, mail }) => `${to.split('@')[0]}: ${mail?.subject}`)).toEqual([
    `${me.userName}: Please accept the license agreement`,
  ])
})

test('a later sign-in that ends at the license again is reminded of by itself', async () => {
  const me = await atLicense()
  await portal.moveClock('8 days')
  expect(await run()).toBe('Users reminded: 1.')
  await portal.owner('update user_sign_ins set last_signed_in_at = clock_now() where user_id = $1', [me.id])
  expect(await run()).toBe('Users reminded: 0.')
  await portal.moveClock('15 days 01:00')
  expect(await run()).toBe('Users reminded: 1.')
})

test('I am reminded where I left at a license that asked me again, and not before I have seen it', async () => {
  await portal.owner('update license_texts set asks_since = clock_now()')
  const me = await atLicense({ license_accepted_at: new Date(Date.now() - 86_400_000), license_version: 1 })
  const away = await atLicense({ license_accepted_at: new Date(Date.now() - 86_400_000), license_version: 1 })
  await portal.owner(
    `update user_sign_ins set last_signed_in_at = clock_now() - interval '1 hour' where user_id = $1`,
    [away.id],
  )
  await portal.moveClock('8 days')
  expect(await run()).toBe('Users reminded: 1.')
  const [entry] = await readMailbox(portal.database.requests, createMailComposer(portal.config))
  expect(entry?.to.split('@')[0]).toBe(me.userName)
  await portal.owner('update license_texts set asks_since = null')
})

test('nobody is reminded who has accepted it, who never signed in, or whom it does not concern', async () => {
  await atLicense({ license_accepted_at: new Date() })
  await atLicense({ is_internal: true })
  await atLicense({ status: 2 })
  await atLicense({ client_id: await portal.make.client({ is_deleted: true }) })
  await portal.make.user({ license_accepted_at: null })
  await portal.moveClock('8 days')
  expect(await run()).toBe('Users reminded: 0.')
})
