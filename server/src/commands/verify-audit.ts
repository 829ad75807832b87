import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type AuditHead, findAuditHead, notedHeadProblem } from '../areas/audit/audit-checkpoints.ts'
import { findAuditProblem } from '../areas/audit/audit-verification.ts'
import { daysOf, repairDayCounts } from '../areas/audit/day-counts.ts'
import { verifyMonthFiles } from '../areas/audit/month-chain.ts'
import { readMonthFile } from '../areas/audit/month-file.ts'
import { NAMED_MAX } from '../backup/write-backup.ts'
import { keysOfDataFolder, readConfig } from '../config/config.ts'
import { countOf } from '../count-of.ts'
import { type KeyRing, keyRing } from '../crypto/key-ring.ts'
import type { Db, Tx } from '../db/database.ts'
import { refuseUnmigrated } from '../db/migrate.ts'
import { shortList } from '../db/portal-grants.ts'
import { everything } from '../db/scope.ts'
import { noteStep } from '../progress.ts'
import { StartError } from '../start-error.ts'
import { openWithLongTimeouts, openServer } from './open.ts'

const usage = 'Usage: npm run portal -- verify-audit [--file PATH | --folder PATH] [--head NUMBER:HASH]'

/**
 * `verify-audit`: verifies the hash chain over the audit events, the checkpoints signed by nodes, and a head recorded
 * earlier, and the files of months in a folder; or the file of one month that has left the trail. Exit code 1 when something does not match.
 * Numbers of events of a day that are wrong are repaired.
 */
export async function verifyAuditCommand(args: readonly string[]): Promise<void> {
  const { file, folder, head: noted } = readOptions(args)
  if (file !== undefined) return verifyFile(file, noted)
  const server = await openServer(readConfig(process.env))
  try {
    await refuseUnmigrated(server.url)
    const database = await openWithLongTimeouts(server, 'verify-audit')
    try {
      const keys = keyRing(server.config.secretKeys)
      const head = await database.jobs.read(everything, (tx) => verify(tx, keys, noted))
      const files = folder === undefined ? '' : await verifyFolder(database.jobs, keys, folder)
      process.stdout.write(`The audit trail is whole.\n${files}${head ? headLine(head) : ''}`)
      process.stdout.write(await repairCounts(database.jobs))
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
  noteStep('the events in the database')
  const problem = (await findAuditProblem(tx, keys)) ?? (noted ? await notedHeadProblem(tx, noted) : null)
  if (problem !== null) throw new StartError(`The audit trail has been changed or has gaps: ${problem}`)
  return findAuditHead(tx)
}

/** Repairs numbers of events of a day; returns what to print. */
async function repairCounts(db: Db): Promise<string> {
  noteStep('the numbers of events of each day')
  const days = daysOf(await db.transact(everything, repairDayCounts))
  return days === 0 ? '' : `The numbers of events of ${countOf(days, 'day')} were wrong and are repaired.\n`
}

/** Verifies the files of all detached months; returns what to print. */
async function verifyFolder(db: Db, keys: KeyRing, folder: string): Promise<string> {
  const others = await readdir(folder).catch((error: Error) => {
    throw new StartError(`The folder ${folder} cannot be read: ${error.message}`, { cause: error })
  })
  noteStep('the files of months')
  const { names, problem } = await verifyMonthFiles(db, keys, folder)
  if (problem !== null) throw new StartError(`The files of months are not as they were recorded: ${problem}.`)
  const unknown = others.filter((name) => !names.includes(name)).toSorted()
  return (
    `Its months in ${folder} are whole and follow one another: ${countOf(names.length, 'file')}.\n` +
    (unknown.length > 0 ? `No record names these there: ${shortList(unknown, NAMED_MAX)}.\n` : '')
  )
}

/** Verifies the file of a month without the database: with the keys alone. */
async function verifyFile(file: string, noted: AuditHead | null): Promise<void> {
  const config = readConfig(process.env)
  const secretKeys =
    config.secretKeys.length > 0 || config.databaseUrl !== undefined
      ? config.secretKeys
      : keysOfDataFolder(config.dataDir)
  const read = await readMonthFile(createReadStream(file), keyRing(secretKeys), { wanted: noted?.sequence }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new StartError(`The file ${file} cannot be read: ${error.message}`, { cause: error })
    },
  )
  if (read.problem !== null) throw new StartError(`The file ${file} is not as it was sealed: ${read.problem}.`)
  if (noted && read.seal !== noted.hash)
    throw new StartError(
      read.seal === null
        ? `The file ${file} has no event with the seal ${noted.sequence} of the noted head.`
        : `The file ${file} is not of the noted head: its seal ${noted.sequence} is another one.`,
    )
  const { month, events, sequence, hash } = read.end
  process.stdout.write(
    `The file is whole: ${countOf(events, 'event')} of ${month}. Its last seal is ${sequence}:${hash}.\n`,
  )
}

interface Options {
  file: string | undefined
  folder: string | undefined
  head: AuditHead | null
}

function readOptions(args: readonly string[]): Options {
  const options = { head: { type: 'string' }, file: { type: 'string' }, folder: { type: 'string' } } as const
  try {
    const { head, file, folder } = parseArgs({ args: [...args], options, allowPositionals: false }).values
    if (file !== undefined && folder !== undefined) throw new StartError(`Give --file or --folder. ${usage}`)
    return { file, folder, head: head === undefined ? null : readHead(head) }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${(error as Error).message.split('. ', 1)[0]}. ${usage}`, { cause: error })
  }
}

function readHead(head: string): AuditHead {
  const [, sequence, hash] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/i.exec(head.trim()) ?? []
  if (sequence === undefined || hash === undefined)
    throw new StartError(`--head is a number, a colon and 64 hexadecimal digits. ${usage}`)
  return { sequence: Number(sequence), hash: hash.toLowerCase() }
}
