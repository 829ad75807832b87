import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../../test/database.ts'
import { keyRing } from '../../crypto/key-ring.ts'
import type { Database } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { type Jobs, startJobs } from '../../jobs/runner.ts'
import { createLogger } from '../../logging.ts'
import { sealAuditJob } from './seal-audit.job.ts'
import { recordAudit } from './audit-store.ts'

const keys = keyRing([{ id: 'test', key: '0123456789abcdef0123456789abcdef' }])
let clone: TestDatabase
let database: Database
let nodes: Jobs[]
const logged: string[] = []

beforeAll(async () => {
  clone = await cloneDatabase()
  database = await openWithLongTimeouts(clone)
  nodes = [await startNode(), await startNode()]
})
afterAll(async () => {
  for (const node of nodes) await node.stop()
  await database.close()
  await clone.drop()
})

function startNode(): Promise<Jobs> {
  const logger = createLogger('info', 'test', { write: (line: string) => void logged.push(line) })
  const jobs = [sealAuditJob({ db: database.jobs, keys })]
  return startJobs({ url: clone.url, database, logger, timeZone: 'UTC', jobs, onlyDrained: true })
}

const rows = async (text: string) => (await asOwner(clone, text)).rows as Record<string, unknown>[]
const seal = () => Promise.all(nodes.map((node) => node.drain('seal-audit')))
const verify = () => rows('select * from verify_audit_chain()')

const act = (times: number) =>
  database.requests.transact(everything, async (tx) => {
    for (let n = 0; n < times; n++)
      recordAudit(tx, null, { event: 'user_updated', actorId: 1, subjectId: 2, sessionId: null, after: { n } })
  })

test('events are sealed within the next run, in one chain over both nodes', async () => {
  await act(1500)
  await seal()
  await act(3)
  await seal()
  expect(await rows('select count(*)::integer as seals, max(sequence)::integer as last from audit_seals')).toEqual([
    { seals: 1503, last: 1503 },
  ])
  expect(await verify()).toEqual([])
})

test('the head of the chain is logged', async () => {
  const [head] = await rows(`select encode(hash, 'hex') as head from audit_seals order by sequence desc limit 1`)
  const lines = logged.filter((line) => line.includes('audit sealed'))
  expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ sequence: 1503, head: head?.['head'] })
})

test('S78 tampering with a sealed event as the owner of the database is detected', async () => {
  await rows(`update audit_events set after = '{}' where id = 700`)
  const [found] = await verify()
  expect(found).toMatchObject({ event_id: '700', problem: 'the event or a seal before it has been changed' })
})
