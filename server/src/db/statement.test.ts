import { readdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../test/database.ts'
import { statementDifferences } from '../../test/declared-statements.ts'
import { loadDemo } from '../packages/demo.ts'
import type { Database } from './database.ts'
import { queue, run, runCount, runFirst, runOne, write } from './run.ts'
import { everything } from './scope.ts'
import {
  arrayOf,
  bool,
  bytes,
  type Column,
  day,
  declaredStatements,
  float,
  instant,
  int,
  interval,
  intOf,
  json,
  nullable,
  present,
  statement,
  text,
  textOf,
  uuid,
} from './statement.ts'
import { queries } from './queries.ts'

let own: TestDatabase
let client: pg.Client
let database: Database

beforeAll(async () => {
  own = await cloneDatabase()
  client = new pg.Client(own.ownerUrl)
  await client.connect()
  database = await openWithLongTimeouts(own)
})
afterAll(async () => {
  await database.close()
  await client.end()
  await own.drop()
})

const sources = path.join(import.meta.dirname, '..')
const productModules = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)test\/|^main\.ts$/.test(file))

test('every declared statement takes and returns what the code declares', async () => {
  expect(productModules.length).toBeGreaterThan(600)
  // Declares some, too.
  await loadDemo('A test')
  for (const file of productModules) await import(path.join(sources, file))
  // Test files share their modules, so those of another file can be among them.
  const statements = declaredStatements().filter(({ name }) => !name.startsWith('test: '))
  expect(statements.length).toBeGreaterThan(3)
  expect(await statementDifferences(client, statements)).toEqual([])
})

describe('a declared row is refused', () => {
  const differences = (sql: string, row: Record<string, Column<unknown>>) =>
    statementDifferences(client, [{ name: 'planted', text: sql, parameters: [], row }])
  const industries = 'select id, name from industries'

  test.each([
    [
      'with a name that is not returned',
      industries,
      { id: int, nm: text },
      ['planted: nm is declared and not returned', 'planted: name is returned and not declared'],
    ],
    [
      'with a name that is not in camelCase',
      'select id as industry_id from industries',
      { industry_id: int },
      ['planted: industry_id is not in camelCase'],
    ],
    ['with another type', industries, { id: text, name: text }, ['planted: id is int4, declared text']],
    [
      'as an array of what is none',
      industries,
      { id: int, name: arrayOf(text) },
      ['planted: name is text, declared _text'],
    ],
    [
      'as never null where the table has nulls',
      'select parent_id as "parentId" from customers',
      { parentId: int },
      ['planted: parentId can be null'],
    ],
    [
      'as null where the table has none',
      industries,
      { id: int, name: nullable(text) },
      ['planted: name cannot be null'],
    ],
    [
      'as never null against nulls that its table does not have',
      industries,
      { id: int, name: present(text) },
      ['planted: name cannot be null in its table: it needs no present()'],
    ],
    [
      'with two columns of one name',
      'select id, id from industries',
      { id: int },
      ['planted: two columns have one name'],
    ],
    [
      'of a text that the database does not understand',
      'select idd from industries',
      { idd: int },
      ['planted: column "idd" does not exist'],
    ],
  ] as const)('%s', async (_, sql, row, expected) => {
    expect(await differences(sql, row)).toEqual(expected)
  })

  test('and not where an outer join adds nulls, or the statement leaves them out', async () => {
    const joined = 'select parents.name from customers left join customers parents on parents.id = customers.parent_id'
    expect(await differences(joined, { name: nullable(text) })).toEqual([])
    const below = 'select parent_id as "parentId" from customers where parent_id is not null'
    expect(await differences(below, { parentId: present(int) })).toEqual([])
  })

  test('where its name is taken, or longer than the database keeps', () => {
    statement([], { name: 'tested twice', text: 'select' })
    expect(() => statement([], { name: 'tested twice', text: 'select from industries' })).toThrow(
      'Two statements are named',
    )
    expect(() => statement([], { name: 'n'.repeat(64), text: 'select' })).toThrow('at most 63 characters')
  })
})

describe('declared parameters are refused', () => {
  const rename = 'update industries set name = $1 where id = $2'
  const differences = (...parameters: Column<unknown>[]) =>
    statementDifferences(client, [{ name: 'planted', text: rename, parameters, row: {} }])

  test('with another type or number', async () => {
    expect(await differences(text, text)).toEqual(['planted: $2 is int4, declared text'])
    expect(await differences(text)).toEqual(['planted: it has 2 parameters, declared 1'])
    expect(await differences(text, int, int)).toEqual(['planted: it has 2 parameters, declared 3'])
    expect(await differences(text, arrayOf(int))).toEqual(['planted: $2 is int4, declared _int2'])
    expect(await differences(text, nullable(int))).toEqual([])
  })

  test('by the compiler where a call gives something else', () => {
    const renameIndustry = statement([text, nullable(int)], { name: 'test: rename industry', text: rename })
    // @ts-expect-error a number for a text
    renameIndustry(1, 2)
    // @ts-expect-error null where it isn't allowed
    renameIndustry(null, 2)
    // @ts-expect-error one too few
    renameIndustry('Ferries')
    // @ts-expect-error one too many
    renameIndustry('Ferries', 1, 2)
    expect(renameIndustry('Ferries', null).values).toEqual(['Ferries', null])
  })
})

