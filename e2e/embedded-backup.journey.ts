import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTempFolder, type RunningPortal } from './server.ts'
import { DEMO_PASSWORD, downloadAll, runCommand, startDemo, startWriting } from './backed-up-portal.ts'
import { Browser } from '../server/test/browser.ts'
import { documentsOf, ofBytes } from '../server/test/documents.ts'

let folder: string
let portal: RunningPortal | undefined
let kept: Map<string, Buffer>
let backup: string
const data = (name: string) => ({ PORTAL_DATA_DIR: path.join(folder, name, 'data') })

beforeAll(async () => {
  folder = await createTempFolder()
  backup = path.join(folder, 'backup')
  portal = await startDemo({}, path.join(folder, 'first'))
  const library = documentsOf(await new Browser(portal.origin).signIn('external.user', DEMO_PASSWORD))
  await library.store('minutes.csv', ofBytes(300_000))
  kept = await downloadAll(library)
})
afterAll(async () => {
  await portal?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

describe('an operator of the embedded database', () => {
  test('backs it up while users write, into a folder that only the operator can read (R20)', async () => {
    const writing = await startWriting(portal?.origin ?? '')
    await expect.poll(writing.writes).toBeGreaterThan(5)
    const { code, output } = await runCommand(['backup', backup], data('first'))
    await writing.stop()
    expect(output).toMatch(/^Backup written to .+ in [\d.]+ s: the database, [\d,]+ stored files?/)
    expect(output).toContain('It holds secrets')
    expect(code).toBe(0)
    expect(statSync(backup).mode & 0o777).toBe(0o700)
    expect(statSync(path.join(backup, 'keys/secret-keys')).mode & 0o777).toBe(0o600)
    expect(statSync(path.join(backup, 'database/PG_VERSION')).mode & 0o777).toBe(0o600)
  })

  test('restores it into an empty data folder, starts it, and users sign in and find their documents', async () => {
    await portal?.stop()
    const restored = await runCommand(['restore', backup], data('second'))
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Restored the backup of .+: 2,\d{3} users/),
    })
    expect(await runCommand(['verify-audit'], data('second'))).toEqual({
      code: 0,
      output: expect.stringMatching(/^The audit trail is whole\./),
    })
    portal = await startDemo({}, path.join(folder, 'second'))
    const library = documentsOf(await new Browser(portal.origin).signIn('external.user', DEMO_PASSWORD))
    expect(await downloadAll(library)).toEqual(kept)
    const other = documentsOf(await new Browser(portal.origin).signIn('other.user', DEMO_PASSWORD))
    await downloadAll(other)
    await other.store('after.csv', ofBytes(1_000))
  })

  test('cannot restore over a running portal, nor over existing data without the option for it', async () => {
    const running = await runCommand(['restore', backup, '--overwrite'], data('second'))
    expect(running).toMatchObject({ code: 1, output: expect.stringMatching(/in use by another running portal/) })
    await portal?.stop()
    const refused = await runCommand(['restore', backup], data('second'))
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/is not empty: .+--overwrite/) })
    expect(await runCommand(['restore', backup, '--overwrite'], data('second'))).toMatchObject({ code: 0 })
    portal = await startDemo({}, path.join(folder, 'second'))
    const other = documentsOf(await new Browser(portal.origin).signIn('other.user', DEMO_PASSWORD))
    expect((await downloadAll(other)).has('after.csv')).toBe(false)
  })

  test('sees an error for a folder that is in use, for a storage that fails, and for a folder that is no backup', async () => {
    expect(await runCommand(['backup', backup], data('second'))).toMatchObject({
      code: 1,
      output: `The folder ${backup} is not empty: name a new one for each backup.`,
    })
    const failed = path.join(folder, 'failed')
    const unavailable = { ...data('second'), PORTAL_FILES: 's3://key:secret@127.0.0.1:9/bucket?region=nowhere' }
    expect(await runCommand(['backup', failed], unavailable)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The stored file [0-9a-f-]{36} cannot be copied \(.+\): check PORTAL_FILES/),
    })
    expect(readdirSync(failed)).toEqual([])
    const none = path.join(folder, 'none')
    expect(await runCommand(['restore', none], data('third'))).toEqual({
      code: 1,
      output: `${none} is not a finished backup: it has no manifest.json.`,
    })
    expect(readdirSync(folder)).not.toContain('third')
    for (const command of ['backup', 'restore'])
      expect(await runCommand([command], {})).toEqual({
        code: 1,
        output: `Name one folder. "npm run portal -- ${command} --help" says more.`,
      })
  })

  test('gets exit code 1 when a document of the backup is damaged', async () => {
    const files = readdirSync(path.join(backup, 'files'), { recursive: true, withFileTypes: true })
    for (const file of files) if (file.isFile()) writeFileSync(path.join(file.parentPath, file.name), 'changed')
    const { code, output } = await runCommand(['restore', backup], data('fourth'))
    expect(code).toBe(1)
    expect(output).toMatch(/Stored files that are missing from the backup or damaged in it \(\d+\): [0-9a-f-]{36}, /)
  })
})
