import { afterAll, beforeAll, expect, it } from 'vitest'

import { cloneDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { generateTables } from './generate-tables.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await cloneDatabase()
})
afterAll(() => test.drop())

it('the row types are those of a migrated database; otherwise run server/src/db/generate-tables.ts', async () => {
  await generateTables(test.url, { verify: true })
})
