import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

export interface Certificate {
  readonly key: string
  /** Signed by itself, so that it is also what to trust. */
  readonly cert: string
}

/** A certificate of a day for these host names or addresses. */
export const makeCertificate = (...names: readonly string[]): Promise<Certificate> => make(names, async () => {})

/** One that ended a day ago. */
export const makeExpiredCertificate = (...names: readonly string[]): Promise<Certificate> =>
  make(names, ({ key, cert }) => openssl('x509', '-in', cert, '-days', '-1', '-signkey', key, '-out', cert))

const openssl = (...args: readonly string[]): Promise<unknown> => promisify(execFile)('openssl', args)

async function make(
  names: readonly string[],
  change: (files: { key: string; cert: string }) => Promise<unknown>,
): Promise<Certificate> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-certificate-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  try {
    const subject = ['-subj', `/CN=${names[0] ?? 'localhost'}`]
    const alternatives = [
      '-addext',
      `subjectAltName=${names.map((name) => `${isIP(name) ? 'IP' : 'DNS'}:${name}`).join(',')}`,
    ]
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const files = ['-keyout', key, '-out', cert]
    await openssl('req', '-x509', '-days', '1', ...curve, ...subject, ...alternatives, ...files)
    await change({ key, cert })
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  } finally {
    await rm(folder, { recursive: true })
  }
}
