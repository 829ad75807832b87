import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { SecretKey } from '../config/config.ts'
import { isSameHash } from './tokens.ts'

/**
 * Signs, verifies, encrypts and decrypts with the operator's keys: the first signs and encrypts, any of them verifies
 * and decrypts, so that keys can be rotated.
 */
export interface KeyRing {
  /** Ids of the keys, the one that signs and encrypts first. */
  readonly ids: readonly string[]
  /**
   * What tells this key of the ring from any other of the same id, without giving it away: the HMAC of a fixed text.
   * @throws Error for an id that is not in the ring
   */
  checkOf(id: string): string
  /** `keyId.signature` of a text for one purpose. */
  sign(purpose: string, text: string): string
  /** True when the signature was made by a key of the ring for this purpose and text. */
  verify(purpose: string, text: string, signature: string): boolean
  /**
   * `keyId.rest` by AES-256-GCM. The context, such as the id of a row, is authenticated and not included: text
   * encrypted in one context cannot be decrypted in another.
   */
  encrypt(purpose: string, text: string, context?: string): string
  /** Undefined when the key is gone, the text was changed, or purpose or context differ. */
  decrypt(purpose: string, encrypted: string, context?: string): string | undefined
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export function keyRing(keys: readonly SecretKey[]): KeyRing {
  const derived = new Map<string, KeyObject>()
  const keyFor = (purpose: string, { id, key }: SecretKey): KeyObject => {
    const name = `${purpose}\0${id}`
    const known =
      derived.get(name) ?? createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `portico ${purpose}`, 32)))
    derived.set(name, known)
    return known
  }
  const macOf = (purpose: string, text: string, key: SecretKey) =>
    createHmac('sha256', keyFor(purpose, key)).update(text).digest()
  const newestKey = (): SecretKey => {
    const [newest] = keys
    if (!newest) throw new Error('The key ring is empty')
    return newest
  }
  return {
    ids: keys.map(({ id }) => id),
    checkOf: (id) => {
      const key = keys.find((each) => each.id === id)
      if (!key) throw new Error(`The key ring has no key ${id}`)
      return macOf('key check', 'This is the key of this id.', key).toString('base64url')
    },
    sign: (purpose, text) => {
      const newest = newestKey()
      return `${newest.id}.${macOf(purpose, text, newest).toString('base64url')}`
    },
    verify: (purpose, text, signature) => {
      const dot = signature.indexOf('.')
      const key = keys.find(({ id }) => id === signature.slice(0, dot))
      return (
        key !== undefined && isSameHash(macOf(purpose, text, key), Buffer.from(signature.slice(dot + 1), 'base64url'))
      )
    },
    encrypt: (purpose, text, context = '') => {
      const newest = newestKey()
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, keyFor(`${purpose} encryption`, newest), iv).setAAD(Buffer.from(context))
      const hidden = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `${newest.id}.${Buffer.concat(hidden).toString('base64url')}`
    },
    decrypt: (purpose, encrypted, context = '') => {
      const dot = encrypted.indexOf('.')
      const key = keys.find(({ id }) => id === encrypted.slice(0, dot))
      const bytes = Buffer.from(encrypted.slice(dot + 1), 'base64url')
      if (!key || bytes.length < IV_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv(CIPHER, keyFor(`${purpose} encryption`, key), bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}
