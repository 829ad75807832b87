import { createPrivateKey } from 'node:crypto'
import { newKeyWithCertificate } from '../../crypto/certificate.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { Transact } from '../../stores.ts'
import type { SigningKey } from './saml-response.ts'

/** Days for which a key is published after another one has taken its place. */
const KEY_KEPT_DAYS = 7
const CERTIFICATE_YEARS = 10
const DAY_MS = 86_400_000
const PURPOSE = 'signing key'

export interface PublishedKey {
  id: number
  certificate: string
  signsFrom: Date
  /** True for the one key that signs now. */
  isCurrent: boolean
}

interface KeyRow {
  id: number
  certificate: string
  privateKey: string
  signsFrom: Date
  now: Date
}

const keyRows = `
  select id, certificate, private_key as "privateKey", signs_from as "signsFrom", clock_now() as now
    from signing_keys where purpose = 'saml' order by signs_from desc, id desc`

/** The keys with which the portal signs for SAML applications. The first one is made when it is first needed. */
export interface SigningKeys {
  current(): Promise<SigningKey>
  /** The next key, the one that signs, and the one before it for a while; the newest first. */
  published(): Promise<PublishedKey[]>
}

export function signingKeys(db: Db, transact: Transact<'signingKeys'>, keys: KeyRing): SigningKeys {
  const opened = new Map<number, SigningKey>()
  const open = ({ id, privateKey, certificate }: KeyRow): SigningKey => {
    const known = opened.get(id)
    if (known) return known
    const pem = keys.decrypt(PURPOSE, privateKey, `${PURPOSE} ${id}`)
    if (pem === undefined) throw new Error(`Signing key ${id} cannot be decrypted with the keys of PORTAL_SECRET_KEYS`)
    const key = { privateKey: createPrivateKey(pem), certificate }
    opened.set(id, key)
    return key
  }
  const rows = async (): Promise<KeyRow[]> => {
    const found = await db.prepared<KeyRow>(keyRows, [])
    if (found.some(isSigning)) return found
    await addFirstKey(transact, keys)
    return db.prepared<KeyRow>(keyRows, [])
  }
  return {
    current: async () => {
      const row = (await rows()).find(isSigning)
      if (!row) throw new Error('There is no signing key')
      return open(row)
    },
    published: async () => publishedOf(await rows()),
  }
}

const isSigning = ({ signsFrom, now }: KeyRow) => signsFrom <= now

function publishedOf(rows: readonly KeyRow[]): PublishedKey[] {
  const current = rows.find(isSigning)
  const isKept = (row: KeyRow) =>
    current !== undefined && row.now.getTime() - current.signsFrom.getTime() < KEY_KEPT_DAYS * DAY_MS
  const [former] = rows.filter((row) => isSigning(row) && row !== current)
  return rows
    .filter((row) => !isSigning(row) || row === current || (row === former && isKept(row)))
    .map((row) => ({
      id: row.id,
      certificate: row.certificate,
      signsFrom: row.signsFrom,
      isCurrent: row === current,
    }))
}

/** The key is made before the transaction, because that takes a second. Nothing is added where a key signs already. */
async function addFirstKey(transact: Transact<'signingKeys'>, keys: KeyRing): Promise<void> {
  const now = Date.now()
  const { privateKey, certificate } = await newKeyWithCertificate({
    name: 'Customer portal',
    from: new Date(now - DAY_MS),
    to: new Date(now + CERTIFICATE_YEARS * 365 * DAY_MS),
  })
  await transact(everything, ({ signingKeys: store }) =>
    store.addFirst({ certificate, encrypt: (id) => keys.encrypt(PURPOSE, privateKey, `${PURPOSE} ${id}`) }),
  )
}
