import { keyRing } from '../crypto/key-ring.ts'
import type { Config } from '../config/config.ts'
import type { SealedRows } from '../crypto/sealed-rows.ts'
import { readApplied } from '../db/migrate.ts'
import { readMigrations } from '../db/migration-files.ts'
import { lacksMigrations } from '../db/serving-window.ts'
import type { OwnerClient } from '../db/owner-connection.ts'
import { readKnownKeys, whyOtherRing } from '../secret-keys/known-keys.ts'
import { findHeld, listHeld, type RunStatement } from '../secret-keys/held-secrets.ts'
import type { Finding } from './finding.ts'
import { countOf } from '../count-of.ts'

const name = 'keys'

/** Checks that the keys are those of the other nodes, and that they open what is stored of these kinds. */
export async function checkKeys(
  client: OwnerClient,
  config: Pick<Config, 'secretKeys'>,
  kinds: readonly SealedRows[],
): Promise<Finding> {
  const why = whyOtherRing(keyRing(config.secretKeys), await readKnownKeys(statementsOf(client)))
  return why === undefined ? checkStoredSecrets(client, config, kinds) : { name, ok: false, message: why }
}

const statementsOf =
  (client: OwnerClient): RunStatement =>
  async (text, values) =>
    (await client.query(text, [...values])).rows

/** Checks that the keys open what is stored of these kinds. */
export async function checkStoredSecrets(
  client: OwnerClient,
  { secretKeys }: Pick<Config, 'secretKeys'>,
  kinds: readonly SealedRows[],
): Promise<Finding> {
  const [known, applied] = [await readMigrations(), await readApplied(client)]
  if (lacksMigrations(known, applied))
    return { name, ok: true, message: 'The keys are tried on what is stored once all migrations are applied.' }
  const held = await findHeld(statementsOf(client), keyRing(secretKeys), kinds)
  const closed = Map.groupBy(
    held.filter(({ isReadable }) => !isReadable),
    ({ key }) => key,
  )
  if (closed.size === 0) return { name, ok: true, message: openMessage(secretKeys.length) }
  const needed = [...closed].map(([key, rows]) => `${key} (${listHeld(rows)})`)
  return {
    name,
    ok: false,
    message: `Stored secrets need the keys ${needed.join(', ')}, which PORTAL_SECRET_KEYS lacks or holds otherwise: add them behind the newest one, from a backup if need be. "npm run portal -- secret-keys forget" gives up what a lost one held.`,
  }
}

const openMessage = (count: number) =>
  `${countOf(count, 'secret key')}, and ${count === 1 ? 'it opens' : 'they open'} what is stored.`
