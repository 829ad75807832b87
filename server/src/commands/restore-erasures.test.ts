import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { maker } from '../../test/make.ts'
import { runProgram, SECRET_KEYS } from '../../test/program.ts'
import { type LoneServer, startLoneServer } from '../../test/streaming-pair.ts'
import { passwordHashing } from '../crypto/password-hashing.ts'
import { migrate } from '../db/migrate.ts'
import { connectAsOwner } from '../db/owner-connection.ts'
import { folderStorage } from '../ports/file-storage/folder-storage.ts'

// Two databases of one server.
let server: LoneServer
let folder: string
beforeAll(async () => {
  server = await startLoneServer()
  await ask('postgres', 'create database migrated')
  await migrate(urlOf('migrated'))
}, 120_000)
afterAll(() => server?.close())
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-erasures-'))
  await ask('postgres', 'create database first template migrated strategy file_copy')
  await ask('postgres', 'create database second')
})
afterEach(async () => {
  await ask('postgres', 'drop database first')
  await ask('postgres', 'drop database second')
  rmSync(folder, { recursive: true })
})

type Name = 'first' | 'second'
const urlOf = (name: Name | 'postgres' | 'migrated') => server.urlOf(name)

async function ask(name: Name | 'postgres', text: string, values: unknown[] = []) {
  const client = await connectAsOwner(urlOf(name), 'test')
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}

const runOn = (name: Name, ...args: string[]) =>
  runProgram(args, {
    DATABASE_URL: urlOf(name),
    PORTAL_SECRET_KEYS: SECRET_KEYS,
    PORTAL_DATA_DIR: path.join(folder, name),
  })
const list = () => path.join(folder, 'erasures.json')
const namesIn = async (name: Name) =>
  (await ask(name, 'select user_name from users order by id')).map((row) => String(row['user_name']))

/** Two users in a backup of Monday; one of them is erased on Tuesday, of which there is a backup, too. */
async function twoBackups() {
  const owner = (text: string, values: unknown[] = []) => ask('first', text, values)
  const storage = folderStorage(path.join(folder, 'first/files'))
  const make = maker(owner, await passwordHashing({ memoryCost: 64, timeCost: 1 }), storage)
  const [gone, stays] = [await make.user(), await make.user()]
  await make.document(gone)
  expect((await runOn('first', 'backup', path.join(folder, 'monday'))).output).toContain('Backup written')
  await owner("update users set status = 3, status_changed_at = clock_now() - interval '4 hours' where id = $1", [
    gone.id,
  ])
  const certificate = path.join(folder, 'certificate.json')
  const erased = await runOn('first', 'person', 'erase', gone.userName, '--yes', '--in-days', '0', '--to', certificate)
  expect(erased.output).toContain('is erased')
  expect((await runOn('first', 'backup', path.join(folder, 'tuesday'))).output).toContain('Backup written')
  return { gone, stays }
}

const restoreMonday = () => runOn('second', 'restore', path.join(folder, 'monday'))

test('an operator who restores a backup from before an erasure has the person erased again, and no other user', async () => {
  const { gone, stays } = await twoBackups()
  const { code, output } = await restoreMonday()
  expect(output).toContain('1 user erased again, as before the restore.')
  expect(code).toBe(0)
  expect(await namesIn('second')).toEqual([`deleted user ${gone.id}`, stays.userName])
  expect(await ask('second', 'select count(*)::int as documents from documents')).toEqual([{ documents: 0 }])
  // A user who got the number of an erased one later is another person.
  await ask('second', 'delete from erasures')
  await ask(
    'second',
    "update users set status = 1, user_name = 'new', created_at = created_at + interval '1 day' where id = $1",
    [gone.id],
  )
  const again = await runOn('second', 'restore', '--recovered', '--erasures', list())
  expect(again.code).toBe(0)
  expect(await namesIn('second')).toEqual(['new', stays.userName])
}, 240_000)

