import type pg from 'pg'
import type { Declared } from '../src/db/statement.ts'

/**
 * What another value of a parameter makes of a statement that is run again: another row (`key`), another row than it
 * would be (`written`), or nothing (`kept`).
 */
export type Effect = 'key' | 'written' | 'kept'

/** Two values of each type, as they are sent. */
const samples: Readonly<Record<string, readonly [unknown, unknown]>> = {
  int2: [1, 2],
  int4: [1, 2],
  int8: [1, 2],
  float4: [60, 120],
  float8: [60, 120],
  text: ['aa', 'bb'],
  varchar: ['aa', 'bb'],
  bool: [false, true],
  timestamptz: ['2130-01-01T00:00:00Z', '2131-01-01T00:00:00Z'],
  date: ['2130-01-01', '2131-01-01'],
  bytea: [Buffer.from('aa'), Buffer.from('bb')],
  uuid: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
  inet: ['192.0.2.1', '192.0.2.2'],
  jsonb: ['{"a": 1}', '{"a": 2}'],
  json: ['{"a": 1}', '{"a": 2}'],
}

/** Values of a statement that are not the usual ones of their types, by the place of the parameter. */
export type OwnValues = Readonly<Record<number, readonly [unknown, unknown]>>

function valuesOf({ name, parameters }: Declared, own: OwnValues): (readonly [unknown, unknown])[] {
  return parameters.map(({ types: [type = ''] }, at) => {
    const given = own[at + 1]
    if (given) return given
    const element = samples[type.replace(/^_/, '')]
    if (!element) throw new Error(`${name}: no sample of ${type}`)
    return type.startsWith('_') ? [[element[0]], [element[1]]] : element
  })
}

/** Tables that the statement adds rows to unless they are there. */
const tablesOf = ({ text }: Declared): string[] => [
  ...new Set(
    text
      .split(/(?=\binsert into\b)/i)
      .filter((part) => /\bon conflict\b/i.test(part))
      .flatMap((part) => /^insert into (\w+)/i.exec(part)?.[1] ?? []),
  ),
]

/** A moment as its distance to now, so that what is written a little later is equal. */
const comparable = (now: number) => (_key: string, value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
    ? `${Math.floor((Date.parse(value) - now + 5_000) / 10_000)} · 10 s`
    : value

/** Rows of tables of which nothing but the statements of a test writes anything. */
async function rowsOf(client: pg.Client, tables: readonly string[], now: number): Promise<string[]> {
  const rows: string[] = []
  for (const table of tables) {
    const found = await client.query<{ row: unknown }>(`select to_jsonb(one) - 'id' as row from ${table} one`)
    rows.push(...found.rows.map(({ row }) => `${table} ${JSON.stringify(row, comparable(now))}`))
  }
  return rows.toSorted()
}

/** True where another row is refused because of a further unique key, which has the same value; throws other errors again. */
function isOtherKey(error: unknown): true {
  if ((error as { code?: string }).code === '23505') return true
  throw error
}

/**
 * Runs a statement twice, and once more with another value of each parameter instead, all of it undone.
 * @returns the effect of each parameter; a text: it adds no row at all, a second one for the same values, or fails
 */
export async function effectsOf(
  client: pg.Client,
  statement: Declared,
  own: OwnValues = {},
): Promise<Effect[] | string> {
  const pairs = valuesOf(statement, own)
  const tables = tablesOf(statement)
  // Of all comparisons: a fixed moment is equally far from it in each.
  const now = Date.now()
  const first = pairs.map(([value]) => value)
  const run = (values: readonly unknown[]) => client.query(statement.text, [...values])
  await client.query('begin')
  try {
    const before = await rowsOf(client, tables, now)
    await run(first)
    const once = await rowsOf(client, tables, now)
    if (once.length <= before.length) return 'adds no row'
    await client.query('savepoint once')
    await run(first)
    const twice = await rowsOf(client, tables, now)
    if (twice.length > once.length) return 'adds a second row'
    const effects: Effect[] = []
    for (const [at, [, other]] of pairs.entries()) {
      await client.query('rollback to once')
      const isRefused = await run(first.with(at, other)).then(() => false, isOtherKey)
      if (isRefused) await client.query('rollback to once')
      const rows = await rowsOf(client, tables, now)
      if (isRefused || rows.length > twice.length) effects.push('key')
      else effects.push(rows.join('\n') === twice.join('\n') ? 'kept' : 'written')
    }
    return effects
  } catch (error) {
    return String(error)
  } finally {
    await client.query('rollback')
  }
}

/** Takes away what would refuse the values of samples: references, rules about values, and what tables do by themselves. */
export async function acceptSamples(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ text: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text
      from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype in ('c', 'f') and connamespace = 'public'::regnamespace and not relispartition and conparentid = 0
     union all
    select format('alter table %s disable trigger user', oid::regclass) from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     order by 1 desc`)
  for (const { text } of rows) await client.query(text)
}
