import { expect, onTestFinished, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import { runOne } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'
import { int, statement } from '../../db/statement.ts'
import { findDuePlace } from './event-log-store.ts'

const looked = statement([], {
  name: 'test of event log places: looks at seals',
  text: `
  select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::integer as times
    from pg_stat_xact_user_tables where relname = 'audit_seals'`,
  row: { times: int },
})

test('where a place begins is worked out once: the trail is not looked at for one that is there', async () => {
  const portal = await startPortal()
  onTestFinished(() => portal.close())
  /** The due place, and how often the seals were looked at for it. */
  const find = () =>
    portal.database.jobs.transact(everything, async (tx) => {
      const before = await runOne(tx, looked())
      const place = await findDuePlace(tx, 'a place')
      const after = await runOne(tx, looked())
      return { ...place, looks: after.times - before.times }
    })
  await portal.owner(`insert into audit_events (event, after) values ('user_updated', '{}')`)
  const first = await find()
  expect(first).toMatchObject({ position: 1, failures: 0 })
  expect(first.looks).toBeGreaterThan(0)
  expect(await find()).toEqual({ position: 1, failures: 0, looks: 0 })
})
