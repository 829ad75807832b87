import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { run } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

/**
 * What the portal shows and decides reads `current_customer_grants`. Here is every other place that names the table, how
 * often, and why an end that has passed and is not recorded yet gives nobody anything there.
 */
const reviewed: Readonly<Record<string, readonly [number, string]>> = {
  'areas/customers/assignment-list.ts': [1, 'counts all changes, as the version of the next save'],
  'areas/grants/close-ended-grants.job.ts': [1, 'records the end'],
  'areas/grants/grant-notices.job.ts': [1, 'ends ahead alone'],
  'areas/grants/grant-store.ts': [1, 'closes and opens; what is read comes from the view'],
  'areas/grants/source-changes.ts': [1, 'of users who have the set, and only what they would lose'],
  'areas/grants/source-customers.ts': [11, 'compares with the sets: an open row keeps another one from being opened'],
  'areas/grants/users-unlike-sources.ts': [1, 'which users to compare'],
  'areas/permission-sets/permission-set-list.ts': [1, 'of sets that the user has, and only what ends with them'],
  'areas/person-export/access-tables.ts': [1, 'the history with its ends'],
  'areas/users/details/access-history.ts': [1, 'the history; current is what has no end that has passed'],
  'areas/users/lifecycle/erasure-plan.ts': [1, 'counts the history'],
  'areas/users/list/user-selection.ts': [1, 'ends ahead alone'],
  'backup/one-person/live-person.ts': [1, 'ends that have passed alone'],
  'backup/one-person/person-in-backup.ts': [1, 'without ends that have passed'],
  'db/tables.ts': [1, 'a type'],
}
const sources = path.join(import.meta.dirname, '../..')

test('every place in the code that reads customers of users beside those that count now is reviewed', () => {
  const found = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(
      (file) =>
        [file, readFileSync(path.join(sources, file), 'utf8').split('user_customer_grants').length - 1] as const,
    )
    .filter(([, count]) => count > 0)
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(reviewed).map(([file, [count]]) => [file, count])),
  )
})

test('every view of the database that reads them takes those that count now, and functions only close them', async () => {
  const views = await portal.owner(
    "select viewname as name, definition as text from pg_views where definition like '%user_customer_grants%' order by 1",
  )
  expect(views.map(({ name }) => name)).toEqual([
    'current_customer_grants',
    'scim_group_set_access',
    'source_customers',
  ])
  for (const { text } of views)
    for (const reading of String(text)
      .split(/from user_customer_grants/i)
      .slice(1))
      expect(reading).toMatch(/^[^;]{0,200}is_grant_current\((?:\w+\.)?valid_to, (?:\w+\.)?ends_at\)/)
  const functions = await portal.owner(
    "select proname as name from pg_proc where prosrc like '%user_customer_grants%' order by 1",
  )
  expect(functions.map(({ name }) => name)).toEqual([
    'drop_customers_of_former_client',
    'drop_group_grants_of_former_client',
  ])
})

test('at exactly its end a customer counts no longer, and a microsecond before it does', async () => {
  const { id } = await portal.make.user({})
  const [customer] = await portal.owner(
    "insert into customers (name, facility_code) values ('Harbor', 'EDH') returning id",
  )
  const given = `insert into user_customer_grants (user_id, customer_id, valid_from) values ($1, $2, now() - interval '1 day')`
  await portal.owner(given, [id, customer?.['id']])
  const countAt = (ahead: string) =>
    portal.database.requests.transact(everything, async (tx) => {
      // One transaction, in which the time stands still.
      await run(
        tx,
        sql`update user_customer_grants set ends_at = clock_now() + ${ahead}::interval where user_id = ${id}`,
      )
      return (await run(tx, sql`select from current_customer_grants where user_id = ${id}`)).length
    })
  expect(await countAt('0')).toBe(0)
  expect(await countAt('1 microsecond')).toBe(1)
})
