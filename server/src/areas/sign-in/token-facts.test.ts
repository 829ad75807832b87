import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../../test/database.ts'
import type { Database } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { countFailureOfSources } from './sign-in-store.ts'
import { sourceOfNetwork } from './human-check-rules.ts'
import { tokenFacts } from './token-facts.ts'

let own: TestDatabase
let database: Database
const statements: string[] = []

beforeAll(async () => {
  own = await cloneDatabase()
  const observeStatement = (text: string) => {
    if (text.includes('hasFailedOften')) statements.push(text)
    return () => {}
  }
  database = await openWithLongTimeouts(own, { observeStatement })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

const LONG_MS = 3_600_000
const OFFICE = '192.0.2.0'

test('an office that signs in at nine is read once, with a clock that goes on', async () => {
  const facts = tokenFacts(database.requests, LONG_MS)
  const [first, second] = [await facts.read(OFFICE), await facts.read(OFFICE)]
  expect(statements.splice(0)).toHaveLength(1)
  expect(second.now.getTime()).toBeGreaterThanOrEqual(first.now.getTime())
  await facts.read('198.51.100.0')
  expect(statements.splice(0)).toHaveLength(1)
})

test('the third failure asks for a check, which is known at once to the node that counted it (B16)', async () => {
  const facts = tokenFacts(database.requests, LONG_MS)
  const asked: boolean[] = []
  for (let failures = 0; failures <= 3; failures++) {
    facts.forget()
    asked.push((await facts.read(OFFICE)).hasFailedOften)
    await database.requests.transact(everything, (tx) => countFailureOfSources(tx, [sourceOfNetwork(OFFICE)]))
  }
  expect(asked).toEqual([false, false, false, true])
})
