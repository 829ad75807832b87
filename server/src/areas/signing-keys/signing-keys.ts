import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { decryptSigningKey, newSigningKey } from './new-signing-key.ts'
import { publishedKeys, type SigningKeyPurpose } from './signing-key-rules.ts'
import { addSigningKey, listSigningKeys, lockSigningKeys, type SigningKeyRow } from './signing-key-store.ts'

export interface SigningKey {
  id: number
  /** PEM. */
  certificate: string
  /** A KeyObject signs faster than a PEM text. Undefined: the operator's keys no longer decrypt it. */
  privateKey: KeyObject | undefined
}

/** The keys with which the portal signs for applications. The first one is made when it is first needed. */
export interface SigningKeys {
  /** The key that signs. @throws where the operator's keys no longer decrypt it. */
  current(): Promise<SigningKey & { privateKey: KeyObject }>
  /** The key that signs, the next one, and the one before it for a while. */
  published(): Promise<SigningKey[]>
  /** Makes a key that signs at once, where none that can be decrypted does. */
  replaceLost(): Promise<void>
}

/** Returns the service that reads the keys with which the portal signs, and makes missing ones; see `SigningKeys`. */
export function signingKeys(db: Db, ring: KeyRing, purpose: SigningKeyPurpose): SigningKeys {
  const opened = new Map<number, KeyObject>()
  const open = (row: SigningKeyRow): KeyObject | undefined => {
    const known = opened.get(row.id)
    const pem = known ? undefined : decryptSigningKey(ring, row)
    if (pem === undefined) return known
    const key = createPrivateKey(pem)
    opened.set(row.id, key)
    return key
  }
  const signingOf = (rows: readonly SigningKeyRow[]) => rows.find(({ signsFrom, now }) => signsFrom <= now)
  /** The key is made before the transaction, because that takes a second. Of several nodes one adds its own. */
  const addUnless = async (isEnough: (signing: SigningKeyRow | undefined) => boolean): Promise<void> => {
    const key = await newSigningKey(ring, purpose, 0)
    await db.transact(everything, async (tx) => {
      if (!isEnough(signingOf(await lockSigningKeys(tx, purpose)))) await addSigningKey(tx, key)
    })
  }
  const read = () => listSigningKeys(db, purpose)
  const published = async (): Promise<SigningKey[]> => {
    let rows = await read()
    if (!signingOf(rows)) {
      await addUnless((signing) => signing !== undefined)
      rows = await read()
    }
    const [newest] = rows
    if (!newest) return []
    return publishedKeys(rows, newest.now).map((row) => ({
      id: row.id,
      certificate: row.certificate,
      privateKey: open(row),
    }))
  }
  return {
    published,
    current: async () => {
      const [key] = await published()
      if (!key?.privateKey)
        throw new Error(`Signing key ${key?.id} cannot be decrypted with the keys of PORTAL_SECRET_KEYS`)
      return { ...key, privateKey: key.privateKey }
    },
    replaceLost: () => addUnless((signing) => signing !== undefined && open(signing) !== undefined),
  }
}
