import type { SecretKey } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import type { Database } from '../db/database.ts'
import { newestVersion, readMigrations } from '../db/migration-files.ts'
import { run } from '../db/run.ts'
import { int, json, statement } from '../db/statement.ts'
import { type NewerMigration, whyBeyondWindow } from '../db/serving-window.ts'
import type { Logger } from '../logging.ts'
import { type KnownKey, knownKeyFields, nextKeysMissing, whyOtherRing } from '../secret-keys/known-keys.ts'

/** How this node stands to the database and to the nodes of other versions or settings beside it. */
export interface Standing {
  /** Why it must not serve; empty when it may. */
  readonly reasons: readonly string[]
  /** What an operator should do while it serves. */
  readonly notices: readonly string[]
  /** Migrations of a newer version that have run. */
  readonly newerMigrations: number
  /** Keys that another node has, which have not signed yet and which this one lacks. */
  readonly missingKeys: number
}

export interface NodeStandingDeps {
  database: Pick<Database, 'health'>
  secretKeys: readonly SecretKey[]
  /** Of this build, such as 0.2.0. */
  version: string
  logger: Pick<Logger, 'info' | 'warn'>
  /** Called with each standing that was read. */
  observe: (standing: Pick<Standing, 'newerMigrations' | 'missingKeys'>) => void
}

const readStanding = statement([int], {
  name: 'standing of a node',
  text: `
  select (select coalesce(json_agg(json_build_object('name', name, 'oldestServingVersion', oldest_serving_version) order by version), '[]')
            from schema_migrations where version > $1) as newer,
         (select coalesce(json_agg(known), '[]') from (select ${knownKeyFields} from secret_key_checks) known) as keys`,
  row: { newer: json<NewerMigration[]>(), keys: json<KnownKey[]>() },
})

/** Returns what reads the standing. What is new in it is logged, once. */
export function nodeStanding(deps: NodeStandingDeps): () => Promise<Standing> {
  const { database, version, logger, observe } = deps
  const ring = keyRing(deps.secretKeys)
  const newestOwn = readMigrations().then(newestVersion)
  let logged: readonly string[] = []
  return async () => {
    const [row] = await run(database.health, readStanding(await newestOwn))
    const { newer = [], keys = [] } = row ?? {}
    const missing = nextKeysMissing(ring, keys)
    const reasons = [whyBeyondWindow(newer, version) ?? [], whyOtherRing(ring, keys) ?? []].flat()
    const notices =
      missing.length === 0
        ? []
        : [
            `Another node has the key ${missing.join(', ')}, which PORTAL_SECRET_KEYS of this node lacks: add it behind the first one and restart, before it signs.`,
          ]
    const found = [...reasons, ...notices]
    for (const sentence of found) if (!logged.includes(sentence)) logger.warn(sentence)
    if (found.length === 0 && logged.length > 0) logger.info('version and keys fit the database again')
    logged = found
    const standing = { reasons, notices, newerMigrations: newer.length, missingKeys: missing.length }
    observe(standing)
    return standing
  }
}
