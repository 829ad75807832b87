import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTempFolder, type RunningPortal } from './server.ts'
import { DEMO_PASSWORD, downloadAll, runCommand, startDemo, startWriting } from './backed-up-portal.ts'
import { Browser } from '../server/test/browser.ts'
import { documentsOf, ofBytes } from '../server/test/documents.ts'
import { readManifest } from '../server/src/backup/manifest.ts'
import { freePort } from '../server/test/free-port.ts'
import { type PostgresCluster, startCluster } from './postgres-cluster.ts'

const KEYS = 'test:0123456789abcdef0123456789abcdef'
let folder: string
let backup: string
let source: PostgresCluster
let target: PostgresCluster
let portal: RunningPortal | undefined
let kept: Map<string, Buffer>

/** The backups in the audit trail of a portal. */
const recordedIn = (cluster: PostgresCluster, database: string) =>
  cluster.query(
    `select actor_user_id, subject_user_id, session_id, target_kind, target_id, after
       from audit_events where event = 'backup_written' order by id`,
    database,
  )

const settings = (
  cluster: PostgresCluster,
  url = cluster === source ? source.url('portal') : target.url('customers'),
) => ({
  DATABASE_URL: url,
  PORTAL_SECRET_KEYS: KEYS,
  PORTAL_PUBLIC_URL: 'http://localhost:8080',
  PORTAL_DATA_DIR: path.join(folder, cluster === source ? 'first' : 'second', 'data'),
})
const start = async (cluster: PostgresCluster) => {
  const environment = settings(cluster)
  const own = path.dirname(environment.PORTAL_DATA_DIR)
  const port = String(await freePort())
  portal = await startDemo({ ...environment, PORT: port, PORTAL_PUBLIC_URL: `http://localhost:${port}` }, own)
  return portal
}

beforeAll(async () => {
  folder = await createTempFolder()
  backup = path.join(folder, 'backup')
  source = await startCluster('portal_owner', 'portal')
  // Start with none of the first server's roles or names.
  target = await startCluster('another_owner', 'customers')
  const { origin } = await start(source)
  const library = documentsOf(await new Browser(origin).signIn('external.user', DEMO_PASSWORD))
  await library.store('minutes.csv', ofBytes(300_000))
  kept = await downloadAll(library)
  await source.query('create role reporting nologin')
  await source.query('grant select on clients to reporting', 'portal')
})
afterAll(async () => {
  await portal?.stop()
  source?.stop()
  target?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

describe('an operator with a PostgreSQL server', () => {
  test('backs it up while users write (R20)', async () => {
    const writing = await startWriting(portal?.origin ?? '')
    await expect.poll(writing.writes).toBeGreaterThan(5)
    const { code, output } = await runCommand(['backup', backup], settings(source))
    await writing.stop()
    await portal?.stop()
    expect(output).toMatch(/^Backup written to .+ in [\d.]+ s: the database, [\d,]+ stored files?/)
    expect(code).toBe(0)
    expect(statSync(path.join(backup, 'database.dump')).mode & 0o777).toBe(0o600)
  })

  test('finds it in the audit trail, by nobody, with its moment and its files', async () => {
    const { createdAt, fileCount, fileBytes } = readManifest(backup)
    expect(fileCount).toBeGreaterThan(0)
    expect(await recordedIn(source, 'portal')).toEqual([
      {
        actor_user_id: null,
        subject_user_id: null,
        session_id: null,
        target_kind: 'backup',
        target_id: createdAt,
        after: { files: fileCount, bytes: fileBytes, by: 'backup' },
      },
    ])
  })

  test('finds none for a backup that lacks a stored file', async () => {
    const before = await recordedIn(source, 'portal')
    await source.query(
      `insert into stored_files (id, state, sha256, given_up_at) values (gen_random_uuid(), 'kept', sha256('lost'), now())`,
      'portal',
    )
    expect(await runCommand(['backup', path.join(folder, 'incomplete')], settings(source))).toMatchObject({
      code: 1,
      output: expect.stringContaining('The backup is incomplete'),
    })
    expect(await recordedIn(source, 'portal')).toEqual(before)
  })

  test('sees what the new server or the settings lack, before anything changes', async () => {
    const otherKeys = { ...settings(target), PORTAL_SECRET_KEYS: 'other:k9Zq3v7Lx2Np8Tr5Wb4Ym6Hd1Cf0GsJe5u' }
    expect(await runCommand(['restore', backup], otherKeys)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^PORTAL_SECRET_KEYS lacks keys of this backup \(test\)/),
    })
    expect(await runCommand(['restore', backup], settings(target))).toMatchObject({
      code: 1,
      output: expect.stringContaining('run CREATE ROLE "reporting" NOLOGIN; and try again'),
    })
    const embedded = { PORTAL_DATA_DIR: path.join(folder, 'embedded') }
    expect(await runCommand(['restore', backup], embedded)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^This is a dump of a PostgreSQL server: set DATABASE_URL/),
    })
    expect(await target.query("select from pg_class where relname = 'users'", 'customers')).toEqual([])
  })

  test('restores it on a server with none of its roles, starts it, and users sign in and find their documents', async () => {
    await target.query('create role reporting nologin')
    const restored = await runCommand(['restore', backup], settings(target))
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Restored the backup of .+: 2,\d{3} users/),
    })
    expect(await runCommand(['verify-audit'], settings(target))).toEqual({
      code: 0,
      output: expect.stringMatching(/^The audit trail is whole\./),
    })
    expect(await runCommand(['doctor'], settings(target))).toMatchObject({ code: 0 })
    const { origin } = await start(target)
    const library = documentsOf(await new Browser(origin).signIn('external.user', DEMO_PASSWORD))
    expect(await downloadAll(library)).toEqual(kept)
    await downloadAll(documentsOf(await new Browser(origin).signIn('other.user', DEMO_PASSWORD)))
  })

  test('does not restore over a running portal, nor over its data without the option for it', async () => {
    expect(await runCommand(['restore', backup, '--overwrite'], settings(target))).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The portal is running on this database \(\d+ connections\)/),
    })
    await portal?.stop()
    expect(await runCommand(['restore', backup], settings(target))).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The database is not empty: it holds \d+ tables\. .+--overwrite/),
    })
    expect(await runCommand(['restore', backup, '--overwrite'], settings(target))).toMatchObject({ code: 0 })
    expect(await runCommand(['doctor'], settings(target))).toMatchObject({ code: 0 })
  })
})
