import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sealWebhookSecret, newWebhookSecret } from '../server/src/areas/webhooks/webhook-secret.ts'
import { keyRing } from '../server/src/crypto/key-ring.ts'
import { besideReads } from './beside-reads.ts'
import type { Bench, Figure, Report } from './figures.ts'
import { percentile } from './harness.ts'
import { makeAdministrator } from './list-cases.ts'
import { type BenchData, FIRST_USER, loadData } from './load-data.ts'
import { watchForeign } from './machine.ts'
import { onDatabase } from './postgres.ts'
import { benchKeys, portalEnvironment, startPortal } from './servers.ts'

const USERS = 10_000
const PER_SECOND = 1_000
/** Events of one insert. */
const BATCH = 100
/** How long a slow receiver takes for each event. */
const SLOW_MS = 200
/** Users whom the events are about; all events of the second case are about one. */
const SUBJECTS = 2_000
/** Events about one user that wait for a receiver which answers at once. */
const OF_ONE_SUBJECT = 1_000
const FIRST_OF_ONE_SUBJECT = 1_000_000
/** The job that sends runs every minute; a busy machine needs several runs. */
const RUNS_MS = 300_000

/** Events that go to a webhook: what a slow receiver leaves to others, and how fast events about one user go out. */
export async function events(bench: Bench): Promise<Partial<Report>> {
  const data = await loadData(bench.postgres, USERS, 'portal_events')
  const receiver = await startReceiver()
  await addWebhook(data, receiver.address)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  try {
    const seconds = bench.isQuick ? 20 : 60
    const beside = await behindSlowReceiver(data, portal, { receiver, seconds })
    return { figures: [...beside, await aboutOneUser(data, receiver)] }
  } finally {
    await portal.stop()
    receiver.close()
  }
}

interface Taken {
  subject: string
  n: number
  at: number
}

interface Receiver {
  address: string
  taken: Taken[]
  delayMs: number
  close: () => void
}

async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { address: '', taken: [], delayMs: SLOW_MS, close: () => server.close() }
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { subject, data } = JSON.parse(Buffer.concat(parts).toString()) as {
        subject: string
        data: { after: { n: number } }
      }
      receiver.taken.push({ subject, n: data.after.n, at: performance.now() })
      setTimeout(() => response.writeHead(204).end(), receiver.delayMs)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  receiver.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return receiver
}

async function addWebhook(data: BenchData, address: string): Promise<void> {
  const { uid } = await makeAdministrator(data)
  const secret = sealWebhookSecret(keyRing(benchKeys), 1, newWebhookSecret())
  await onDatabase(data.url, (client) =>
    client.query(
      `insert into webhooks (id, name, address, owner_id, kinds, sealed_secret, position)
       values (1, 'bench', $1, $2, '{user_updated}', $3, (select coalesce(max(sequence), 0) from audit_seals))`,
      [address, uid, secret],
    ),
  )
}

/** Adds events numbered from `first` on, about so many users in turn. */
const addEvents = (url: string, { first, count, subjects }: { first: number; count: number; subjects: number }) =>
  onDatabase(url, (client) =>
    client.query(
      `insert into audit_events (event, subject_user_id, after)
       select 'user_updated', ${FIRST_USER} + n % $3::integer, jsonb_build_object('n', n)
         from generate_series($1::integer, $1::integer + $2::integer - 1) n order by n`,
      [first, count, subjects],
    ),
  )

/** Waits for the runs of the job that send so many. */
async function untilTaken(taken: () => number, count: number): Promise<void> {
  for (const end = performance.now() + RUNS_MS; taken() < count; await delay(20))
    if (performance.now() > end) throw new Error(`The receiver got ${taken()} events of ${count}.`)
}

async function behindSlowReceiver(
  data: BenchData,
  portal: Awaited<ReturnType<typeof startPortal>>,
  { receiver, seconds }: { receiver: Receiver; seconds: number },
): Promise<Figure[]> {
  await addEvents(data.url, { first: 0, count: PER_SECOND, subjects: SUBJECTS })
  await untilTaken(() => receiver.taken.length, 1)
  const foreign = watchForeign()
  const began = { taken: receiver.taken.length, at: performance.now() }
  const { reads, peakMiB } = await besideReads(portal, data.withoutSession + 1, async () => {
    for (let added = 0; added < seconds * PER_SECOND; added += BATCH) {
      const due = began.at + (added * 1_000) / PER_SECOND
      await delay(Math.max(0, due - performance.now()))
      await addEvents(data.url, { first: PER_SECOND + added, count: BATCH, subjects: SUBJECTS })
    }
  })
  const taken = receiver.taken.slice(began.taken)
  const sendingSeconds = ((taken.at(-1)?.at ?? began.at) - began.at) / 1_000
  const load = `${PER_SECOND} events a second for ${seconds} s about ${SUBJECTS} users, a receiver that takes ${SLOW_MS} ms for each; foreign ${(foreign() * 100).toFixed(0)} %`
  return [
    {
      goal: 'Events',
      name: 'reads of others meanwhile, p95',
      value: percentile(reads, 0.95),
      unit: 'ms',
      must: 25,
      aim: 15,
      sense: 'at most',
      note: `${load}; p50 ${percentile(reads, 0.5).toFixed(1)} ms, highest ${Math.max(...reads).toFixed(0)} ms of ${reads.length}; memory at most ${peakMiB.toFixed(0)} MiB`,
    },
    {
      goal: 'Events',
      name: 'sent to a slow receiver',
      value: taken.length / sendingSeconds,
      unit: 'events a second',
      must: 20,
      aim: 35,
      sense: 'at least',
      note: `${taken.length} events, eight at once`,
    },
    {
      goal: 'Events',
      name: 'out of the order of their user',
      value: outOfOrder(receiver.taken),
      unit: '',
      must: 0,
      aim: 0,
      sense: 'at most',
    },
  ]
}

/** How many events came after a later one of their subject. */
function outOfOrder(taken: readonly Taken[]): number {
  const latest = new Map<string, number>()
  return taken.filter(({ subject, n }) => {
    const isLate = n < (latest.get(subject) ?? -1)
    latest.set(subject, Math.max(n, latest.get(subject) ?? -1))
    return isLate
  }).length
}

async function aboutOneUser(data: BenchData, receiver: Receiver): Promise<Figure> {
  // What is left of the first case waits no more.
  await onDatabase(data.url, async (client) => {
    await client.query('select sealed from seal_audit_events(1000000)')
    await client.query(
      `with gone as (delete from webhook_deliveries)
       update webhooks set position = (select max(sequence) from audit_seals)`,
    )
  })
  receiver.delayMs = 0
  const isOfCase = ({ n }: Taken) => n >= FIRST_OF_ONE_SUBJECT
  await addEvents(data.url, { first: FIRST_OF_ONE_SUBJECT, count: OF_ONE_SUBJECT, subjects: 1 })
  await untilTaken(() => receiver.taken.filter(isOfCase).length, OF_ONE_SUBJECT)
  const taken = receiver.taken.filter(isOfCase)
  const seconds = ((taken.at(-1)?.at ?? 0) - (taken[0]?.at ?? 0)) / 1_000
  return {
    goal: 'Events',
    name: 'about one user, sent in order',
    value: OF_ONE_SUBJECT / seconds,
    unit: 'events a second',
    must: 50,
    aim: 100,
    sense: 'at least',
    note: `${OF_ONE_SUBJECT} events to a receiver that answers at once; ${outOfOrder(taken)} out of order`,
  }
}
