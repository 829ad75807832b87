import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { listAuditEvents } from '@portico/contract/audit/audit.ts'
import { auditMonthsJob } from '../server/src/areas/audit/audit-months.job.ts'
import { sealAuditJob } from '../server/src/areas/audit/seal-audit.job.ts'
import { keyRing } from '../server/src/crypto/key-ring.ts'
import { openDatabase } from '../server/src/db/database.ts'
import { createLogger } from '../server/src/logging.ts'
import { type Work, closedLoop } from './clients.ts'
import type { Bench, Figure, Report } from './figures.ts'
import { percentile } from './harness.ts'
import { makeAdministrator } from './list-cases.ts'
import { type BenchData, FIRST_USER, loadData } from './load-data.ts'
import { cpuOf, watchForeign } from './machine.ts'
import { onDatabase } from './postgres.ts'
import { benchKeys, portalEnvironment, startPortal } from './servers.ts'
import { asSignedIn } from './visitors.ts'

/** Months of events; two of them ended a year ago and leave. */
const MONTHS = 14
const USERS = 10_000
const BATCH = 50_000
const EVENTS = ['authn_login_success', 'application_opened', 'user_updated', 'link_added', 'document_shared']

/** How many events there are: as many as `BENCH_AUDIT_EVENTS` says. */
const eventCount = (isQuick: boolean): number =>
  Number(process.env['BENCH_AUDIT_EVENTS'] ?? (isQuick ? 1_000_000 : 10_000_000))

/** The audit trail after a year of much use: its pages, its verification beside bare reading, and a month that leaves. */
export async function auditGrowth(bench: Bench): Promise<Partial<Report>> {
  const events = eventCount(bench.isQuick)
  const data = await loadData(bench.postgres, USERS, 'portal_audit_growth')
  await makeMonths(data.url)
  await loadMonths(data.url, events)
  const sealing = await seal(data.url, events)
  return {
    figures: [
      ...(await pages(data, bench)),
      sealing,
      await verification(data.url, events, bench.postgres.pid),
      ...(await leaving(data.url)),
    ],
  }
}

/** The partitions that a portal has made which has run for so many months. */
const makeMonths = (url: string): Promise<unknown> =>
  onDatabase(url, (client) =>
    client.query(`
      set timezone = 'UTC';
      alter table audit_events detach partition audit_events_former;
      drop table audit_events_former;
      do $$
      declare
        month timestamptz;
      begin
        for month in select generate_series(date_trunc('month', now()) - interval '${MONTHS} months',
            date_trunc('month', now()) + interval '1 month', interval '1 month') loop
          execute format('create table %I partition of audit_events for values from (%L) to (%L)',
            'audit_events_' || to_char(month, 'YYYY_MM'), month, month + interval '1 month');
        end loop;
      end $$`),
  )

/** Events in the order of time, from the first month until a minute ago. */
const loadMonths = (url: string, events: number): Promise<void> =>
  onDatabase(url, async (client) => {
    await client.query('set synchronous_commit = off')
    for (let first = 0; first < events; first += BATCH)
      await client.query(
        `insert into audit_events (at, event, actor_user_id, subject_user_id, client_id, target_kind, target_id, before,
             after, address, session_id, request_id)
         select date_trunc('month', now(), 'UTC') - interval '${MONTHS} months'
                + n / $2::float8 * (now() - interval '1 minute' - (date_trunc('month', now(), 'UTC') - interval '${MONTHS} months')),
              ($3::text[])[1 + n % 5], id, id, 1001 + n % 200, 'thing', n % 1000, '{"name":"old"}', '{"name":"new","orderNb":5}',
              '10.1.2.3', n, md5(n::text)
           from generate_series($1::int, least($1 + ${BATCH}, $2) - 1) n, lateral (select ${FIRST_USER} + n % ${USERS} as id) each
          order by n`,
        [first, events, EVENTS],
      )
  })

/** A busy machine breaks nothing off. */
const limits = {
  statementTimeout: 1_200_000,
  lockTimeout: 40_000,
  idleInTransactionTimeout: 60_000,
  connectTimeout: 40_000,
}

async function openBench(url: string) {
  const database = await openDatabase({ url, applicationName: 'bench', limits })
  const context = {
    signal: new AbortController().signal,
    logger: createLogger('silent', 'bench'),
    attempt: 1,
    parameters: '',
  }
  return { database, context, keys: keyRing(benchKeys) }
}

async function seal(url: string, events: number): Promise<Figure> {
  const { database, context, keys } = await openBench(url)
  const started = performance.now()
  await sealAuditJob({ db: database.jobs, keys }).run({}, context)
  const perSecond = (events * 1000) / (performance.now() - started)
  await database.close()
  await onDatabase(url, (client) => client.query('vacuum analyze audit_events, audit_seals'))
  return {
    goal: 'Audit',
    name: `sealing of ${events.toLocaleString('en')} events`,
    value: perSecond,
    unit: 'events a second',
    must: 1_000,
    aim: 5_000,
    sense: 'at least',
  }
}

