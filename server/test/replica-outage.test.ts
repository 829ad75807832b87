import { listLinks, saveLink } from '@portico/contract/links/links.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Browser, Raw } from './browser.ts'
import { ageSessions, type ReplicaPortal, startReplicaPortal } from './replica.ts'

let place: ReplicaPortal
let browser: Browser
beforeAll(async () => {
  place = await startReplicaPortal()
  browser = await place.portal.as(await place.portal.make.user())
  const body = { linkNm: 'Mine', linkUrlTxt: 'https://example.com' }
  await browser.call(saveLink, { params: { uid: browser.userId }, body })
  await ageSessions(place.portal)
  await place.untilUsed()
}, 240_000)
afterAll(() => place?.close())

const list = () => browser.send(listLinks, { params: { uid: browser.userId } })
const isMine = ({ status, data }: Raw) => status === 200 && JSON.stringify(data).includes('"Mine"')
const untilEvent = (type: string) =>
  vi.waitUntil(() => place.events.at(-1)?.type === type, { timeout: 90_000, interval: 20 })
async function untilAnswered(by: 'replica' | 'primary'): Promise<void> {
  const isBy = async () => {
    const before = place.reads()
    expect(await list()).toSatisfy(isMine)
    return place.reads()[by] > before[by]
  }
  await vi.waitUntil(isBy, { timeout: 60_000, interval: 50 })
}

/** Eight readers at once until it is stopped; returns the answers that were no list. */
function reading() {
  const failures: unknown[] = []
  let count = 0
  let isOver = false
  const readers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const answer = await list()
      count += 1
      if (!isMine(answer)) failures.push([answer.status, answer.text])
    }
  })
  return {
    count: () => count,
    stop: async () => {
      isOver = true
      await Promise.all(readers)
      return failures
    },
  }
}

test('while the replica lags by more than 10 seconds the primary answers, and then the replica again', async () => {
  await untilAnswered('replica')
  await place.on(1, 'select pg_wal_replay_pause()')
  await place.portal.owner("insert into departments (name) values ('Written while it lags')")
  await untilAnswered('replica')
  await untilEvent('lags')
  expect(place.events.at(-1)).toMatchObject({ seconds: expect.toSatisfy((seconds: number) => seconds >= 10) })
  const before = place.reads()
  for (let n = 0; n < 5; n++) expect(await list()).toSatisfy(isMine)
  expect(place.reads().replica).toBe(before.replica)
  expect(place.portal.database.replica?.figures.lagSeconds).toBeGreaterThan(10)
  await place.on(1, 'select pg_wal_replay_resume()')
  await untilEvent('used')
  await untilAnswered('replica')
  expect(place.portal.database.replica?.figures.lagSeconds).toBeLessThan(10)
}, 180_000)

test('a replica that freezes while I read keeps no read waiting for it', async () => {
  await untilAnswered('replica')
  const readers = reading()
  await vi.waitUntil(() => readers.count() > 50, { timeout: 60_000 })
  const thaw = place.pair.freeze(1)
  try {
    await untilEvent('lost')
    const count = readers.count()
    await vi.waitUntil(() => readers.count() > count + 50, { timeout: 60_000 })
  } finally {
    thaw()
  }
  await untilEvent('used')
  expect(await readers.stop()).toEqual([])
}, 240_000)

test('a replica that dies while I read fails none of the reads, and answers again when it is back', async () => {
  await untilAnswered('replica')
  const readers = reading()
  await vi.waitUntil(() => readers.count() > 50, { timeout: 60_000 })
  await place.pair.stop(1, 'SIGQUIT')
  await untilEvent('lost')
  const count = readers.count()
  await vi.waitUntil(() => readers.count() > count + 50, { timeout: 60_000 })
  expect(await readers.stop()).toEqual([])
  await place.pair.startAsStandby(1)
  await untilEvent('used')
  await untilAnswered('replica')
}, 240_000)

test('what is a fault at the replica is not asked again at the primary', async () => {
  await untilAnswered('replica')
  await place.on(0, 'alter table user_links rename to user_links_elsewhere')
  try {
    const before = place.reads()
    expect((await list()).status).toBe(500)
    expect(place.reads()).toEqual(before)
  } finally {
    await place.on(0, 'alter table user_links_elsewhere rename to user_links')
  }
})
