import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../test/portal.ts'
import { erasedTables } from '../areas/users/lifecycle/erased-data.ts'
import { settings } from '../config/settings.mjs'
import { agePurges } from './age-purges.ts'
import { queues } from './queue.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/security.md'), 'utf8')
const section = /^## How long data are kept$(.*?)^## /ms.exec(page)?.[1] ?? ''
const namesIn = (cell = '') => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)

/** The rows of the table in docs/security.md. */
const rows = [...section.matchAll(/^\| (?!data |--)(.+) \|$/gm)].map(([, row = '']) => {
  const [data, tables, kept = '', setting, jobs] = row.split('|').map((cell) => cell.trim())
  return { data, tables: namesIn(tables), kept, settings: namesIn(setting), jobs: namesIn(jobs) }
})

/** Jobs that delete or erase, beside those whose name says so. */
const deletingJobs = [
  'audit-months',
  'daily-figures',
  'document-sweep',
  'erase-deleted-users',
  'openid-keys',
  'temporary-password-expiry',
]

test('each table of the database stands in the table of retention, in one row', async () => {
  const all = await portal.owner(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '^audit_events_' order by 1`,
  )
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.flatMap(({ tables }) => tables).toSorted()).toEqual(all.map(({ name }) => name))
})

test.each(agePurges)(
  '$table are kept for as long as the table of retention says, by that job',
  ({ job, table, column, age }) => {
    const row = rows.find(({ tables }) => tables[0] === table)
    expect(row).toMatchObject({ kept: age === '0' ? `until \`${column}\`` : `${age} after \`${column}\``, jobs: [job] })
  },
)

test('each job that deletes is in the table of retention, and no other', () => {
  const expected = Object.keys(queues).filter((name) => name.endsWith('-purge') || deletingJobs.includes(name))
  expect([...new Set(rows.flatMap(({ jobs }) => jobs))].toSorted()).toEqual(expected.toSorted())
})

test('each setting that says how long is in the table of retention', () => {
  const named = new Set(rows.flatMap((row) => row.settings))
  const known = settings.map(({ name }): string => name).filter((name) => /_KEPT_DAYS|_WAITING_DAYS/.test(name))
  expect([...named].toSorted()).toEqual(known.toSorted())
})

test('a row without an end says so, and any other has a job, or is for administrators to delete', () => {
  for (const { data, kept } of rows.filter(({ jobs }) => jobs.length === 0))
    expect(`${data}: ${kept}`).toMatch(/: (for good|until an administrator deletes it)/)
})

test('what an erasure deletes stands where it goes earlier or with the user', () => {
  const withoutJob = rows.filter(({ jobs }) => jobs.length === 0).flatMap(({ tables }) => tables)
  expect(Object.keys(erasedTables).filter((table) => withoutJob.includes(table))).toEqual([])
})
