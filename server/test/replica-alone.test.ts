import { getProfile } from '@portico/contract/account/account.ts'
import { listLinks, saveLink } from '@portico/contract/links/links.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Raw } from './browser.ts'
import { ageSessions, type ReplicaPortal, startReplicaPortal } from './replica.ts'

let place: ReplicaPortal
beforeAll(async () => {
  place = await startReplicaPortal({ failsOver: true })
  await place.untilUsed()
}, 240_000)
afterAll(() => place?.close())

const save = (browser: Browser, linkNm: string): Promise<Raw> =>
  browser.send(saveLink, {
    params: { uid: browser.userId },
    body: { userLinkId: null, linkNm, linkUrlTxt: 'https://example.com' },
  })
const list = (browser: Browser): Promise<Raw> => browser.send(listLinks, { params: { uid: browser.userId } })
const users = (browser: Browser): Promise<Raw> => browser.send(listUsers, { params: { uid: browser.userId }, body: {} })
const profile = (browser: Browser): Promise<Raw> => browser.send(getProfile, {})

test('while the primary is lost, lists come from the replica, with sessions and rights as they were', async () => {
  const { make } = place.portal
  const [mine, ended] = [await place.portal.as(await make.user()), await place.portal.as(await make.user())]
  const admin = await make.user()
  await make.adminPages(admin, ['User Administration'])
  const administrator = await place.portal.as(admin)
  const idle = await place.portal.as(await make.user())
  await save(mine, 'Before the loss')
  await ageSessions(place.portal)
  await place.on(0, `update sessions set ended_at = now(), end_reason = 'revoked' where user_id = ${ended.userId}`)
  // Its activity would be noted with the next call.
  await place.on(0, `update sessions set last_active_at = now() - interval '5 minutes' where user_id = ${idle.userId}`)
  const [position] = await place.on(0, 'select pg_current_wal_insert_lsn()::text as lsn')
  const replayed = `select pg_last_wal_replay_lsn() >= '${String(position?.['lsn'])}' as has`
  await expect.poll(() => place.on(1, replayed), { timeout: 60_000 }).toEqual([{ has: true }])

  await place.pair.stop(0, 'SIGQUIT')
  await expect.poll(async () => (await list(mine)).status, { timeout: 60_000 }).toBe(200)
  // Longer than the replica is read by what is known of the primary.
  const until = Date.now() + 7_000
  const answers: Raw[] = []
  while (Date.now() < until) answers.push(await list(mine))
  expect(answers.filter(({ status, text }) => status !== 200 || !text.includes('Before the loss'))).toEqual([])
  expect((await list(idle)).status).toBe(200)
  expect((await users(administrator)).status).toBe(200)
  expect((await users(mine)).status).toBe(403)
  expect((await list(ended)).status).toBe(401)
  const stranger = place.portal.browser()
  stranger.userId = mine.userId
  expect((await list(stranger)).status).toBe(401)
  const refusals = [await profile(mine), await save(mine, 'Meanwhile')]
  expect(refusals.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '2'],
    [503, '2'],
  ])

  await place.pair.promote(1)
  await expect.poll(async () => (await save(mine, 'Afterwards')).status, { timeout: 60_000 }).toBe(200)
  expect((await list(mine)).text).toContain('Afterwards')
  expect((await list(mine)).text).not.toContain('Meanwhile')
  expect((await list(ended)).status).toBe(401)
  await place.pair.startAsStandby(0)
}, 240_000)
