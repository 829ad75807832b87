import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ArchivedPostgres, startArchivedPostgres } from '../../test/archived-postgres.ts'
import { openWithLongTimeouts } from '../../test/database.ts'
import type { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { queries } from '../db/queries.ts'
import { run } from '../db/run.ts'
import { everything } from '../db/scope.ts'

/** What may be lost with the machine. */
const LOST_AT_MOST_MS = 10_000

let postgres: ArchivedPostgres
beforeAll(async () => {
  postgres = await startArchivedPostgres()
  await migrate(postgres.url)
  await postgres.backUp()
}, 240_000)
afterAll(async () => {
  await postgres?.close()
})

/** Writes one row after the other until it is stopped or the database is gone; `at`: when each was acknowledged. */
function writing(label: string, from: Database) {
  const at: number[] = []
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      const name = `${label} ${at.length + 1}`
      try {
        await from.requests.transact(everything, (tx) => run(tx, queries.insertInto('departments').values({ name })))
      } catch {
        return
      }
      at.push(Date.now())
      await nextTurn()
    }
  })()
  const stop = async () => {
    isOver = true
    await done
  }
  return { at, stop }
}

async function countOf(label: string): Promise<number> {
  const rows = await postgres.ask(`select name from departments where name like '${label} %'`)
  const numbers = rows.map(({ name }) => Number(String(name).split(' ').at(-1)))
  // None is missing between the first and the last.
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
  return numbers.length
}

test('an operator who restores to a moment has exactly what was acknowledged until then', async () => {
  const database = await openWithLongTimeouts(postgres)
  const { at, stop } = writing('moment', database)
  // pgBackRest keeps the end of a backup in whole seconds, and restores to a later moment only.
  const writtenForMs = () => (at.at(-1) ?? 0) - (at[0] ?? 0)
  await expect.poll(() => at.length > 50 && writtenForMs() > 2_000, { timeout: 30_000 }).toBe(true)
  const before = at.length
  const [row] = await postgres.ask('select clock_timestamp()::text as moment')
  const after = at.length
  await expect.poll(() => at.length, { timeout: 30_000 }).toBeGreaterThan(after + 50)
  await stop()
  await database.close()
  await postgres.restore(String(row?.['moment']))
  const restored = await countOf('moment')
  expect(restored).toBeGreaterThanOrEqual(before)
  // One may have been committed just then without its answer having arrived.
  expect(restored).toBeLessThanOrEqual(after + 1)
  await postgres.backUp()
}, 240_000)

test('an operator whose database machine is lost loses ten seconds at most', async () => {
  const database = await openWithLongTimeouts(postgres)
  const { at, stop } = writing('lost', database)
  await expect.poll(() => (at.at(-1) ?? 0) - (at[0] ?? 0), { timeout: 60_000 }).toBeGreaterThan(2 * LOST_AT_MOST_MS)
  const lostAt = Date.now()
  await postgres.lose()
  await stop()
  await database.close()
  await postgres.restore()
  const restored = await countOf('lost')
  const lost = lostAt - (at[restored - 1] ?? 0)
  console.log(`Lost with the machine: the last ${(lost / 1_000).toFixed(1)} s of ${at.length} writes.`)
  expect(at.filter((each) => each < lostAt - LOST_AT_MOST_MS).length).toBeLessThanOrEqual(restored)
}, 240_000)

test('nobody reads what the portal holds in the repository', () => {
  // One that is being written gets its name at the end, and is empty for a moment.
  const files = readdirSync(postgres.repository, { recursive: true, withFileTypes: true }).filter(
    (each) => each.isFile() && !each.name.endsWith('.tmp'),
  )
  const written = files
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name)))
    .filter(({ length }) => length > 0)
  expect(written.length).toBeGreaterThan(5)
  for (const bytes of written) expect(bytes.subarray(0, 8).toString()).toBe('Salted__')
})
