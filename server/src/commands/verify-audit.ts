import { parseArgs } from 'node:util'
import { type AuditHead, findAuditHead, notedHeadProblem } from '../areas/audit/audit-checkpoints.ts'
import { findAuditProblem } from '../areas/audit/audit-verification.ts'
import { readConfig } from '../config/config.ts'
import { type KeyRing, keyRing } from '../crypto/key-ring.ts'
import type { Tx } from '../db/database.ts'
import { refuseUnmigrated } from '../db/migrate.ts'
import { everything } from '../db/scope.ts'
import { StartError } from '../start-error.ts'
import { openWithLongTimeouts, openServer } from './open.ts'

const usage = 'Usage: npm run portal -- verify-audit [--head NUMBER:HASH]'

/**
 * `verify-audit`: verifies the hash chain over the audit events, the checkpoints signed by nodes, and a head recorded
 * earlier. Exit code 1 when something does not match.
 */
export async function verifyAuditCommand(args: readonly string[]): Promise<void> {
  const noted = readNotedHead(args)
  const server = await openServer(readConfig(process.env))
  try {
    await refuseUnmigrated(server.url)
    const database = await openWithLongTimeouts(server, 'verify-audit')
    try {
      const keys = keyRing(server.config.secretKeys)
      const head = await database.jobs.read(everything, (tx) => verify(tx, keys, noted))
      process.stdout.write(`The audit trail is whole.\n${head ? headLine(head) : ''}`)
    } finally {
      await database.close()
    }
  } finally {
    await server.close()
  }
}

const headLine = ({ sequence, hash }: AuditHead) =>
  `Its head is ${sequence}:${hash}. Note it outside of the database; --head compares with it later.\n`

async function verify(tx: Tx, keys: KeyRing, noted: AuditHead | null): Promise<AuditHead | undefined> {
  const problem = (await findAuditProblem(tx, keys)) ?? (noted ? await notedHeadProblem(tx, noted) : null)
  if (problem !== null) throw new StartError(`The audit trail has been changed or has gaps: ${problem}`)
  return findAuditHead(tx)
}

function readNotedHead(args: readonly string[]): AuditHead | null {
  let head: string | undefined
  try {
    head = parseArgs({ args: [...args], options: { head: { type: 'string' } }, allowPositionals: false }).values.head
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ', 1)[0]}. ${usage}`, { cause: error })
  }
  if (head === undefined) return null
  const [, sequence, hash] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/i.exec(head.trim()) ?? []
  if (sequence === undefined || hash === undefined)
    throw new StartError(`--head is a number, a colon and 64 hexadecimal digits. ${usage}`)
  return { sequence: Number(sequence), hash: hash.toLowerCase() }
}
