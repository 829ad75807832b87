import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobContext } from '../../../test/job-context.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { temporaryPasswordExpiryJob } from './temporary-password-expiry.job.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())
beforeEach(() => portal.moveClock('0'))

const temporary = (columns: Record<string, unknown> = {}) =>
  portal.make.user({ password_changed_at: null, temporary_password_expires_at: new Date(), ...columns })
const run = () => temporaryPasswordExpiryJob({ db: portal.database.jobs }).run({}, jobContext())
const hasPassword = async ({ id }: { id: number }) =>
  (await portal.owner('select password_hash is not null as kept from users where id = $1', [id]))[0]?.['kept']

test('a temporary password is erased a day after its end, and recorded (decisions B15, I2)', async () => {
  const me = await temporary()
  await portal.moveClock('23:45')
  expect(await run()).toBe('Expired temporary passwords erased: 0.')
  await portal.moveClock('24:00:01')
  expect(await run()).toBe('Expired temporary passwords erased: 1.')
  expect(await hasPassword(me)).toBe(false)
  expect(await run()).toBe('Expired temporary passwords erased: 0.')
  const events = await portal.owner(
    `select actor_user_id as actor, target_kind as kind, before, after from audit_events
      where event = 'temporary_password_expired' and subject_user_id = $1`,
    [me.id],
  )
  expect(events).toEqual([
    { actor: null, kind: 'user', before: { validUntil: expect.any(String) }, after: { validUntil: null } },
  ])
})

test('my own password stays, and so does one that I reported and have to replace', async () => {
  const own = await portal.make.user()
  const reported = await temporary({ password_spent_at: new Date() })
  await portal.moveClock('30 days')
  await run()
  expect([await hasPassword(own), await hasPassword(reported)]).toEqual([true, true])
})

test('an erased password is refused like a wrong one', async () => {
  const me = await temporary()
  await portal.moveClock('2 days')
  await run()
  expect(await portal.browser().trySignIn(me.userName, me.password)).toMatchObject({ code: '204' })
})
