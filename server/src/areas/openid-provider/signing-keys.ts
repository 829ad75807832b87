import { createPrivateKey } from 'node:crypto'
import type { JWK } from 'jose'
import { newKeyWithCertificate } from '../../crypto/certificate.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db, Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import { everything } from '../../db/scope.ts'

/** A key signs for so long. */
const KEY_DAYS = 90
/** A key is published for so long before it signs, because applications cache keys. */
const LEAD_DAYS = 2
/** A key stays published for so long after its successor began to sign: longer than any token lives. */
const OVERLAP_DAYS = 2
const DAY_MS = 86_400_000
const ENCRYPTED = 'signing key'
const contextOf = (id: number) => `signing key ${id}`

/** The key that signs first, then those that are only published: the next one and former ones. */
const publishedKeys = `
  select id, private_key as "privateKey" from signing_keys where purpose = 'oidc'
   order by signs_from <= clock_now() desc, signs_from desc`

/** Returns the keys, the signing one first. Keys that the operator's keys no longer decrypt are left out. */
export async function readSigningKeys(db: Db, keys: KeyRing): Promise<JWK[]> {
  const rows = await db.prepared<{ id: number; privateKey: string }>(publishedKeys, [])
  return rows.flatMap(({ id, privateKey }) => {
    const pem = keys.decrypt(ENCRYPTED, privateKey, contextOf(id))
    if (pem === undefined) return []
    const jwk = createPrivateKey(pem).export({ format: 'jwk' }) as JWK
    return [{ ...jwk, kid: `portal-${id}`, alg: 'RS256', use: 'sig' }]
  })
}

/** Makes the first key, if there is none that can be used; of several nodes one does. */
export async function makeFirstKey(db: Db, keys: KeyRing): Promise<void> {
  await db.transact(everything, async (tx) => {
    await lockKeys(tx)
    if ((await readSigningKeys(db, keys)).length === 0) await addKey(tx, keys, 0)
  })
}

const keyAges = `
  select max(signs_from) < clock_now() - make_interval(days => $1) as "isOld", count(*)::integer as count
    from signing_keys where purpose = 'oidc'`

const deleteFormerKeys = `
  delete from signing_keys former using signing_keys later
   where former.purpose = 'oidc' and later.purpose = 'oidc' and later.signs_from > former.signs_from
     and later.signs_from < clock_now() - make_interval(days => $1)`

/** Publishes the next key once the newest is KEY_DAYS old, and deletes former keys. True when a key was added. */
export async function rotateSigningKeys(tx: Tx, keys: KeyRing, maxAgeDays = KEY_DAYS): Promise<boolean> {
  await lockKeys(tx)
  const [ages] = await query<{ isOld: boolean | null; count: number }>(tx, keyAges, [maxAgeDays])
  const isDue = ages !== undefined && ages.count > 0 && ages.isOld === true
  if (isDue) await addKey(tx, keys, LEAD_DAYS)
  await query(tx, deleteFormerKeys, [OVERLAP_DAYS])
  return isDue
}

const lockKeys = (tx: Tx) => query(tx, "select pg_advisory_xact_lock(hashtextextended('portal oidc keys', 0))", [])

async function addKey(tx: Tx, keys: KeyRing, leadDays: number): Promise<void> {
  const [row] = await query<{ id: number; now: Date }>(
    tx,
    "select nextval(pg_get_serial_sequence('signing_keys', 'id'))::integer as id, clock_now() as now",
    [],
  )
  if (!row) throw new Error('The database gave no id for a key')
  const { id, now } = row
  const lifetime = (leadDays + KEY_DAYS * 2) * DAY_MS
  const made = await newKeyWithCertificate({
    name: 'Portal OpenID Connect',
    from: now,
    to: new Date(now.getTime() + lifetime),
  })
  await query(
    tx,
    `insert into signing_keys (id, purpose, private_key, certificate, signs_from)
     values ($1, 'oidc', $2, $3, clock_now() + make_interval(days => $4))`,
    [id, keys.encrypt(ENCRYPTED, made.privateKey, contextOf(id)), made.certificate, leadDays],
  )
}
