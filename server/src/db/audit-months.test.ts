import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asOwner, cloneDatabase, emptyDatabase, openWithLongTimeouts, type TestDatabase } from '../../test/database.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { portalRole } from './portal-role.ts'

let clone: TestDatabase
beforeEach(async () => {
  clone = await cloneDatabase()
})
afterEach(() => clone.drop())

const ADD = "insert into audit_events (event) values ('link_added')"
const owner = async <Row = Record<string, unknown>>(text: string) => (await asOwner(clone, text)).rows as Row[]
const partitions = async () =>
  (
    await owner<{ name: string }>(
      `select relid::regclass::text as name from pg_partition_tree('audit_events') where isleaf order by 1`,
    )
  ).map(({ name }) => name)
/** Where the events lie, with how many there are. */
const places = () =>
  owner('select tableoid::regclass::text as name, count(*)::integer as events from audit_events group by 1 order by 1')
const broken = () => owner('select problem from verify_audit_chain()')

/** The name of the partition of a month, counted from this one. */
const monthAfter = async (months: number) => {
  const [found] = await owner<{ name: string }>(
    `select 'audit_events_' || to_char(clock_now() at time zone 'UTC' + interval '${months} months', 'YYYY_MM') as name`,
  )
  return found?.name ?? ''
}

test('the audit trail has partitions for three months ahead, and more are made before they are needed', async () => {
  expect(await partitions()).toEqual([
    await monthAfter(2),
    await monthAfter(3),
    'audit_events_former',
    'audit_events_other',
  ])
  expect(await owner('select add_audit_months() as added')).toEqual([{ added: 0 }])
  await owner("select set_clock_offset(interval '45 days')")
  expect(await owner('select add_audit_months() > 0 as added')).toEqual([{ added: true }])
  expect(await partitions()).toContain(await monthAfter(3))
})

test('an event of a month without a partition is kept, and moves into its own, with its seal', async () => {
  await owner(ADD)
  await owner("select set_clock_offset(interval '400 days')")
  await owner(ADD)
  const month = await monthAfter(0)
  await owner('select from seal_audit_events(1000)')
  expect(await places()).toContainEqual({ name: 'audit_events_other', events: 1 })
  expect(await owner('select add_audit_months() as added')).toEqual([{ added: 4 }])
  const now = await places()
  expect(now).toContainEqual({ name: month, events: 1 })
  expect(now).not.toContainEqual(expect.objectContaining({ name: 'audit_events_other' }))
  expect(await broken()).toEqual([])
})

test('a reader of the audit trail waits at most a moment for new months, which come with the next try', async () => {
  await owner("select set_clock_offset(interval '400 days')")
  const reader = new pg.Client(clone.ownerUrl)
  await reader.connect()
  try {
    await reader.query('begin; select count(*) from audit_events')
    await expect(owner('select add_audit_months()')).rejects.toMatchObject({ code: '55P03' })
    expect(await migrate(clone.url)).toEqual({ applied: [] })
    await owner(ADD)
    await reader.query('commit')
  } finally {
    await reader.end()
  }
  expect(await owner('select add_audit_months() as added')).toEqual([{ added: 4 }])
})

test('the portal reaches no partition but through the table: it can neither read nor change one', async () => {
  await owner("select set_clock_offset(interval '400 days')")
  await owner('select add_audit_months()')
  const database = await openWithLongTimeouts(clone)
  try {
    const found = await partitions()
    expect(found).toHaveLength(8)
    for (const name of found)
      for (const text of [
        `select * from ${name}`,
        `insert into ${name} (id, event) values (1, 'forged')`,
        `update ${name} set event = 'forged'`,
        `delete from ${name}`,
        `alter table audit_events detach partition ${name}`,
      ])
        await expect(database.requests.write({ text, values: [] })).rejects.toThrow(/permission denied|must be owner/)
    await database.requests.write({ text: ADD, values: [] })
    for (const text of ["update audit_events set event = 'forged'", 'delete from audit_events'])
      await expect(database.requests.write({ text, values: [] })).rejects.toThrow('permission denied')
  } finally {
    await database.close()
  }
  expect(
    await owner(`select from pg_class where relname like 'audit_events_2%' and relacl::text ~ '${portalRole}'`),
  ).toEqual([])
})

