import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { asOwner, cloneDatabase, openWithLongTimeouts } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import type { Database } from './database.ts'
import { everything } from './scope.ts'
import { queries } from './queries.ts'
import { run } from './run.ts'

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await cloneDatabase()
  database = await openWithLongTimeouts(test)
})
beforeEach(async () => {
  await asOwner(test, 'truncate audit_events, audit_seals restart identity')
  await database.requests.transact(everything, (tx) =>
    run(
      tx,
      queries.insertInto('audit_events').values(
        Array.from({ length: 5 }, (_, number) => ({
          event: 'link_saved',
          actor_user_id: 7,
          target_kind: 'link',
          target_id: String(number),
          after: JSON.stringify({ name: `Link ${number}`, order: { b: 1, a: [1.5, null] } }),
          address: '2001:db8::1',
        })),
      ),
    ),
  )
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

const seal = (most: number) =>
  database.jobs.transact(everything, (tx) =>
    run(
      tx,
      sql<{ sealed: number; head_sequence: number; head_hash: Buffer }>`select * from seal_audit_events(${most})`,
    ),
  )
const firstBreak = () =>
  run(database.jobs, sql<{ problem: string; event_id: number }>`select * from verify_audit_chain()`)

describe('the audit chain', () => {
  it('events are sealed in portions and the chain holds (S78)', async () => {
    expect(await seal(3)).toMatchObject([{ sealed: 3, head_sequence: 3 }])
    expect(await seal(3)).toMatchObject([{ sealed: 2, head_sequence: 5 }])
    const [head] = await seal(3)
    expect(head).toMatchObject({ sealed: 0, head_sequence: 5 })
    expect(head?.head_hash).toHaveLength(32)
    expect(await firstBreak()).toEqual([])
  })

  it('two jobs that seal at once make one chain (R17)', async () => {
    const portions = await Promise.all([seal(2), seal(2), seal(5)])
    expect(portions.flat().reduce((sum, { sealed }) => sum + sealed, 0)).toBe(5)
    expect(await firstBreak()).toEqual([])
  })

  it.each([
    ['a changed event', `update audit_events set actor_user_id = 8 where target_id = '2'`, 'has been changed', 3],
    [
      'a changed time',
      `update audit_events set at = at - interval '1 second' where target_id = '1'`,
      'has been changed',
      2,
    ],
    ['a removed event', `delete from audit_events where target_id = '3'`, 'is missing', 4],
    ['a removed seal', 'delete from audit_seals where sequence = 2', 'a seal is missing before', 3],
    [
      'an event slipped in unsealed',
      `insert into audit_events (at, event) values (now() - interval '2 hours', 'forged')`,
      'without a seal',
      6,
    ],
  ])('tampering by the owner of the database is detected: %s (S78)', async (_what, tampering, problem, event_id) => {
    await seal(10)
    await asOwner(test, tampering)
    expect(await firstBreak()).toMatchObject([{ event_id, problem: expect.stringContaining(problem) as string }])
  })
})