test('an operator whose list of erased users was changed is refused before anything is restored', async () => {
  await twoBackups()
  writeFileSync(list(), readFileSync(list(), 'utf8').replace(/"user": \d+/, '"user": 99'))
  const { code, output } = await restoreMonday()
  expect(output).toMatch(/^The list of erased users in \S+ is damaged, or signed with other keys/)
  expect(code).toBe(1)
  const recovered = await runOn('first', 'restore', '--recovered', '--erasures', list())
  expect(recovered.output).toContain('is damaged, or signed with other keys')
  writeFileSync(list(), readFileSync(list(), 'utf8').replace(/"signature": "[^.]+\./, '"signature": "next.'))
  expect((await restoreMonday()).output).toContain(
    'is signed with the key next, which PORTAL_SECRET_KEYS does not have',
  )
  expect(await ask('second', "select from pg_tables where schemaname = 'public'")).toEqual([])
}, 240_000)

test('an operator whose backup has no place for the list beside it has a whole backup, and reads what is missing', async () => {
  // A folder stands where the list would be.
  mkdirSync(list())
  const { code, output } = await runOn('first', 'backup', path.join(folder, 'monday'))
  expect(output).toContain('Backup written')
  expect(output).toContain(`The list of erased users cannot be written to ${list()}`)
  expect(code).toBe(0)
  rmSync(list(), { recursive: true })
  const restored = await restoreMonday()
  expect(restored.output).toContain(`No list of erased users was found: there is no ${list()}.`)
  expect(restored.code).toBe(0)
}, 240_000)

test.each(['keys/secret-keys', 'database.dump'])(
  'an operator whose backup lost its %s is told so, and nothing is restored',
  async (part) => {
    const monday = path.join(folder, 'monday')
    expect((await runOn('first', 'backup', monday)).output).toContain('Backup written')
    rmSync(path.join(monday, part))
    const sentence = `${monday} is no whole backup: it has no ${part}. Copy it again from where it was kept, or take another backup.`
    expect(await runOn('first', 'restore', monday, '--check')).toEqual({ code: 1, output: sentence })
    expect(await restoreMonday()).toEqual({ code: 1, output: sentence })
    expect(await ask('second', "select from pg_tables where schemaname = 'public'")).toEqual([])
  },
  240_000,
)

test('an operator tries a backup while the portal serves, and reads what is damaged in it', async () => {
  const { stays } = await twoBackups()
  const databases = () => ask('postgres', 'select datname from pg_database order by datname')
  const before = await databases()
  const monday = path.join(folder, 'monday')
  // What a killed trial left goes with the next backup, which is made more often than a trial.
  await ask('postgres', 'create database portal_scratch_20260101t000000_00000000000a')
  expect((await runOn('first', 'backup', path.join(folder, 'wednesday'))).code).toBe(0)
  expect(await databases()).toEqual(before)
  const tried = await runOn('first', 'restore', monday, '--check')
  expect(tried.output).toMatch(/^The backup of \S+ can be restored, which took [\d.]+ s: 2 users, 1 document\.$/)
  expect(tried.code).toBe(0)
  expect(await databases()).toEqual(before)
  expect(await namesIn('first')).toContain(stays.userName)
  const typo = await runOn('first', 'restore', path.join(folder, 'mondey'), '--check')
  expect(typo.output).toContain('is not a finished backup: it has no manifest.json.')
  rmSync(path.join(monday, 'files'), { recursive: true })
  const damaged = await runOn('first', 'restore', monday, '--check')
  expect(damaged.output).toMatch(
    /^The backup of \S+ cannot be restored whole\. Its database can, which took [\d.]+ s: 2 users, 1 document\.\nStored files that are missing from the backup or damaged in it \(1\):/,
  )
  expect(damaged.code).toBe(1)
  writeFileSync(path.join(monday, 'database.dump'), 'no dump')
  const broken = await runOn('first', 'restore', monday, '--check')
  expect(broken.code).toBe(1)
  await ask('first', 'alter table audit_events rename to audit_events_away')
  const unrecorded = await runOn('first', 'restore', monday, '--check')
  await ask('first', 'alter table audit_events_away rename to audit_events')
  expect(unrecorded.output).toMatch(/^The result is not recorded: .*audit_events/)
  expect(unrecorded.output).toContain(broken.output)
  expect(await databases()).toEqual(before)
  expect(
    await ask(
      'first',
      "select after ->> 'outcome' as outcome, after ->> 'from' as backup from audit_events where event = 'backup_tried' order by id",
    ),
  ).toEqual(
    ['SUCCESS', 'not-restorable', 'not-restorable'].map((outcome) => ({
      outcome,
      backup: expect.stringMatching(new RegExp(`^${monday} \\(\\d{4}-[^ ]+Z\\)$`)),
    })),
  )
}, 240_000)
