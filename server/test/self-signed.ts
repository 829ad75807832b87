import { generateKeyPairSync } from 'node:crypto'
import { certify, type KeyWithCertificate } from '../src/crypto/certificate.ts'

/** A new RSA key, as identity providers have, whose certificate is valid between these two moments. */
export function selfSigned(
  from = new Date(Date.now() - 86_400_000),
  to = new Date(Date.now() + 365 * 86_400_000),
  bits = 2048,
): KeyWithCertificate {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return certify(keys, { name: 'idp.example.test', from, to })
}
