import { sql } from 'kysely'
import pg from 'pg'
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

  it('a connection that sealed first while there was nothing to seal never reads all seals', async () => {
    await asOwner(test, 'analyze audit_seals')
    const scans = await database.jobs.transact(everything, async (tx) => {
      for (let times = 0; times < 3; times++) await run(tx, sql`select * from seal_audit_events(2)`)
      return run(tx, sql`select seq_scan::int from pg_stat_xact_user_tables where relname = 'audit_seals'`)
    })
    expect(scans).toEqual([{ seq_scan: 0 }])
  })

  it('an event whose transaction took longer than those of later events is sealed, too', async () => {
    const late = new pg.Client({ connectionString: test.ownerUrl })
    await late.connect()
    await late.query(`begin; insert into audit_events (event) values ('link_saved')`)
    await asOwner(test, `insert into audit_events (event) values ('link_saved')`)
    expect(await seal(10)).toMatchObject([{ sealed: 6, head_sequence: 6 }])
    await late.query('commit')
    await late.end()
    expect(await seal(10)).toMatchObject([{ sealed: 1, head_sequence: 7 }])
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

  it('the first break in the order of seals is named, wherever its event lies, and events far apart are all read', async () => {
    await seal(2)
    await asOwner(test, 'alter sequence audit_events_id_seq restart with 5000000')
    await asOwner(test, `insert into audit_events (event) values ('link_saved')`)
    // Sealed before the events with smaller ids, as one whose transaction took long.
    await asOwner(
      test,
      `insert into audit_seals
         select entry.id, 3, sha256((select hash from audit_seals where sequence = 2) || convert_to(audit_event_text(3, entry), 'UTF8'))
           from audit_events entry where id = 5000000`,
    )
    await asOwner(
      test,
      `insert into audit_seals
         select entry.id, 4, sha256((select hash from audit_seals where sequence = 3) || convert_to(audit_event_text(4, entry), 'UTF8'))
           from audit_events entry where id = 3`,
    )
    expect(await firstBreak()).toEqual([])
    await asOwner(test, `update audit_events set target_id = 'other' where id in (3, 5000000)`)
    expect(await firstBreak()).toMatchObject([{ sequence: 3, event_id: 5000000 }])
  })

  it('the text under a seal is that of a JSON object in the database, to the last character, in every time zone', async () => {
    await asOwner(
      test,
      `insert into audit_events (at, event, actor_user_id, subject_user_id, client_id, target_kind, target_id, before,
           after, address, session_id, request_id, service_account_id)
         select '2026-03-29 01:30:00.12345+00'::timestamptz + n * interval '1 hour 1 microsecond', text, n, nullif(n, 2), -n, text, text,
             jsonb_build_object(text, text, 'b', n / 3.0), jsonb_build_array(null, text, 1e20, true), address, n, text, nullif(n, 1)
           from unnest(array['plain', 'quote " and \\ back', E'tab\t line\n bell\x07 del\x7f', 'Grüße 文 🎉', ''],
             array['10.1.2.3', '10.0.0.0/8', '2001:db8::1', '::/0', null]::inet[]) with ordinality as each (text, address, n)
       union all
         select at, 'link_saved', null, null, null, null, null, null, null, null, null, null, null
           from unnest(array['infinity', '-infinity', '0044-03-15 12:00:00 BC', '12026-01-01', '2026-06-01']::timestamptz[]) at`,
    )
    const differing = async (zone: string) => {
      const results: unknown = await asOwner(
        test,
        `set timezone = '${zone}';
         create or replace function pg_temp.as_json(event audit_events) returns text
           language sql stable set timezone = 'UTC'
           return (jsonb_build_object('sequence', 7) || to_jsonb(event)
             - case when (event).service_account_id is null then 'service_account_id' else '' end)::text;
         select id, pg_temp.as_json(entry), audit_event_text(7, entry)
           from audit_events entry where audit_event_text(7, entry) is distinct from pg_temp.as_json(entry)`,
      )
      return (results as { rows: unknown[] }[]).at(-1)?.rows
    }
    for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata']) expect(await differing(zone)).toEqual([])
  })
})