/** A database as the release before left it, with sealed events. */
async function databaseBefore(): Promise<void> {
  await clone.drop()
  clone = await emptyDatabase()
  const before = (await readMigrations()).findIndex(({ name }) => name.endsWith('-audit-events-by-id-and-time'))
  await migrate(clone.url, { count: before })
  await owner(`insert into audit_events (event, at, client_id)
    select 'link_added', now() - interval '1 hour' * n, nullif(n % 3, 0) from generate_series(1, 500) n`)
  await owner('select from seal_audit_events(400)')
}

test('an upgrade keeps every event where it is, and events go on being written and sealed meanwhile', async () => {
  await databaseBefore()
  const file = 'select pg_relation_filenode(%) as file, (select count(*)::integer from % where id <= 500) as events'
  const [before] = await owner(
    file.replaceAll('%', "'audit_events'").replace("from 'audit_events'", 'from audit_events'),
  )
  // As a node of the release before, with what it has prepared and compiled.
  const node = new pg.Client(clone.ownerUrl)
  await node.connect()
  let isUpgraded = false
  let written = 0
  const write = async () => {
    while (!isUpgraded) {
      await node.query({ name: 'add', text: ADD })
      written += 1
      await node.query({ name: 'seal', text: 'select sealed from seal_audit_events(1)' })
    }
    await node.query({ name: 'seal', text: 'select sealed from seal_audit_events(1)' })
  }
  const writing = write()
  await migrate(clone.url)
  isUpgraded = true
  await writing
  await node.end()
  const [after] = await owner(
    file.replaceAll('%', "'audit_events_former'").replace("from 'audit_events_former'", 'from audit_events_former'),
  )
  expect(after).toEqual(before)
  expect(written).toBeGreaterThan(1)
  await owner('select from seal_audit_events(100000)')
  expect(await broken()).toEqual([])
  expect(
    await owner('select count(*)::integer as events, count(distinct id)::integer as ids from audit_events'),
  ).toEqual([{ events: 500 + written, ids: 500 + written }])
  expect(await owner('select * from audit_day_counts order by 1, 2')).toEqual(
    await owner(`
      select client as client_id, (at at time zone 'UTC')::date as day, count(*)::integer as events
        from audit_events, unnest(array[0, client_id]) client where client is not null group by 1, 2 order by 1, 2`),
  )
  expect(
    await owner(
      "select indexrelid::regclass from pg_index where indrelid = 'audit_events_former'::regclass and not indisvalid",
    ),
  ).toEqual([])
})

test('an upgrade reads an event of the time to come, and goes on after an interruption between any two steps', async () => {
  await databaseBefore()
  await owner(`insert into audit_events (event, at) values ('link_added', now() + interval '200 days')`)
  const steps = (await readMigrations()).length
  const first = (await readMigrations()).findIndex(({ name }) => name.endsWith('-audit-events-by-id-and-time'))
  for (let count = first + 1; count < steps; count++) {
    await migrate(clone.url, { count })
    await owner(ADD)
  }
  await migrate(clone.url)
  await owner('select from seal_audit_events(100000)')
  expect(await broken()).toEqual([])
  expect(await owner('select count(*)::integer as events from audit_events_former')).toEqual([
    { events: 501 + steps - first - 1 },
  ])
})

test('an operator who breaks the upgrade off goes on for a year with the release before', async () => {
  await databaseBefore()
  const validated = (await readMigrations()).findIndex(({ name }) => name.endsWith('-audit-events-until-validated'))
  await migrate(clone.url, { count: validated + 1 })
  await owner("insert into audit_events (event, at) values ('link_added', now() + interval '13 months')")
  await migrate(clone.url)
  expect(await places()).toEqual([{ name: 'audit_events_former', events: 501 }])
})
