import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { passwordHashing } from '../src/crypto/password-hashing.ts'
import { migrate } from '../src/db/migrate.ts'
import { connectAsOwner } from '../src/db/owner-connection.ts'
import { folderStorage } from '../src/ports/file-storage/folder-storage.ts'
import { type Made, maker } from './make.ts'
import { runProgram, SECRET_KEYS } from './program.ts'
import { type LoneServer, startLoneServer } from './streaming-pair.ts'

type Name = 'live' | 'former' | 'migrated' | 'postgres'

/**
 * For tests of restoring a part of a portal: it goes on in the database `live`; what it was is in `former`, and in
 * backups of the folder.
 */
export function portalWithMoment() {
  let server: LoneServer
  let folder: string
  let make: Made
  beforeAll(async () => {
    server = await startLoneServer()
    await ask('postgres', 'create database migrated')
    await migrate(urlOf('migrated'))
  }, 120_000)
  afterAll(() => server?.close())
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'portico-one-person-'))
    await ask('postgres', 'create database live template migrated strategy file_copy')
    make = maker(live, await passwordHashing({ memoryCost: 64, timeCost: 1 }), storage())
  })
  afterEach(async () => {
    await ask('postgres', 'drop database live')
    await ask('postgres', 'drop database if exists former')
    rmSync(folder, { recursive: true })
  })

  const urlOf = (name: Name) => server.urlOf(name)
  const storage = () => folderStorage(path.join(folder, 'data/files'))

  async function ask(name: Name, text: string, values: unknown[] = []) {
    const client = await connectAsOwner(urlOf(name), 'test')
    try {
      return (await client.query<Record<string, unknown>>(text, values)).rows
    } finally {
      await client.end()
    }
  }
  const live = (text: string, values: unknown[] = []) => ask('live', text, values)

  const portalWith = (settings: Record<string, string>, ...args: string[]) =>
    runProgram(args, {
      DATABASE_URL: urlOf('live'),
      PORTAL_SECRET_KEYS: SECRET_KEYS,
      PORTAL_DATA_DIR: path.join(folder, 'data'),
      ...settings,
    })
  const portal = (...args: string[]) => portalWith({}, ...args)

  /** A user with two documents, a link, a favorite and permissions, and another one with whom they share. */
  async function makePerson() {
    const [person, other] = [await make.user(), await make.user()]
    const report = await make.document(person, { name: 'report.csv' }, 'first')
    await make.version(report, 'second')
    const stays = await make.document(person, { name: 'stays.csv' })
    await make.share(report, other)
    await live(`insert into user_links (user_id, name, address) values ($1, 'Wiki', 'https://wiki.example.test')`, [
      person.id,
    ])
    const section_id = await make.section({ name: 'Payroll' })
    await live('insert into user_section_preferences (user_id, section_id, is_favorite) values ($1, $2, true)', [
      person.id,
      section_id,
    ])
    const granted: number[] = []
    for (const name of ['Ledger', 'Archive', 'Gone']) {
      const systemId = await make.system({ name })
      const pageId = await make.page({ system_id: systemId, section_id, name: `${name} start` })
      await make.grant(person, { systemId, pageId })
      granted.push(systemId)
    }
    return { person, other, report, stays, granted }
  }

  return {
    urlOf,
    storage,
    ask,
    live,
    portal,
    portalWith,
    makePerson,
    restore: (...args: string[]) => portal('restore', ...args),
    /** Keeps what the portal is as the database `former`. */
    keepMoment: () => ask('postgres', 'create database former template live'),
    fromMoment: () => ['--from', urlOf('former')],
    inFolder: (name: string) => path.join(folder, name),
    make: () => make,
  }
}
