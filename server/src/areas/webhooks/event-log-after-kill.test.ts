import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KillableNode, makeKillableNode } from '../../../test/killable-node.ts'

/** More than are written at once. */
const MANY = 800

let folder: string
let file: string
let node: KillableNode
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-event-log-'))
  file = path.join(folder, 'events.jsonl')
  node = await makeKillableNode('log-events', { PORTAL_EVENT_LOG: `json:${file}` })
  // A demo without users would fill itself.
  await node.portal.make.user()
  await node.start()
})
afterAll(async () => {
  await node.close()
  await rm(folder, { recursive: true, force: true })
})

const numbers = async () =>
  (await readFile(file, 'utf8').catch(() => ''))
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (JSON.parse(line) as { data: { after: { n?: number } | null } }).data.after?.n ?? [])

test('no event is missing in the event log where the node is killed while it writes them', async () => {
  const { portal } = node
  await portal.owner(
    `insert into event_log_places (name, position) values ($1, (select coalesce(max(sequence), 0) from audit_seals))`,
    [`json:${file}`],
  )
  await portal.owner(
    `create trigger wait_at_gate before update on event_log_places for each row
       when (new.position > old.position) execute function wait_at_gate()`,
  )
  // It has written, and not noted so, when it is killed.
  await node.closeGate()
  await portal.owner(
    `insert into audit_events (event, after)
     select 'user_updated', jsonb_build_object('n', n) from generate_series(1, ${MANY}) n order by n`,
  )
  await node.requestJob()
  await expect.poll(async () => (await numbers()).length, { timeout: 100_000 }).toBeGreaterThan(0)
  await node.kill()
  // PostgreSQL would go on with the statement of a dead client, and perhaps commit it.
  await portal.owner(
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = current_database() and query like '%update event_log_places%' and pid <> pg_backend_pid()`,
  )
  await node.openGate()
  const before = (await numbers()).length
  await node.start()
  await node.requestJob()
  await expect.poll(async () => new Set(await numbers()).size, { timeout: 100_000 }).toBe(MANY)
  const all = await numbers()
  expect(all.length).toBe(before + MANY)
  expect(all.slice(before)).toEqual(Array.from({ length: MANY }, (_, at) => at + 1))
})
