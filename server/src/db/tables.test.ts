import { afterAll, beforeAll, expect, it } from 'vitest'

import { asOwner, cloneDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { generateTables } from './generate-tables.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await cloneDatabase()
})
afterAll(() => test.drop())

it('the row types are those of a migrated database; otherwise run server/src/db/generate-tables.ts', async () => {
  await expect(generateTables(test.url, { verify: true })).resolves.toBeUndefined()
  await asOwner(test, 'alter table departments add column note text')
  await expect(generateTables(test.url, { verify: true })).rejects.toThrow('Generated types are not up-to-date')
})
