import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { productRoot } from '../product-root.ts'

const ownFolder = path.join(productRoot, 'server/src/db/migrations')

/** What a migration means for nodes of earlier versions that go on serving. */
export interface MigrationHeader {
  /** `expand` takes nothing away that an earlier version uses; `contract` removes what none in the window uses. */
  readonly step: 'expand' | 'contract'
  /** Nodes of this version and of later ones may serve on the schema that the migration leaves. */
  readonly oldestServingVersion: string
}

export interface Migration extends MigrationHeader {
  readonly version: number
  readonly name: string
  readonly checksum: string
  readonly sql: string
}

/** Migrations up to this one have no header: their checksums are recorded in databases, so they cannot get one. */
const LAST_WITHOUT_HEADER = 98
/** Version 0.1.0 was the only one that ran on them. */
const headerOfFirstOnes: MigrationHeader = { step: 'expand', oldestServingVersion: '0.1.0' }

const HEADER = /^-- step: (expand|contract); oldest serving version: (\d+\.\d+\.\d+)$/

function readHeader(version: number, name: string, sql: string): MigrationHeader {
  if (version <= LAST_WITHOUT_HEADER) return headerOfFirstOnes
  const [, step, oldestServingVersion] = HEADER.exec(sql.split('\n', 1)[0] ?? '') ?? []
  if (!step || !oldestServingVersion)
    throw new Error(
      `The migration ${name} must begin with a line such as "-- step: expand; oldest serving version: 0.1.0" (see CONTRIBUTING.md).`,
    )
  return { step: step as MigrationHeader['step'], oldestServingVersion }
}

/**
 * The migrations of a folder in their order: NNNN-what-it-does.sql.
 * @throws Error for a wrong name, a missing header, a gap in the numbers
 */
export async function readMigrations(folder: string = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    names.map(async (file): Promise<Migration> => {
      const version = Number(/^(\d{4})-/.exec(file)?.[1])
      if (!version) throw new Error(`A migration is named NNNN-what-it-does.sql, not ${file}.`)
      // A checkout with other line ends is the same migration.
      const sql = (await readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
      const name = file.slice(0, -4)
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { version, name, checksum, sql, ...readHeader(version, name, sql) }
    }),
  )
  migrations.forEach((migration, index) => {
    if (migration.version !== index + 1) throw new Error(`Migration ${index + 1} is missing or there twice.`)
  })
  return migrations
}
