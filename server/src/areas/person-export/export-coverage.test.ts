import { archiveTexts } from '@portico/contract/person-export/archive-texts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { AUDIT_TABLE, exportedTables } from './all-tables.ts'
import { exportStatement } from './exported-table.ts'
import { fieldKey, isOnPage } from './archive-words.ts'
import { leftOutTables } from '../../../test/left-out-tables.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const namesOf = async (text: string) => (await portal.owner(text)).map(({ name }) => String(name))
const isTable = `table_schema = 'public' and table_type = 'BASE TABLE'
  and table_name !~ '^audit_events_'`

test('every table is in the export of a person, or is named as left out with its reason', async () => {
  const all = await namesOf(`select table_name as name from information_schema.tables where ${isTable} order by 1`)
  expect(all.length).toBeGreaterThan(100)
  expect([...Object.keys(exportedTables), AUDIT_TABLE, ...Object.keys(leftOutTables)].toSorted()).toEqual(all)
})

test.each(Object.entries(exportedTables))(
  'every column of %s is exported, names what stands instead, or is left out with its reason',
  async (table, exported) => {
    const all = await namesOf(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = '${table}'`,
    )
    const read = [...exportStatement(table, exported).matchAll(/\bt\.(\w+)/g)].map(([, name]) => String(name))
    const without = Object.keys(exported.without ?? {})
    expect(without.filter((name) => Object.values(exported.values).join(' ').includes(`t.${name} `))).toEqual([])
    expect([...new Set([...read, ...without])].toSorted()).toEqual(all.toSorted())
  },
)

test('no column of bytes is exported: the portal keeps hashes, keys and tokens in them', async () => {
  const bytes = await namesOf(
    `select table_name || '.' || column_name as name from information_schema.columns where data_type = 'bytea' and table_schema = 'public'`,
  )
  expect(bytes.length).toBeGreaterThan(20)
  const read = Object.entries(exportedTables).flatMap(([table, exported]) =>
    Object.values(exported.values).flatMap((value) =>
      [...value.matchAll(/\bt\.(\w+)/g)].map(([, name]) => `${table}.${name}`),
    ),
  )
  expect(read.filter((name) => bytes.includes(name))).toEqual([])
})

test.each(Object.entries(exportedTables))('the database understands what reads %s', async (table, exported) => {
  const person = await portal.make.user()
  await expect(
    portal.owner(exportStatement(table, exported), [person.id, person.clientId, false]),
  ).resolves.toBeDefined()
})

test('every file of the export has a name on its page', () => {
  const tables = [...Object.keys(exportedTables), AUDIT_TABLE]
  expect(tables.filter((table) => !Object.hasOwn(archiveTexts, `archive_table_${table}`))).toEqual([])
})

test.each(Object.entries(exportedTables))(
  'every field of %s has words on the page, or is an internal number',
  (_, exported) => {
    expect(Object.keys(exported.values).filter((field) => isOnPage(field) && fieldKey(field) === null)).toEqual([])
  },
)
