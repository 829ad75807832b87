import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asOwner, cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../test/database.ts'
import { filesOf } from '../../test/documents.ts'
import { maker } from '../../test/make.ts'
import { runProgram, SECRET_KEYS } from '../../test/program.ts'
import { passwordHashing } from '../crypto/password-hashing.ts'
import { queries } from '../db/queries.ts'
import { run } from '../db/run.ts'
import { folderStorage } from '../ports/file-storage/folder-storage.ts'

let clone: TestDatabase
let dataDir: string
beforeEach(async () => {
  clone = await cloneDatabase()
  dataDir = mkdtempSync(path.join(tmpdir(), 'portico-recovered-'))
})
afterEach(async () => {
  await clone.drop()
  rmSync(dataDir, { recursive: true })
})

const recovered = () =>
  runProgram(['restore', '--recovered'], {
    DATABASE_URL: clone.url,
    PORTAL_SECRET_KEYS: SECRET_KEYS,
    PORTAL_DATA_DIR: dataDir,
  })
const owner = async (text: string, values: unknown[] = []) => (await asOwner(clone, text, values)).rows

async function makeDocument(): Promise<number> {
  const storage = folderStorage(path.join(dataDir, 'files'))
  const make = maker(owner, await passwordHashing({ memoryCost: 64, timeCost: 1 }), storage)
  const user = await make.user()
  await make.document(user)
  return user.id
}

test('an operator who restored a moment by another program gets no session of then, and each document compared', async () => {
  const userId = await makeDocument()
  await owner(
    `insert into sessions (user_id, token_hash, csrf_hash, binding_hash, expires_at)
     values ($1, sha256('a'), sha256('b'), sha256('c'), clock_now() + interval '1 hour')`,
    [userId],
  )
  const whole = await recovered()
  expect(whole.output).toMatch(/^Finished the recovered database in [\d.]+ s: \d+ users?, 1 document\./)
  expect(whole.output).toContain('No list of erased users was found: --erasures names none.')
  expect(whole.code).toBe(0)
  expect(await owner('select from sessions where ended_at is null')).toEqual([])
  const [file = ''] = await filesOf({ dataDir })
  await folderStorage(path.join(dataDir, 'files')).remove(file)
  const damaged = await recovered()
  expect(damaged.output).toContain(`Stored files that are missing from the storage or damaged in it (1): ${file}.`)
  expect(damaged.code).toBe(1)
})

test('an operator whose portal runs on the database is refused', async () => {
  const database = await openWithLongTimeouts(clone, { applicationName: 'portal' })
  try {
    await run(database.requests, queries.selectFrom('clients').select('id'))
    const { code, output } = await recovered()
    expect(output).toMatch(/^The portal is running on this database/)
    expect(code).toBe(1)
  } finally {
    await database.close()
  }
})

test('an operator with the embedded database reads what it is for', async () => {
  const { code, output } = await runProgram(['restore', '--recovered'], { PORTAL_DATA_DIR: dataDir })
  expect({ code, output }).toEqual({
    code: 1,
    output: 'Set DATABASE_URL: --recovered is for a server that another program has restored.',
  })
})