describe('a declared statement', () => {
  const addIndustry = statement([text], {
    name: 'test: add industry',
    text: 'insert into industries (name) values ($1) returning id, name',
    values: (industry: { name: string }) => [industry.name],
    row: { id: int, name: text },
  })
  const findIndustry = statement([text], {
    name: 'test: find industry',
    text: 'select name from industries where name = $1',
    row: { name: text },
  })

  test('runs in a transaction, prepared under its name, and by itself', async () => {
    const [added, prepared] = await database.requests.transact(everything, async (tx) => {
      const rows = await run(tx, addIndustry({ name: 'Ferries' }))
      return [
        rows,
        await run(
          tx,
          queries
            .selectFrom('industries')
            .select('name')
            .where('id', '=', rows[0]?.id ?? 0),
        ),
      ]
    })
    expect(added).toEqual([{ id: expect.any(Number) as number, name: 'Ferries' }])
    expect(prepared).toEqual([{ name: 'Ferries' }])
    expect(await run(database.requests, findIndustry('Ferries'))).toEqual([{ name: 'Ferries' }])
    const names = await database.requests.read(everything, async (tx) => {
      await run(tx, findIndustry('Ferries'))
      return run(tx, namesOfPrepared())
    })
    // Through a pooler nothing is prepared under a name.
    const isPrepared = names.some(({ name }) => name === 'test: find industry')
    expect(isPrepared).toBe(own.pooledUrl === undefined)
  })

  test('that writes may run by itself', async () => {
    const [added] = await write(database.requests, addIndustry({ name: 'Trams' }))
    expect(added).toMatchObject({ name: 'Trams' })
    expect(await run(database.requests, findIndustry('Trams'))).toHaveLength(1)
  })

  test('returns all of its rows, the first one, the only one, or how many it has written', async () => {
    await database.requests.read(everything, async (tx) => {
      expect(await runFirst(tx, findIndustry('None'))).toBeUndefined()
      await expect(runOne(tx, findIndustry('None'))).rejects.toThrow('returned no row')
    })
    const counted = await database.requests.transact(everything, async (tx) => {
      const { id } = await runOne(tx, addIndustry({ name: 'Ropeways' }))
      return runCount(tx, queries.updateTable('industries').set({ name: 'Lifts' }).where('id', '=', id))
    })
    expect(counted).toBe(1)
  })

  test('returns values of the types that its columns stand for', async () => {
    const values = statement([], {
      name: 'test: values of all types',
      text: `select 1::int2 as int, 2::int8 as "intOf", 1.5::float8 as float, 'a' as text, 'b' as "textOf", true as bool,
        timestamptz '2028-02-29 12:00Z' as instant, date '2028-02-29' as day, interval '1 day' as interval,
        '\\x00'::bytea as bytes, '00000000-0000-4000-8000-000000000000'::uuid as uuid, '{"a": 1}'::jsonb as json,
        array['c'] as "arrayOf", null::int as nullable`,
      row: {
        int,
        intOf: intOf<2>(),
        float,
        text,
        textOf: textOf<'b'>(),
        bool,
        instant,
        day,
        interval,
        bytes,
        uuid,
        json: json<{ a: number }>(),
        arrayOf: arrayOf(text),
        nullable: nullable(int),
      },
    })
    expect(
      await statementDifferences(
        client,
        declaredStatements().filter(({ name }) => name === 'test: values of all types'),
      ),
    ).toEqual([])
    expect(await run(database.requests, values())).toEqual([
      {
        int: 1,
        intOf: 2,
        float: 1.5,
        text: 'a',
        textOf: 'b',
        bool: true,
        instant: new Date('2028-02-29T12:00:00Z'),
        day: '2028-02-29',
        interval: '1 day',
        bytes: Buffer.from([0]),
        uuid: '00000000-0000-4000-8000-000000000000',
        json: { a: 1 },
        arrayOf: ['c'],
        nullable: null,
      },
    ])
  })

  test('that is queued is there after the commit', async () => {
    await database.requests.transact(everything, async (tx) => queue(tx, addIndustry({ name: 'Airships' })))
    expect(await run(database.requests, findIndustry('Airships'))).toHaveLength(1)
  })
})

const namesOfPrepared = statement([], {
  name: 'test: names of prepared statements',
  text: 'select name from pg_prepared_statements',
  row: { name: text },
})
