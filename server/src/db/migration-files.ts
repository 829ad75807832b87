import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { productRoot } from '../product-root.ts'
import { formerSequence } from './former-sequence.ts'

const ownFolder = path.join(productRoot, 'server/src/db/migrations')
const baselineFolder = path.join(productRoot, 'server/src/db/baseline')

/** What a migration means for nodes of earlier versions that go on serving. */
export interface MigrationHeader {
  /** `expand` takes nothing away that an earlier version uses; `contract` removes what none in the window uses. */
  readonly step: 'expand' | 'contract'
  /** Nodes of this version and of later ones may serve on the schema that the migration leaves. */
  readonly oldestServingVersion: string
  /** It only builds indexes, one statement after the other and each outside of a transaction, while others write. */
  readonly isConcurrent: boolean
}

export interface Migration extends MigrationHeader {
  /** 0: the baseline. */
  readonly version: number
  readonly name: string
  readonly checksum: string
  readonly sql: string
}

const HEADER = /^-- step: (expand|contract); oldest serving version: (\d+\.\d+\.\d+)(; concurrent)?$/

function readHeader(name: string, sql: string): MigrationHeader {
  const [, step, oldestServingVersion, concurrent] = HEADER.exec(sql.split('\n', 1)[0] ?? '') ?? []
  if (!step || !oldestServingVersion)
    throw new Error(
      `The migration ${name} must begin with a line such as "-- step: expand; oldest serving version: 0.2.0" (see CONTRIBUTING.md).`,
    )
  const isConcurrent = concurrent !== undefined
  if (isConcurrent) indexesOf(name, sql)
  return { step: step as MigrationHeader['step'], oldestServingVersion, isConcurrent }
}

const CONCURRENT = /^create (?:unique )?index concurrently if not exists (\w+)\s/

/**
 * The statements of a concurrent migration, each with the name of its index.
 * @throws Error where one of them does anything else
 */
export function indexesOf(name: string, sql: string): { index: string; statement: string }[] {
  const code = sql.replaceAll(/^--.*$/gm, '')
  const statements = code.split(';').flatMap((text) => (text.trim() === '' ? [] : [text.trim()]))
  return statements.map((statement) => {
    const index = CONCURRENT.exec(statement)?.[1]
    if (index === undefined)
      throw new Error(
        `Each statement of the concurrent migration ${name} begins with “create index concurrently if not exists”.`,
      )
    return { index, statement }
  })
}

const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')

/** The SQL files of a folder in their order. A checkout with other line ends has the same ones. */
async function readSqlFiles(folder: string): Promise<{ file: string; sql: string }[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => ({
      file,
      sql: (await readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n'),
    })),
  )
}

/** The schema that a new database starts with: all files of `baseline/`, one after the other. */
export async function readBaseline(): Promise<Migration> {
  const sql = (await readSqlFiles(baselineFolder)).map((file) => file.sql).join('\n')
  return {
    version: 0,
    name: '0000-baseline',
    checksum: checksumOf(sql),
    sql,
    step: 'expand',
    oldestServingVersion: formerSequence.release,
    isConcurrent: false,
  }
}

/**
 * The baseline and the migrations of a folder in their order: NNNN-what-it-does.sql.
 * @throws Error for a wrong name, a missing header, a gap in the numbers
 */
export async function readMigrations(folder: string = ownFolder): Promise<[Migration, ...Migration[]]> {
  const files = await readSqlFiles(folder)
  const migrations = files.map(({ file, sql }): Migration => {
    const version = Number(/^(\d{4})-/.exec(file)?.[1])
    if (!version) throw new Error(`A migration is named NNNN-what-it-does.sql, not ${file}.`)
    const name = file.slice(0, -4)
    return { version, name, checksum: checksumOf(sql), sql, ...readHeader(name, sql) }
  })
  migrations.forEach(({ version }, index) => {
    const expected = formerSequence.last + 1 + index
    if (version !== expected) throw new Error(`Migration ${expected} is missing or there twice.`)
  })
  return [await readBaseline(), ...migrations]
}

/** The number of the last one of these migrations, or of the sequence that the baseline took the place of. */
export const newestVersion = (known: readonly Migration[]): number =>
  Math.max(formerSequence.last, ...known.map(({ version }) => version))
