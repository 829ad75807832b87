import { listOwnAccessRequests } from '@portico/contract/access-requests/access-requests.ts'
import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { getProfile } from '@portico/contract/account/account.ts'
import { listDocuments } from '@portico/contract/documents/documents.ts'
import { listLinks, saveLink } from '@portico/contract/links/links.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bench, Figure, Report } from './figures.ts'
import { BINDING, type BenchData, FIRST_USER } from './load-data.ts'
import { onDatabase } from './postgres.ts'
import { startReplica } from './postgres-replica.ts'
import { readsBesideExports, readsBesideReport } from './replica-beside.ts'
import { loadHolders } from './reports.ts'
import { type BenchServer, portalEnvironment, startPortal } from './servers.ts'
import { asSignedIn } from './visitors.ts'

type Portal = BenchServer & { opsOrigin: string }

/** Users who work at the same time. */
const PEOPLE = 100
const DATABASE = 'portal_10000'

/** A node with a streaming replica: what goes there, that own changes are seen, and what exports leave. */
export async function replica(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  // A new session is read from the primary.
  await onDatabase(data.url, (client) =>
    client.query("update sessions set created_at = created_at - interval '1 hour'"),
  )
  const standby = await startReplica(data.url)
  const environment = { ...portalEnvironment(data.url), PORTAL_DATABASE_REPLICA_URL: standby.url(DATABASE) }
  const portal = await startPortal({ environment })
  try {
    await untilUsed(portal, data)
    const figures = [await shareOfReads(bench, portal, data)]
    figures.push(await readsBesideExports(bench, { data, portal, standby }))
    await onDatabase(standby.url(DATABASE), async (client) => {
      await client.query("alter system set recovery_min_apply_delay = '300ms'")
      await client.query('select pg_reload_conf()')
    })
    figures.push(...(await pairs(bench, portal, data)))
    return { figures: [...figures, await besideReport(bench)] }
  } finally {
    await portal.stop()
    await standby.stop()
  }
}

const indexOf = (data: BenchData, person: number) => data.withoutSession + 1 + person
const pathOf = (path: string, index: number) => path.replace('{uid}', String(FIRST_USER - 1 + index))

async function get({ origin }: Portal, path: string, index: number): Promise<string> {
  const answer = await fetch(origin + pathOf(path, index), { headers: asSignedIn(index) })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return text
}

/** Saves a link of the user, the same one again where its number is given; returns its number. */
async function save(portal: Portal, index: number, linkNm: string, userLinkId: number | null): Promise<number> {
  const { origin } = portal
  const headers = { ...asSignedIn(index), origin, 'x-csrf-token': BINDING, 'content-type': 'application/json' }
  const body = JSON.stringify({ userLinkId, linkNm, linkUrlTxt: 'https://example.com' })
  const answer = await fetch(origin + pathOf(saveLink.path, index), { method: 'POST', headers, body })
  // A busy machine refuses some of what comes at once.
  if (answer.status === 503) {
    await answer.text()
    return delay(500).then(() => save(portal, index, linkNm, userLinkId))
  }
  if (answer.status !== 200) throw new Error(`saveLink answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: { userLinkId: number } }).data.userLinkId
}

/** Reads of calls so far, by the server that answered. */
async function reads({ opsOrigin }: Portal): Promise<{ replica: number; primary: number }> {
  const text = await (await fetch(`${opsOrigin}/metrics`)).text()
  const at = (place: string) =>
    Number(new RegExp(`portal_reads_total\\{place="${place}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
  return { replica: at('replica'), primary: at('primary') }
}

async function untilUsed(portal: Portal, data: BenchData): Promise<void> {
  for (let round = 0; round < 300 && (await reads(portal)).replica === 0; round++) {
    await get(portal, listLinks.path, indexOf(data, 0))
    await delay(100)
  }
}

/**
 * Each person calls once a second: of ten calls eight are lists, one reads the profile and one saves a link. Of the lists
 * announcements come from the primary, because grants decide who sees one.
 */
async function shareOfReads(bench: Bench, portal: Portal, data: BenchData): Promise<Figure> {
  const seconds = bench.isQuick ? 20 : 60
  const lists = [listLinks, listAnnouncements, listDocuments, listOwnAccessRequests].map(({ path }) => path)
  const before = await reads(portal)
  const end = performance.now() + seconds * 1_000
  const work = async (_: unknown, person: number): Promise<void> => {
    const index = indexOf(data, person)
    let link: number | null = null
    await delay(Math.random() * 1_000)
    for (let call = person % 10; performance.now() < end; call++) {
      const began = performance.now()
      if (call % 10 === 0) link = await save(portal, index, `call ${call}`, link)
      else await get(portal, (call % 10 === 1 ? getProfile.path : lists[call % lists.length]) ?? '', index)
      await delay(Math.max(0, 1_000 - (performance.now() - began)))
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, work))
  const after = await reads(portal)
  const [there, here] = [after.replica - before.replica, after.primary - before.primary]
  return {
    goal: 'Replica',
    name: 'reads of calls that the replica answers in a mixed load',
    value: (100 * there) / (there + here),
    unit: '%',
    must: 60,
    aim: 70,
    sense: 'at least',
    note: `${PEOPLE} people, one call a second each; ${there} there, ${here} at the primary`,
  }
}

/** Each pair is a change, a wait of up to 2.5 seconds and a list, while the replica replays 0.3 seconds late. */
async function pairs(bench: Bench, portal: Portal, data: BenchData): Promise<Figure[]> {
  const each = bench.isQuick ? 10 : 100
  const before = await reads(portal)
  let stale = 0
  const work = async (_: unknown, person: number): Promise<void> => {
    const index = indexOf(data, person)
    let link: number | null = null
    for (let pair = 1; pair <= each; pair++) {
      const name = `pair ${pair} of ${person}.`
      link = await save(portal, index, name, link)
      await delay(pair % 2 === 0 ? Math.random() * 2_500 : 0)
      if (!(await get(portal, listLinks.path, index)).includes(name)) stale += 1
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, work))
  const { replica: there } = await reads(portal)
  return [
    {
      goal: 'Replica',
      name: `own changes that a later list lacks, of ${(PEOPLE * each).toLocaleString('en')}`,
      value: stale,
      unit: '',
      must: 0,
      aim: 0,
      sense: 'at most',
      note: `${there - before.replica} of the lists came from the replica`,
    },
  ]
}

/** The same beside a report, with as many users as it has rows: a server of its own follows them. */
async function besideReport(bench: Bench): Promise<Figure> {
  const data = await bench.data(bench.isFull ? 1_000_000 : 100_000)
  await loadHolders(data)
  const standby = await startReplica(data.url)
  const replicaUrl = standby.url(new URL(data.url).pathname.slice(1))
  const portal = await startPortal({
    environment: { ...portalEnvironment(data.url), PORTAL_DATABASE_REPLICA_URL: replicaUrl },
  })
  try {
    await untilUsed(portal, data)
    return await readsBesideReport(bench, { data, portal, standby })
  } finally {
    await portal.stop()
    await standby.stop()
  }
}
