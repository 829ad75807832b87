import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { readCertificates } from './certificate-file.ts'

/** The address of a PostgreSQL server, with the files that it names for TLS. Error messages never repeat the value. */
export const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://', abort: true })
  .superRefine((value, context) => {
    const problem = problemOf(value)
    if (problem !== undefined) context.addIssue(problem)
  })

function problemOf(value: string): string | undefined {
  // Of a socket: postgres:///database?host=/run/postgresql.
  const query = new URLSearchParams(value.split('?').slice(1).join('?'))
  const authority = query.get('sslrootcert')
  if (authority !== null) {
    const read = readCertificates(authority)
    if ('problem' in read) return `must name a file of certificates as sslrootcert: ${authority} ${read.problem}`
  }
  for (const name of ['sslcert', 'sslkey']) {
    const file = query.get(name)
    if (file !== null && !isReadable(file)) return `must name a file as ${name}: ${file} cannot be read`
  }
  return undefined
}

function isReadable(file: string): boolean {
  try {
    return readFileSync(file).length > 0
  } catch {
    return false
  }
}
