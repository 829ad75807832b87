import { listLinks, saveLink } from '@portico/contract/links/links.ts'
import { exportUsers, listUsers } from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Browser } from './browser.ts'
import { ageSessions, type ReplicaPortal, startReplicaPortal } from './replica.ts'

let place: ReplicaPortal
beforeAll(async () => {
  place = await startReplicaPortal()
  await place.untilUsed()
}, 240_000)
afterAll(() => place?.close())

async function signedIn(columns: Record<string, unknown> = {}): Promise<Browser> {
  const browser = await place.portal.as(await place.portal.make.user(columns))
  await ageSessions(place.portal)
  return browser
}

const save = (browser: Browser, linkNm: string, userLinkId: number | null = null) =>
  browser.call(saveLink, {
    params: { uid: browser.userId },
    body: { userLinkId, linkNm, linkUrlTxt: 'https://example.com' },
  })
const names = async (browser: Browser) =>
  (await browser.call(listLinks, { params: { uid: browser.userId } })).map(({ linkNm }) => linkNm)

/** What a read adds to the reads of the replica and of the primary. */
async function placeOf(read: () => Promise<unknown>): Promise<{ replica: number; primary: number }> {
  const before = place.reads()
  await read()
  const { replica, primary } = place.reads()
  return { replica: replica - before.replica, primary: primary - before.primary }
}

describe('where there is a replica', () => {
  test('it answers lists of a session that has changed nothing, and the primary those of a new sign-in', async () => {
    const user = await place.portal.make.user()
    const browser = await place.portal.as(user)
    expect(await placeOf(() => names(browser))).toEqual({ replica: 0, primary: 1 })
    await ageSessions(place.portal)
    expect(await placeOf(() => names(browser))).toEqual({ replica: 1, primary: 0 })
  })

  test('I see what I have changed at once, and the replica answers again when it has it, too', async () => {
    const browser = await signedIn()
    await place.delayReplay('2s')
    try {
      await save(browser, 'Just now')
      expect(await placeOf(async () => expect(await names(browser)).toEqual(['Just now']))).toMatchObject({
        replica: 0,
      })
      await vi.waitUntil(async () => (await placeOf(() => names(browser))).replica === 1, {
        timeout: 60_000,
        interval: 100,
      })
      expect(await names(browser)).toEqual(['Just now'])
    } finally {
      await place.delayReplay('0')
    }
  })

  test('in 1,000 pairs of a change and a later list, I always see my own change', async () => {
    const browsers = await Promise.all(Array.from({ length: 12 }, () => signedIn()))
    const kept = await Promise.all(browsers.map(async (browser) => ({ browser, ...(await save(browser, 'first')) })))
    const latest = kept.map(() => 'first')
    await place.delayReplay('400ms')
    const stale: string[] = []
    const before = place.reads()
    try {
      const work = kept.map(async ({ browser, userLinkId }, index) => {
        for (let round = 1; round <= 84; round++) {
          latest[index] = `${index}: ${round}`
          await save(browser, latest[index], userLinkId)
          for (let read = 0; read <= (round * 7 + index) % 5; read++)
            if (!(await names(browser)).includes(latest[index])) stale.push(latest[index])
        }
        // Not changed any more: read until the replica answers.
        await vi.waitUntil(
          async () => {
            const found = await names(browser)
            if (!found.includes(latest[index] ?? '')) stale.push(`${index}: late`)
            return place.reads().replica > before.replica + 50
          },
          { timeout: 120_000, interval: 20 },
        )
      })
      await Promise.all(work)
    } finally {
      await place.delayReplay('0')
    }
    expect(stale).toEqual([])
    expect(place.reads().replica).toBeGreaterThan(before.replica + 50)
  }, 300_000)

  test('administrators of two employers list and export there, each their own users', async () => {
    const { make } = place.portal
    for (const clientId of [await make.client(), await make.client()]) {
      const admin = await make.user({ client_id: clientId })
      await make.adminPages(admin, ['User Administration'])
      const colleague = await make.user({ client_id: clientId })
      const browser = await place.portal.as(admin)
      await ageSessions(place.portal)
      const params = { uid: browser.userId }
      const list = async () =>
        (await browser.call(listUsers, { params, body: {} as never })).result.map(({ userId }) => userId)
      await vi.waitUntil(async () => (await list()).length === 2, { timeout: 30_000 })
      expect(await placeOf(list)).toEqual({ replica: 1, primary: 0 })
      expect(new Set(await list())).toEqual(new Set([admin.id, colleague.id]))
      let lines: string[] = []
      const download = async () => {
        const { text } = await browser.send(exportUsers, { params, body: { format: 'csv' } as never })
        lines = text.trimEnd().split('\r\n').slice(1)
      }
      // The record of the export is written before it is sent, and changes nothing of that.
      expect(await placeOf(download)).toEqual({ replica: 1, primary: 0 })
      expect(lines.map((line) => line.split(',')[2])).toEqual(
        expect.arrayContaining([admin.userName, colleague.userName]),
      )
      expect(lines).toHaveLength(2)
    }
  })

  test('an export comes from there also when I have just changed something, as soon as the replica has it', async () => {
    const admin = await place.portal.make.user()
    await place.portal.make.adminPages(admin, ['User Administration'])
    const browser = await place.portal.as(admin)
    await ageSessions(place.portal)
    const download = () =>
      browser.send(exportUsers, { params: { uid: browser.userId }, body: { format: 'csv' } as never })
    // Each export is recorded in the audit trail, which is a change of the session.
    const places = []
    for (let time = 0; time < 5; time++) places.push(await placeOf(download))
    expect(places.map(({ replica }) => replica)).toEqual([1, 1, 1, 1, 1])
    await place.delayReplay('2s')
    try {
      await save(browser, 'Just before')
      expect(await placeOf(download)).toEqual({ replica: 0, primary: 1 })
    } finally {
      await place.delayReplay('0')
    }
  })

  test('what is taken from me is gone at once, also while the replica still has it', async () => {
    const { make } = place.portal
    const admin = await make.user({ is_internal: true })
    await make.adminPages(admin, ['User Administration'])
    const browser = await place.portal.as(admin)
    await ageSessions(place.portal)
    const list = () => browser.send(listUsers, { params: { uid: browser.userId }, body: {} as never })
    await vi.waitUntil(async () => (await placeOf(list)).replica === 1, { timeout: 30_000 })
    await place.on(1, 'select pg_wal_replay_pause()')
    try {
      await place.portal.owner('delete from user_page_grants where user_id = $1', [admin.id])
      expect((await list()).status).toBe(403)
      await place.portal.owner('update users set status = 2 where id = $1', [admin.id])
      expect((await list()).status).toBe(401)
    } finally {
      await place.on(1, 'select pg_wal_replay_resume()')
    }
  })
})
