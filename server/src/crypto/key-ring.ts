import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { SecretKey } from '../config/config.ts'
import { isSameHash } from './tokens.ts'

/** Signs and checks with the operator's keys: the first signs, any of them checks, so that keys can rotate. */
export interface KeyRing {
  /** `keyId.signature` of a text for one purpose. */
  sign(purpose: string, text: string): string
  /** True if the signature was made by a key of the ring for this purpose and text. */
  verify(purpose: string, text: string, signature: string): boolean
}

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
  return {
    sign: (purpose, text) => {
      const [newest] = keys
      if (!newest) throw new Error('The key ring is empty')
      return `${newest.id}.${macOf(purpose, text, newest).toString('base64url')}`
    },
    verify: (purpose, text, signature) => {
      const dot = signature.indexOf('.')
      const key = keys.find(({ id }) => id === signature.slice(0, dot))
      return (
        key !== undefined && isSameHash(macOf(purpose, text, key), Buffer.from(signature.slice(dot + 1), 'base64url'))
      )
    },
  }
}
