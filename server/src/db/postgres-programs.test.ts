import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPostgresProgram, libpqConnection, runPostgresProgram } from './postgres-programs.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-programs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A folder with a pg_dump of this version. */
function installed(version: string): string {
  const bin = path.join(folder, version)
  mkdirSync(bin)
  const file = path.join(bin, 'pg_dump')
  writeFileSync(file, `#!/bin/sh\necho "pg_dump (PostgreSQL) ${version}"\n`)
  chmodSync(file, 0o755)
  return bin
}

test('of several versions the lowest that is new enough for the server is used', async () => {
  const folders = [installed('18.1'), installed('15.14'), installed('17.2'), path.join(folder, 'none')]
  expect((await findPostgresProgram('pg_dump', 16, folders)).major).toBe(17)
  expect((await findPostgresProgram('pg_dump', 15, folders)).file).toBe(path.join(folder, '15.14', 'pg_dump'))
})

test('a missing or old program is reported with what to install', async () => {
  await expect(findPostgresProgram('pg_dump', 18, [])).rejects.toThrow(
    'pg_dump is not installed here, and version 18 or newer is needed: install the client programs of PostgreSQL 18 (Debian: postgresql-client-18) or put their folder on PATH.',
  )
  await expect(findPostgresProgram('pg_dump', 18, [installed('15.14')])).rejects.toThrow(/^pg_dump here is version 15,/)
})

test('the password goes by the environment, where no list of processes shows it', () => {
  const { address, environment } = libpqConnection('postgres://portal:p%40ss@db.example.com/portal?sslmode=verify-full')
  expect(address).toBe('postgres://portal@db.example.com/portal?sslmode=verify-full')
  expect(environment['PGPASSWORD']).toBe('p@ss')
})

test('a program that fails is reported with its reason', async () => {
  const file = path.join(folder, 'fails')
  writeFileSync(file, '#!/bin/sh\necho "pg_dump: error: out of room" >&2\nexit 1\n')
  chmodSync(file, 0o755)
  await expect(runPostgresProgram({ file, major: 15 }, [], {})).rejects.toThrow(
    'fails failed: pg_dump: error: out of room',
  )
})
