import type { KeyRing } from '../crypto/key-ring.ts'
import { StartError } from '../start-error.ts'
import type { RunStatement } from './held-secrets.ts'

/** A key that a node has started with, as the database knows it. */
export interface KnownKey {
  id: string
  /** `KeyRing.checkOf` of that node. */
  keyCheck: string
  /** Seconds since 1970. */
  recordedAt: number
  /** Seconds since 1970 at which it first signed; null: it has only verified so far. */
  signsSince: number | null
}

/** SQL of the fields of a KnownKey. */
export const knownKeyFields = `id, key_check as "keyCheck", extract(epoch from recorded_at)::float8 as "recordedAt",
  extract(epoch from signs_since)::float8 as "signsSince"`

/** The keys that nodes have started with; none before the first node of a version that records them. */
export async function readKnownKeys(run: RunStatement): Promise<KnownKey[]> {
  const [table] = await run<{ isThere: boolean }>(
    `select to_regclass('public.secret_key_checks') is not null as "isThere"`,
    [],
  )
  return table?.isThere ? run<KnownKey>(`select ${knownKeyFields} from secret_key_checks`, []) : []
}

/** The key with which nodes sign now: the one that came first on a node most recently. */
const newestOf = (known: readonly KnownKey[]): KnownKey | undefined =>
  known.filter(({ signsSince }) => signsSince !== null).toSorted((a, b) => (b.signsSince ?? 0) - (a.signsSince ?? 0))[0]

/**
 * Why a node with this ring must not serve beside those that recorded these keys; undefined when it may. Former keys
 * may be missing, and so may one that has not signed yet: the next one of a rotation.
 */
export function whyOtherRing(ring: KeyRing, known: readonly KnownKey[]): string | undefined {
  const other = known.filter(({ id, keyCheck }) => ring.ids.includes(id) && ring.checkOf(id) !== keyCheck)
  if (other.length > 0)
    return `The key ${other.map(({ id }) => id).join(', ')} of PORTAL_SECRET_KEYS is another one than this database knows by that id: give every node the same keys, and a new key an id of its own.`
  const newest = newestOf(known)
  if (newest === undefined || ring.ids.includes(newest.id)) return undefined
  return `PORTAL_SECRET_KEYS lacks the key ${newest.id}, with which this portal signs: add it, from another node or a backup. If it is lost, "npm run portal -- secret-keys forget ${newest.id}" gives it up.`
}

/** Ids of keys that were added after the newest one, have not signed yet, and that this ring lacks. */
export function nextKeysMissing(ring: KeyRing, known: readonly KnownKey[]): string[] {
  const since = newestOf(known)?.recordedAt ?? Infinity
  return known
    .filter(({ id, recordedAt, signsSince }) => signsSince === null && recordedAt > since && !ring.ids.includes(id))
    .map(({ id }) => id)
    .toSorted()
}

/** @throws StartError when a node with this ring must not work on the database */
export async function refuseOtherRing(run: RunStatement, ring: KeyRing): Promise<void> {
  const why = whyOtherRing(ring, await readKnownKeys(run))
  if (why !== undefined) throw new StartError(why)
}

/**
 * Records the keys that a node starts with; the first one signs from now on. To be run in a transaction.
 * @throws StartError as `refuseOtherRing`
 */
export async function recordKeys(run: RunStatement, ring: KeyRing): Promise<void> {
  // Two nodes with different keys that start at once: the second one is refused.
  await run(`select pg_advisory_xact_lock(hashtextextended('portal secret keys', 0))`, [])
  await refuseOtherRing(run, ring)
  await run(
    `insert into secret_key_checks (id, key_check) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [ring.ids, ring.ids.map((id) => ring.checkOf(id))],
  )
  await run(`update secret_key_checks set signs_since = clock_timestamp() where id = $1 and signs_since is null`, [
    ring.ids[0],
  ])
}

/** Makes the first key of the ring the newest one, also where a later one has signed; for an operator's order. */
export async function preferFirstKey(run: RunStatement, ring: KeyRing): Promise<void> {
  await recordKeys(run, ring)
  await run(
    `update secret_key_checks set signs_since = clock_timestamp()
      where id = $1 and signs_since < (select max(signs_since) from secret_key_checks)`,
    [ring.ids[0]],
  )
}

/** Removes what is known of a key. Returns false when nothing was. */
export async function forgetKey(run: RunStatement, id: string): Promise<boolean> {
  const gone = await run<{ id: string }>('delete from secret_key_checks where id = $1 returning id', [id])
  return gone.length > 0
}
