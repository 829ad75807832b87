import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { createQueues } from './prepare-database.ts'

let clone: TestDatabase
beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone.drop())

const queuesThere = async () =>
  (await asOwner(clone, 'select xmin::text as written, * from jobs.queue order by name')).rows as Record<
    string,
    unknown
  >[]
const without = (columns: readonly string[], row: Record<string, unknown> | undefined) =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !columns.includes(name)))

test('a start makes the queue that is missing, gives another one its options back, and writes no other', async () => {
  const before = await queuesThere()
  await asOwner(clone, `delete from jobs.queue where name = 'mail-purge'`)
  await asOwner(clone, `update jobs.queue set retry_limit = 9, notify = false where name = 'report'`)
  await createQueues(clone.url)
  const after = await queuesThere()
  const times = ['written', 'created_on', 'updated_on']
  expect(after.map((row) => without(times, row))).toEqual(before.map((row) => without(times, row)))
  const written = after.filter((row, at) => row['written'] !== before[at]?.['written'])
  expect(written.map(({ name }) => name)).toEqual(['mail-purge', 'report'])
})
