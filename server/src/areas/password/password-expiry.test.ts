import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { readMailbox } from '../mail/public.ts'
import { passwordExpiryJob } from './password-expiry.job.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.moveClock('0')
  await portal.owner('delete from outbox_mails')
  await portal.owner(`update users set status = 2`)
})

/** A user whose password is this many days old, minus an hour. */
const aged = (days: number, columns: Record<string, unknown> = {}): Promise<MadeUser> =>
  portal.make.user({ password_changed_at: new Date(Date.now() - days * 86_400_000 - 3_600_000), ...columns })

const run = (passwordMaxAgeDays = 90) =>
  passwordExpiryJob({ db: portal.database.jobs, passwordMaxAgeDays }).run({}, jobContext())
const subjects = async () => {
  const entries = await readMailbox(portal.database.requests, createMailComposer(portal.config))
  return entries.map(({ to, mail }) => `${to.split('@')[0]}: ${mail?.subject}`).toSorted()
}

test('I am notified 14, 7 and 1 days before my password expires, once each (decisions B13, I2)', async () => {
  const me = await aged(70)
  const notices: string[] = []
  for (let day = 0; day <= 22; day++) {
    await portal.moveClock(`${day} days`)
    await run()
    await run()
    const now = await subjects()
    if (now.length > notices.length)
      notices.push(`day ${70 + day}, ${now.filter((each) => !notices.some((line) => line.endsWith(each))).join()}`)
  }
  expect(notices).toEqual([
    `day 76, ${me.userName}: Your password expires in 14 days`,
    `day 83, ${me.userName}: Your password expires in 7 days`,
    `day 89, ${me.userName}: Your password expires tomorrow`,
  ])
})

test('the email names the expiry and where to sign in', async () => {
  await aged(83)
  await run()
  const [entry] = await readMailbox(portal.database.requests, createMailComposer(portal.config))
  expect(entry?.mail?.text).toMatch(/Your password expires on \w+ \d+, \d{4} at \d+:\d\d [AP]M C[SD]T\./)
  expect(entry?.mail?.text).toContain(`${portal.config.publicUrl.origin}/login`)
})

test('after an outage of days I get the next notice only, with the days that are left', async () => {
  const me = await aged(85)
  await run()
  expect(await subjects()).toEqual([`${me.userName}: Your password expires in 5 days`])
})

test('a new password starts over', async () => {
  const me = await aged(80)
  await run()
  await portal.owner(`update users set password_changed_at = clock_now() - interval '81 days' where id = $1`, [me.id])
  await run()
  expect(await subjects()).toHaveLength(2)
})

test('only active users whose own password expires are notified', async () => {
  const gone = await portal.make.client({ is_deleted: true })
  await aged(80, { status: 2 })
  await aged(80, { sign_in_kind: 'directory' })
  await aged(80, { sign_in_kind: 'federated' })
  await aged(80, { password_ages: false })
  await aged(80, { client_id: gone })
  await aged(80, { password_changed_at: null })
  await aged(91)
  await aged(30)
  await run()
  expect(await subjects()).toEqual([])
})

test('with passwords that last for ten days there is no notice of 14 days, and without expiry none at all', async () => {
  const fresh = await aged(0)
  await aged(5)
  await run(0)
  expect(await subjects()).toEqual([])
  await run(10)
  expect(await subjects()).toEqual([expect.stringContaining('expires in 5 days')])
  expect((await subjects()).join()).not.toContain(fresh.userName)
})
