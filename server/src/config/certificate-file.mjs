import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * Reads a file with PEM certificates, or returns its problem as the end of a sentence that names it.
 * @param {string} file
 * @returns {{ pem: string } | { problem: 'cannot be read' | 'holds no certificate in PEM form' }}
 */
export function readCertificates(file) {
  let pem
  try {
    pem = readFileSync(file, 'utf8')
  } catch {
    return { problem: 'cannot be read' }
  }
  try {
    // Checks the first of several; a binary certificate would parse and be useless.
    if (pem.includes('-----BEGIN CERTIFICATE-----') && new X509Certificate(pem)) return { pem }
  } catch {
    // Unparsable text is no certificate.
  }
  return { problem: 'holds no certificate in PEM form' }
}
