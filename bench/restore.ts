import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectNode } from '../tools/lib/runtime.mjs'
import { serverArguments } from '../tools/lib/serve.mjs'
import type { Bench, Figure, Report } from './figures.ts'
import { userIdOf } from './library-data.ts'
import { loadData } from './load-data.ts'
import { onDatabase, startPostgres } from './postgres.ts'
import { portalEnvironment } from './servers.ts'

const USERS = 100_000
const DOCUMENTS = 10_000
const FILE_BYTES = 10_000

/** R20: a backup and its restore into a new cluster, one command each way, and what is lost by it. */
export async function restore({ postgres }: Bench): Promise<Partial<Report>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-restore-'))
  const cluster = await startPostgres()
  try {
    const { url } = await loadData(postgres, USERS, `portal_restore`)
    const source = { url, data: path.join(folder, 'source') }
    await loadDocuments(source.url, path.join(source.data, 'files'))
    await onDatabase(cluster.url('postgres'), (client) => client.query('create database portal'))
    const target = { url: cluster.url('portal'), data: path.join(folder, 'target') }
    const backup = path.join(folder, 'backup')
    const backupSeconds = await runCommand(['backup', backup], source)
    const restoreSeconds = await runCommand(['restore', backup], target)
    const rows = await differingTables(source.url, target.url)
    const files = await lostFiles(target.url, path.join(target.data, 'files'))
    return { figures: figuresOf({ backupSeconds, restoreSeconds, rows, files }) }
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Place {
  url: string
  data: string
}

/** Seconds that the command took. */
async function runCommand(args: readonly string[], { url, data }: Place): Promise<number> {
  const env = {
    PATH: process.env['PATH'],
    ...portalEnvironment(url),
    PORTAL_DATA_DIR: data,
    PORTAL_PUBLIC_URL: 'http://localhost:8080',
  }
  const started = performance.now()
  await promisify(execFile)(projectNode(), serverArguments(...args), { env })
  return (performance.now() - started) / 1000
}

/** One document with a file of its own for each of the first users. */
async function loadDocuments(url: string, folder: string): Promise<void> {
  const files = Array.from({ length: DOCUMENTS }, () => ({ id: randomUUID(), bytes: randomBytes(FILE_BYTES) }))
  for (const { id, bytes } of files) {
    const shelf = path.join(folder, id.slice(0, 2))
    await mkdir(shelf, { recursive: true })
    await writeFile(path.join(shelf, id), bytes)
  }
  const sums = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
  await onDatabase(url, async (client) => {
    await client.query(
      `insert into stored_files (id, owner_id, state, bytes, sha256, given_up_at)
         select id, $3 + row, 'kept', $4, decode(sum, 'hex'), now()
           from unnest($1::uuid[], $2::text[]) with ordinality as file (id, sum, row)`,
      [files.map(({ id }) => id), sums, userIdOf(0), FILE_BYTES],
    )
    await client.query(
      `with document as (
         insert into documents (owner_id, name, extension, size_bytes)
           select owner_id, 'Minutes.csv', 'csv', bytes from stored_files returning id, owner_id, size_bytes)
       insert into document_versions (document_id, version, file_id, size_bytes)
         select document.id, 1, stored_files.id, size_bytes from document join stored_files using (owner_id)`,
    )
  })
}

/** Tables that do not hold the same rows in both; a restore ends sessions, so that of those only the count is compared. */
async function differingTables(source: string, target: string): Promise<string[]> {
  const [before, after] = [await tableSums(source), await tableSums(target)]
  return [...before].filter(([table, sum]) => after.get(table) !== sum).map(([table]) => table)
}

function tableSums(url: string): Promise<Map<string, string>> {
  return onDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
    )
    const sums = new Map<string, string>()
    for (const { name } of rows) {
      const sum = name === 'sessions' ? '0' : 'coalesce(sum(hashtextextended(row::text, 0)::numeric), 0)'
      const found = await client.query<{ sum: string }>(`select count(*) || ' ' || ${sum} as sum from ${name} as row`)
      sums.set(name, found.rows[0]?.sum ?? '')
    }
    return sums
  })
}

/** How many documents of the database lack their file, or have another one. */
function lostFiles(url: string, folder: string): Promise<number> {
  return onDatabase(url, async (client) => {
    const { rows } = await client.query<{ id: string; sum: string }>(
      "select id, encode(sha256, 'hex') as sum from document_versions join stored_files on stored_files.id = file_id",
    )
    let lost = DOCUMENTS - rows.length
    for (const { id, sum } of rows) {
      const bytes = await readFile(path.join(folder, id.slice(0, 2), id)).catch(() => Buffer.alloc(0))
      if (createHash('sha256').update(bytes).digest('hex') !== sum) lost += 1
    }
    return lost
  })
}

interface Outcome {
  backupSeconds: number
  restoreSeconds: number
  rows: readonly string[]
  files: number
}

function figuresOf({ backupSeconds, restoreSeconds, rows, files }: Outcome): Figure[] {
  const shared = { goal: 'R20', sense: 'at most' } as const
  const of = `${USERS.toLocaleString('en-US')} users and ${DOCUMENTS.toLocaleString('en-US')} documents`
  return [
    { ...shared, name: `backup of ${of}`, value: backupSeconds, unit: 's', must: 300, aim: 60, note: 'one command' },
    {
      ...shared,
      name: `restore of ${of}`,
      value: restoreSeconds,
      unit: 's',
      must: 300,
      aim: 60,
      note: 'one command, new cluster',
    },
    {
      ...shared,
      name: 'tables whose rows differ after it',
      value: rows.length,
      unit: '',
      must: 0,
      aim: 0,
      note: rows.join(', '),
    },
    { ...shared, name: 'documents without their file after it', value: files, unit: '', must: 0, aim: 0 },
  ]
}