/** A second of the trail's events is seldom more than a hundred; the verification has a night for years of them. */
async function verification(url: string, events: number, databasePid: number): Promise<Figure> {
  const timed = async (text: string) => {
    const before = { cpu: cpuOf(databasePid), at: performance.now() }
    const foreign = watchForeign()
    const { rowCount } = await onDatabase(url, (client) => client.query(text))
    const seconds = (performance.now() - before.at) / 1000
    return {
      rowCount,
      perSecond: events / seconds,
      cpu: ((cpuOf(databasePid) - before.cpu) * 1000) / events,
      foreign: foreign(),
    }
  }
  const read =
    'select sum(length(hash)), sum(length(before::text)), sum(length(after::text)) from audit_seals join audit_events on id = event_id'
  await timed(read)
  const bare = await timed(read)
  const taken = await timed('select problem from verify_audit_chain()')
  if (taken.rowCount !== 0) throw new Error('The audit trail of the bench is not whole.')
  return {
    goal: 'Audit',
    name: `verification of ${events.toLocaleString('en')} events`,
    value: taken.perSecond,
    unit: 'events a second',
    must: 200_000,
    aim: 400_000,
    sense: 'at least',
    note: `${taken.cpu.toFixed(1)} µs of CPU an event; read with their seals ${bare.perSecond.toFixed(0)} a second, ${bare.cpu.toFixed(1)} µs; foreign ${(taken.foreign * 100).toFixed(0)} and ${(bare.foreign * 100).toFixed(0)} %`,
  }
}

/** Pages as an administrator opens them, from a portal. */
async function pages(data: BenchData, bench: Bench): Promise<Figure[]> {
  await onDatabase(data.url, (client) => client.query('vacuum analyze audit_events, audit_seals'))
  const administrator = await makeAdministrator(data)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  const lastMonth = new Date(Date.now() - 30 * 86_400_000).toISOString()
  const cases: Record<string, Record<string, string>> = {
    'newest page': {},
    'page 20': { pageNo: '20' },
    'of a client': { clientId: '1007' },
    'of a subject': { subjectId: String(FIRST_USER + 77) },
    'of a month': { fromDt: lastMonth, toDt: new Date().toISOString() },
  }
  try {
    const figures: Figure[] = []
    for (const [name, query] of Object.entries(cases)) {
      const address = `${listAuditEvents.path.replace('{uid}', String(administrator.uid))}?${new URLSearchParams(query)}`
      const ask: Work = async (connection) =>
        (await connection.send('GET', address, asSignedIn(administrator.index))).status === 200
      await closedLoop(portal.origin, 1, 1_000, ask)
      const foreign = watchForeign()
      const { latencies, bad } = await closedLoop(portal.origin, 1, bench.slice, ask)
      if (bad > 0 || latencies.length === 0) throw new Error(`${bad} bad answers: events, ${name}`)
      figures.push({
        goal: 'Audit',
        name: `events, ${name}, p95`,
        value: percentile(latencies, 0.95),
        unit: 'ms',
        must: 50,
        aim: 25,
        sense: 'at most',
        note: `p50 ${percentile(latencies, 0.5).toFixed(1)} ms of ${latencies.length}; foreign ${(foreign() * 100).toFixed(0)} %`,
      })
    }
    return figures
  } finally {
    await portal.stop()
  }
}

/** Months that ended a year ago go into files while others write. */
async function leaving(url: string): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-months-'))
  const { database, context, keys } = await openBench(url)
  const before = await countEvents(url)
  // In a thread of its own, so that it does not wait for this one, which writes the files.
  const writer = new Worker(new URL('event-writer.ts', import.meta.url), { workerData: url })
  try {
    const job = auditMonthsJob({
      db: database.jobs,
      stream: database.jobStream,
      keys,
      months: { keptDays: 365, folder },
    })
    const started = performance.now()
    await job.run({}, context)
    const seconds = (performance.now() - started) / 1000
    writer.postMessage('over')
    const [longest] = (await once(writer, 'message')) as [number]
    const left = before - (await countEvents(url))
    return [
      {
        goal: 'Audit',
        name: 'events that go into files',
        value: left / seconds,
        unit: 'events a second',
        must: 2_000,
        aim: 10_000,
        sense: 'at least',
        note: `${left.toLocaleString('en')} events at least, written, read again and detached, with their seals`,
      },
      {
        goal: 'Audit',
        name: 'longest wait of a writer beside it',
        value: longest,
        unit: 'ms',
        must: 100,
        aim: 50,
        sense: 'at most',
      },
    ]
  } finally {
    await writer.terminate()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function countEvents(url: string): Promise<number> {
  const { rows } = await onDatabase(url, (client) =>
    client.query<{ count: number }>('select count(*)::int as count from audit_events'),
  )
  return rows[0]?.count ?? 0
}
