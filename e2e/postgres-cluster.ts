import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { postgresIdentity } from '../embedded-postgres/src/postgres-binaries.ts'
import { freePort } from '../server/test/free-port.ts'

const INSTALLED = '/usr/lib/postgresql'

/** A PostgreSQL server as an operator installs one: with its own roles, passwords, and client programs. */
export interface PostgresCluster {
  /** Connection string of a database whose owner is an ordinary role that may create roles. */
  url(database: string, owner?: string): string
  /** Runs a statement as superuser. */
  query(text: string, database?: string): Promise<Record<string, unknown>[]>
  stop(): void
}

/** Starts a new cluster of the newest installed PostgreSQL with one role and one empty database. */
export async function startCluster(owner: string, database: string): Promise<PostgresCluster> {
  const major = Math.max(...readdirSync(INSTALLED).map(Number))
  const bin = path.join(INSTALLED, String(major), 'bin')
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-cluster-'))
  const who = postgresIdentity()
  if (who) chownSync(folder, who.uid, who.gid)
  const data = path.join(folder, 'data')
  const options = { cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }, ...who }
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(path.join(bin, 'initdb'), initdb, { ...options, stdio: 'ignore' })
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off']
  const flags = settings.flatMap((setting) => ['-c', setting])
  const control = (...args: string[]) =>
    execFileSync(path.join(bin, 'pg_ctl'), ['-D', data, '-w', '-t', '120', ...args], { ...options, stdio: 'ignore' })
  control('-o', flags.join(' '), '-l', path.join(folder, 'log'), 'start')
  const url = (name: string, role = owner) => `postgres://${role}:secret@127.0.0.1:${port}/${name}`
  const query: PostgresCluster['query'] = async (text, name = 'postgres') => {
    const client = new pg.Client(url(name, 'postgres'))
    await client.connect()
    try {
      const result: pg.QueryResult<Record<string, unknown>> = await client.query(text)
      return result.rows
    } finally {
      await client.end()
    }
  }
  await query(`create role ${owner} login createrole password 'secret'`)
  await query(`create database ${database} owner ${owner}`)
  return {
    url,
    query,
    stop: () => {
      control('-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
