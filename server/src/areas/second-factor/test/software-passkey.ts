import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyProof } from '@portico/contract/second-factor/passkey.ts'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What a browser and its authenticator sign; each part can be made wrong. */
export interface Ceremony {
  challenge: string
  /** Origin of the page that asks. */
  origin: string
  rpId?: string
  type?: string
  /** Value of the signature counter; by default one more than the last. */
  counter?: number
  flags?: number
  /** Signs with a key other than the registered one. */
  isForged?: boolean
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const bigEndian = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/**
 * A security key in software, implemented from WebAuthn so that the product's library is not tested against itself.
 */
export class SoftwarePasskey {
  readonly id: string
  readonly #keys = newKeys()
  #counter = 0

  constructor(id: Buffer = randomBytes(32)) {
    this.id = id.toString('base64url')
  }

  /** Answers a challenge for a new passkey (`attestation: 'none'`). */
  make(ceremony: Ceremony): NewPasskey {
    const id = Buffer.from(this.id, 'base64url')
    const credential = Buffer.concat([Buffer.alloc(16), bigEndian(id.length, 2), id, this.#publicKey()])
    const authData = Buffer.concat([this.#head(ceremony, HAS_CREDENTIAL), credential])
    const attestation = new Map<string, Uint8Array | string | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['usb'],
      },
    }
  }

  prove(ceremony: Ceremony): PasskeyProof {
    const data = clientData('webauthn.get', ceremony)
    const authData = this.#head(ceremony, 0)
    const key: KeyObject = ceremony.isForged ? newKeys().privateKey : this.#keys.privateKey
    return {
      ...this.#named(),
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, sha256(data)]), key).toString('base64url'),
      },
    }
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const }
  }

  #head(
    { rpId = 'localhost', counter = ++this.#counter, flags = USER_PRESENT | USER_VERIFIED }: Ceremony,
    more: number,
  ) {
    return Buffer.concat([sha256(rpId), Buffer.from([flags | more]), bigEndian(counter, 4)])
  }

  /** COSE: EC2, ES256, P-256, x, y. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const point = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ])
    return Buffer.from(isoCBOR.encode(key))
  }
}

const clientData = (usual: string, { type = usual, challenge, origin }: Ceremony): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
