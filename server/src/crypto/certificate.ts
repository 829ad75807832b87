import { createPrivateKey, generateKeyPair, type RSAKeyPairOptions, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'

/** A private key with its self-signed certificate, both as PEM. */
export interface KeyWithCertificate {
  privateKey: string
  certificate: string
}

/** An RSA key: the public half as DER (SPKI), the private half as PEM (PKCS 8). */
interface RsaKeys {
  publicKey: Buffer
  privateKey: string
}

interface CertificateOptions {
  /** Common name of the key's owner. */
  name: string
  from: Date
  to: Date
}

/** Options of our RSA keys. */
const rsaOptions: RSAKeyPairOptions<'der', 'pem'> = {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}

/** A new RSA key with its certificate. */
export async function newKeyWithCertificate(options: CertificateOptions): Promise<KeyWithCertificate> {
  return certify(await promisify(generateKeyPair)('rsa', rsaOptions), options)
}

/** One value of DER: tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
/** sha256WithRSAEncryption, and the attribute type of a common name. */
const algorithm = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05))
const commonName = der(0x06, Buffer.from('550403', 'hex'))

/** RFC 5280: two-digit years until 2049, four digits from then on. */
function moment(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return at.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits))
}

/** Returns a self-signed certificate of a key: Node.js can read certificates, not make them. */
export function certify(
  { publicKey, privateKey }: RsaKeys,
  { name, from, to }: CertificateOptions,
): KeyWithCertificate {
  const called = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))))
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const validity = sequence(moment(from), moment(to))
  const toSign = sequence(der(0x02, serial), algorithm, called, validity, called, publicKey)
  const signature = sign('sha256', toSign, createPrivateKey(privateKey))
  const certificate = sequence(toSign, algorithm, der(0x03, Buffer.from([0]), signature)).toString('base64')
  const lines = certificate.match(/.{1,64}/g) ?? []
  return {
    privateKey,
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}
