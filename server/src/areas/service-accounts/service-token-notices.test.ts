import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { makeServiceAccount } from '../../../test/service-accounts.ts'
import { serviceTokenNoticesJob } from './service-token-notices.job.ts'

let portal: Portal
let owner: MadeUser
let admin: MadeUser
beforeAll(async () => {
  portal = await startPortal()
  owner = await portal.make.user({ user_name: 'olive.owner', is_internal: true })
  admin = await portal.make.user({ user_name: 'ada.admin', is_internal: true })
  await portal.owner('insert into user_system_grants (user_id, system_id, is_admin) values ($1, 2, true)', [admin.id])
})
afterAll(() => portal.close())

const notify = () => serviceTokenNoticesJob({ db: portal.database.jobs }).run({}, jobContext())
const mails = () =>
  portal.owner(
    `select to_address as to, fields->>'account' as account, (fields->>'days')::int as days from outbox_mails
      where template = 'service-token-expires' order by id`,
  )

test('the owner and portal administrators are notified 30, 7 and 1 days before the last token expires, once each', async () => {
  await makeServiceAccount(portal, { owner, scopes: ['users:read'], name: 'Payroll' })
  await portal.owner(`update service_tokens set expires_at = clock_now() + interval '32 days'`)
  const notices: string[] = []
  for (const day of [0, 1, 2, 3, 24, 25, 26, 30, 31, 33]) {
    await portal.moveClock(`${day} days`)
    const before = (await mails()).length
    await notify()
    await notify()
    const added = (await mails()).slice(before)
    notices.push(...added.map(({ days }) => `day ${day}: in ${Number(days)} days`))
  }
  const expected = ['day 2: in 30 days', 'day 25: in 7 days', 'day 31: in 1 days']
  expect(notices).toEqual(expected.flatMap((notice) => [notice, notice]))
})

test('nobody is notified of a token that was exchanged, of a revoked one, or for an owner who is inactive', async () => {
  await portal.moveClock('0')
  await portal.owner('delete from outbox_mails')
  await portal.owner('delete from service_accounts')
  const exchanged = await makeServiceAccount(portal, { owner, scopes: ['users:read'] })
  await portal.owner(
    `insert into service_tokens (service_account_id, prefix, keyed_hash, expires_at) values ($1, 'portico_abcdefgh', 'k.h', clock_now() + interval '2 days')`,
    [exchanged.id],
  )
  await portal.owner(`update service_tokens set expires_at = clock_now() + interval '60 days' where id = $1`, [
    exchanged.tokenId,
  ])
  const revoked = await makeServiceAccount(portal, { owner, scopes: ['users:read'] })
  await portal.owner('update service_accounts set revoked_at = clock_now() where id = $1', [revoked.id])
  const gone = await portal.make.user({ is_internal: true, status: 2 })
  await makeServiceAccount(portal, { owner: gone, scopes: ['users:read'] })
  await notify()
  expect(await mails()).toEqual([])
})
