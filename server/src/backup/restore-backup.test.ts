import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Config } from '../config/config.ts'
import { backupParts, type Manifest, writeManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const manifest: Manifest = {
  format: 1,
  createdAt: '2026-11-27T10:00:00.000Z',
  version: '0.2.0',
  kind: 'dump',
  postgresMajor: 18,
  dumpMajor: 18,
  lastMigration: '0000-baseline',
  otherRoles: [],
  fileCount: 0,
  fileBytes: 0,
}
/** Without DATABASE_URL a dump is refused, but only after its version was looked at. */
const restore = async (more: Partial<Manifest>) => {
  writeManifest(folder, { ...manifest, ...more })
  const config = { databaseUrl: undefined, dataDir: path.join(folder, 'data') } as Config
  await restoreBackup(config, folder, { overwrite: true })
}

test.each([
  [
    'of version 0.1.0 is restored by way of 0.2.0',
    { version: '0.1.0', lastMigration: '0098-signed-tickets-of-reports' },
    'The backup was made by Portico 0.1.0, whose database is older than version 0.2.0 (0098-signed-tickets-of-reports): restore it with Portico 0.2.0 and upgrade from there.',
  ],
  [
    'of a newer version is not restored',
    { version: '7.0.0', lastMigration: '7104-from-the-future' },
    "The backup was made by Portico 7.0.0, whose database is newer than this version's (7104-from-the-future): restore it with that version or a newer one.",
  ],
  [
    'of version 0.2.0 is of a version that fits',
    { lastMigration: '0103-erasure-in-the-audit-trail' },
    'This is a dump',
  ],
  ['of a database that the baseline made fits', {}, 'This is a dump'],
])('a backup %s', async (_, more, sentence) => {
  await expect(restore(more)).rejects.toThrow(sentence)
})

test('an embedded database brings its keys, unless the settings have them: then the data folder gets none', async () => {
  const parts = backupParts(folder)
  writeManifest(folder, { ...manifest, kind: 'embedded', dumpMajor: null })
  for (const part of [parts.cluster, path.dirname(parts.keys)]) mkdirSync(part)
  writeFileSync(path.join(parts.cluster, 'PG_VERSION'), String(manifest.postgresMajor))
  writeFileSync(parts.keys, 'own:k1')
  const restoreInto = async (name: string, secretKeys: Config['secretKeys']) => {
    const dataDir = path.join(folder, name)
    mkdirSync(dataDir)
    // The restore ends there, before it starts a database.
    writeFileSync(path.join(dataDir, 'postgres'), '')
    const config = { databaseUrl: undefined, dataDir, files: { kind: 'folder' }, secretKeys } as unknown as Config
    await expect(restoreBackup(config, folder, { overwrite: false })).rejects.toThrow('ENOTDIR')
    return path.join(dataDir, 'keys/secret-keys')
  }
  expect(readFileSync(await restoreInto('without-keys', []), 'utf8')).toBe('own:k1')
  expect(existsSync(await restoreInto('with-keys', [{ id: 'own', key: 'k1' }]))).toBe(false)
})
