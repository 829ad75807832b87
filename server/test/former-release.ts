import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { formerSequence } from '../src/db/former-sequence.ts'
import { ensurePortalRole } from '../src/db/portal-role.ts'
import { productRoot } from '../src/product-root.ts'

export interface FormerFile {
  version: number
  name: string
  sql: string
}

const FOLDER = 'server/src/db/migrations'

/**
 * The numbered files that release 0.2.0 made databases with, from the history of the repository.
 * @throws Error when the history of this copy does not reach back to it
 */
export function formerFiles(): FormerFile[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: productRoot, encoding: 'utf8' }).trim()
  const title = `Release ${formerSequence.release}`
  const [commit] = git('log', '--format=%H', `--grep=^${title}$`).split('\n')
  if (!commit) throw new Error(`The history has no commit "${title}": git fetch --unshallow`)
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-former-'))
  try {
    const archive = path.join(folder, 'files.tar')
    git('archive', '-o', archive, commit, FOLDER)
    execFileSync('tar', ['-xf', archive, '-C', folder])
    const files = readdirSync(path.join(folder, FOLDER)).filter((name) => name.endsWith('.sql'))
    return files.sort().map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(0, -4),
      sql: readFileSync(path.join(folder, FOLDER, file), 'utf8'),
    }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Makes the tables in an empty database as the releases up to 0.2.0 did, by these files. */
export async function runFormerFiles(url: string, files: readonly FormerFile[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await ensurePortalRole(client)
    await client.query("set timezone = 'UTC'; set search_path = public")
    await client.query(
      `create table schema_migrations (
         version integer primary key, name text not null, checksum text not null,
         applied_at timestamptz not null default now(), oldest_serving_version text not null default '0.1.0')`,
    )
    for (const { version, name, sql } of files) {
      await client.query(`begin; ${sql}`)
      await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
        version,
        name,
        createHash('sha256').update(sql).digest('hex'),
      ])
      await client.query('commit')
    }
  } finally {
    await client.end()
  }
}
