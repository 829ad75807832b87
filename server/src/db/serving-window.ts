import { createHash } from 'node:crypto'
import { StartError } from '../start-error.ts'
import { formerSequence, isFormer } from './former-sequence.ts'
import type { Migration } from './migration-files.ts'
import { isOlderVersion, productVersion } from './product-version.ts'

/** A row of schema_migrations. */
export interface AppliedMigration {
  readonly version: number
  readonly name: string
  readonly checksum: string
  /** Null: a database of version 0.1.0, whose migrations did not state it. */
  readonly oldestServingVersion: string | null
}

export type NewerMigration = Pick<AppliedMigration, 'name' | 'oldestServingVersion'>

/** The migration that asks for the latest version; undefined when all versions may serve. */
function strictest<Stated extends NewerMigration>(migrations: readonly Stated[]): Stated | undefined {
  return migrations.reduce<Stated | undefined>((last, each) => {
    const isStricter = isOlderVersion(last?.oldestServingVersion ?? '0.0.0', each.oldestServingVersion ?? '0.0.0')
    return isStricter ? each : last
  }, undefined)
}

/** Which of the migrations a node of this version must not serve with, as half a sentence; undefined when it may. */
export function whyTooOld(migrations: readonly NewerMigration[], version: string): string | undefined {
  const by = strictest(migrations)
  if (!by?.oldestServingVersion || !isOlderVersion(version, by.oldestServingVersion)) return undefined
  return `the migration ${by.name} lets only version ${by.oldestServingVersion} and later ones serve`
}

/**
 * Why a node of this version must not serve on a schema with migrations that it does not know; undefined when it may.
 * Each of them states the oldest version that may go on serving.
 */
export function whyBeyondWindow(
  newer: readonly NewerMigration[],
  version: string = productVersion,
): string | undefined {
  const why = whyTooOld(newer, version)
  return why === undefined
    ? undefined
    : `The database belongs to a newer version of Portico: ${why}, and this is ${version}. Start a newer version, or restore the backup from before the upgrade.`
}

/** True where a migration of this version has not run. */
export const lacksMigrations = (known: readonly Migration[], applied: readonly AppliedMigration[]): boolean =>
  known.some(({ version }) => !applied.some((done) => done.version === version))

/**
 * The migrations that are not applied yet.
 * @throws StartError for a database of another history than these files, beyond the window of this version, or older
 *   than the release from which upgrades go on
 */
export function pendingMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
  version: string = productVersion,
): Migration[] {
  const former = applied.findLast(isFormer)
  if (former)
    throw new StartError(
      `The database is older than version ${formerSequence.release} (its last migration is ${former.name}): upgrade it with Portico ${formerSequence.release} first, from which this version goes on.`,
    )
  const changed = known.find(({ version: number, checksum }) =>
    applied.some((done) => done.version === number && done.checksum !== checksum),
  )
  if (changed)
    throw new StartError(
      `The migration ${changed.name} is not the one that was applied to this database: restore the file as it was released.`,
    )
  const beyond = whyBeyondWindow(newerThan(known, applied), version)
  if (beyond) throw new StartError(beyond)
  return known.filter((migration) => !applied.some((done) => done.version === migration.version))
}

/** Applied migrations of a newer version than this one. */
export const newerThan = (known: readonly Migration[], applied: readonly AppliedMigration[]): AppliedMigration[] =>
  applied.filter((done) => !isFormer(done) && !known.some(({ version }) => version === done.version))

/**
 * What a database has by the files of today: where all of the former sequence has run, the baseline in its place. Where
 * it stopped part of the way, its migrations stay in the list.
 */
export function byBaseline(recorded: readonly AppliedMigration[], baseline: Migration): AppliedMigration[] {
  const later = recorded.filter((each) => !isFormer(each))
  if (later.some(({ version }) => version === baseline.version)) return later
  const former = recorded.filter(isFormer)
  const lines = former.map(({ version, name, checksum }) => `${version} ${name} ${checksum}\n`).join('')
  if (createHash('sha256').update(lines).digest('hex') !== formerSequence.digest) return [...recorded]
  return [baseline, ...later]
}
