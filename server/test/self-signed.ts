import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

/** A key with a certificate that it signed itself, as identity providers have. */
export interface KeyWithCertificate {
  privateKey: string
  certificate: string
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
const moment = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`))

/** A new RSA key whose certificate is valid between these two moments. */
export function selfSigned(
  from = new Date(Date.now() - 86_400_000),
  to = new Date(Date.now() + 365 * 86_400_000),
  bits = 2048,
): KeyWithCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('idp.example.test')))))
  const validity = sequence(moment(from), moment(to))
  const toSign = sequence(der(0x02, Buffer.from([1])), algorithm, name, validity, name, publicKey)
  const signature = sign('sha256', toSign, createPrivateKey(privateKey))
  const certificate = sequence(toSign, algorithm, der(0x03, Buffer.from([0]), signature)).toString('base64')
  const lines = certificate.match(/.{1,64}/g) ?? []
  return {
    privateKey,
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}
