import { appendFile, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logEvents } from '../../../test/deliver-events.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { createMetrics } from '../../ops/metrics.ts'
import { statementTimes } from '../../ops/statement-times.ts'

let portal: Portal
let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-event-log-'))
  file = path.join(folder, 'events.jsonl')
  portal = await startPortal({ environment: { PORTAL_EVENT_LOG: `json:${file}` } })
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const happen = (first: number, last: number) =>
  portal.owner(
    `insert into audit_events (event, after)
     select 'user_updated', jsonb_build_object('n', n) from generate_series($1::integer, $2::integer) n order by n`,
    [first, last],
  )
const linesOf = async (name = file) => (await readFile(name, 'utf8')).split('\n').slice(0, -1)
const numbersOf = (lines: readonly string[]) =>
  lines.map((line) => (JSON.parse(line) as { data: { after: { n: number } } }).data.after.n)
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** The figure that an alarm is set on. */
async function lag(): Promise<string | undefined> {
  const metrics = createMetrics({
    build: { version: '1.2.3', commit: 'abc' },
    database: portal.database,
    statements: statementTimes(),
    verifications: () => 0,
    storageFolder: null,
    timeoutMs: 50_000,
    eventLog: portal.config.eventLog?.name ?? null,
  })
  return /^portal_event_log_lag_seconds (\S+)/m.exec((await metrics.text()).body)?.[1]
}

test('a new file begins with the events from then on: none from before, with a seal or without one', async () => {
  await happen(-2, -1)
  await portal.owner('select from seal_audit_events(10)')
  await happen(0, 0)
  await logEvents(portal)
  expect(await readdir(folder)).toEqual([])
})

test('each event is one line of JSON in the file, once and in order, also where the file is rotated', async () => {
  await happen(1, 700)
  await logEvents(portal)
  expect(numbersOf(await linesOf())).toEqual(from(1, 700))
  await rename(file, `${file}.1`)
  await happen(701, 702)
  await logEvents(portal)
  await logEvents(portal)
  expect(numbersOf(await linesOf())).toEqual([701, 702])
  expect(await lag()).toBe('0')
})

test('a line that a node left unfinished does not spoil the next one', async () => {
  await appendFile(file, '{"specversion":"1.')
  await happen(703, 703)
  await logEvents(portal)
  expect((await linesOf()).slice(-2)[0]).toBe('{"specversion":"1.')
  expect(numbersOf((await linesOf()).slice(-1))).toEqual([703])
})

test('while the file cannot be written its events wait, the figure says for how long, and nothing else stops', async () => {
  await rename(folder, `${folder}-away`)
  await portal.owner(
    `insert into audit_events (at, event, after) values (now() - interval '20 minutes', 'user_updated', '{"n":704}')`,
  )
  await logEvents(portal)
  expect(Number(await lag())).toBeGreaterThan(1_000)
  await rename(`${folder}-away`, folder)
  await portal.owner('update event_log_places set next_attempt_at = clock_now()')
  await logEvents(portal)
  expect(numbersOf((await linesOf()).slice(-1))).toEqual([704])
  expect(await lag()).toBe('0')
})
