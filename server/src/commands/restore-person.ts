import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type ErasedUser, erasureListBeside, readErasureList } from '../backup/erasure-list.ts'
import { backupParts, readManifest } from '../backup/manifest.ts'
import { openBackup } from '../backup/restore-backup.ts'
import { refuseNoPortal } from '../backup/one-person/refuse-no-portal.ts'
import { type BackupPerson, readBackupPerson } from '../backup/one-person/person-in-backup.ts'
import { restorePerson } from '../backup/one-person/restore-person.ts'
import {
  planRestore,
  type PlanTerms,
  type RestoredKind,
  type RestorePlan,
  restoresAnything,
} from '../backup/one-person/restore-plan.ts'
import { readStoredFiles } from '../backup/stored-files.ts'
import { NAMED_MAX } from '../backup/write-backup.ts'
import type { Config } from '../config/config.ts'
import { isDatabaseAddress } from '../config/database-address.mjs'
import { keyRing } from '../crypto/key-ring.ts'
import { countOf } from '../count-of.ts'
import type { Database } from '../db/database.ts'
import { refuseUnmigrated } from '../db/migrate.ts'
import { connectAsOwner, type OwnerClient } from '../db/owner-connection.ts'
import { shortList } from '../db/portal-grants.ts'
import { everything } from '../db/scope.ts'
import { createFileStorage, createVirusScanner, openFormerFiles } from '../ports/file-services.ts'
import type { FileStorage } from '../ports/file-storage/file-storage.ts'
import { folderStorage } from '../ports/file-storage/folder-storage.ts'
import { StartError } from '../start-error.ts'
import { openServer, type OpenedServer, openWithLongTimeouts } from './open.ts'

interface Wanted {
  kind: RestoredKind
  userName: string
  /** The address of a database, or a folder. */
  from: string
  /** Folder of the files of that database; null: `PORTAL_RESTORE_FILES`, or the storage of the portal. */
  files: string | null
  /** The list of erased users; null: that beside the folder. */
  erasures: string | null
  isSure: boolean
}

const usageOf = (kind: RestoredKind) =>
  `Usage: npm run portal -- restore ${kind} USER-NAME --from FOLDER|ADDRESS [--files FOLDER] [--erasures FILE] [--yes]`

/** `restore person` and `restore library`: brings back what one user lost, beside what is there. */
export async function restorePersonCommand(kind: RestoredKind, args: readonly string[], config: Config): Promise<void> {
  const wanted = readWanted(kind, args)
  const server = await openServer(config)
  try {
    await refuseUnmigrated(server.url)
    const erased = readErasures(wanted, server.config)
    const source = await openSource(server, wanted)
    try {
      const database = await openWithLongTimeouts(server, 'restore')
      try {
        process.stdout.write(`${await restoreFrom({ server, database, source, erased }, wanted)}\n`)
      } finally {
        await database.close()
      }
    } finally {
      await source.close()
    }
  } finally {
    await server.close()
  }
}

function readWanted(kind: RestoredKind, args: readonly string[]): Wanted {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        from: { type: 'string' },
        files: { type: 'string' },
        erasures: { type: 'string' },
        yes: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
    const [userName, ...rest] = positionals
    const { from, files = null, erasures = null, yes: isSure } = values
    if (userName === undefined || from === undefined || rest.length > 0) throw new StartError(usageOf(kind))
    refusePlaces({ from, files, erasures })
    return { kind, userName, from, files, erasures, isSure }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${(error as Error).message.split('. ', 1)[0]}. ${usageOf(kind)}`, { cause: error })
  }
}

function refusePlaces({ from, files, erasures }: Pick<Wanted, 'from' | 'files' | 'erasures'>): void {
  for (const place of [files, erasures])
    if (place !== null && !existsSync(place)) throw new StartError(`There is no ${place}.`)
  if (files !== null && !isDatabaseAddress(from))
    throw new StartError('--files belongs to the address of a database: a backup has its files in it.')
}

/** Users who were erased stay erased, also where the portal itself was restored and does not know it. */
function readErasures({ from, erasures }: Wanted, { secretKeys }: Config): readonly ErasedUser[] | null {
  const file = erasures ?? (isDatabaseAddress(from) ? null : erasureListBeside(path.resolve(from)))
  return file === null ? null : readErasureList(path.resolve(file), keyRing(secretKeys))
}

interface Source {
  /** For the audit trail: the folder with the moment of the backup, or the address without the role and its password. */
  name: string
  client: OwnerClient
  /** Only read. */
  files: Pick<FileStorage, 'open' | 'close'>
  close(): Promise<void>
}

async function openSource({ url, config }: OpenedServer, { from, files }: Wanted): Promise<Source> {
  if (isDatabaseAddress(from)) {
    const client = await connectAsOwner(from, 'portico restore source')
    await refuseNoPortal(client).catch(async (error: unknown) => {
      await client.end()
      throw error
    })
    const storage =
      files === null ? openFormerFiles(config.restoreFiles ?? config.files) : folderStorage(path.resolve(files))
    return {
      name: from.replace(/\/\/[^@/?]*@/, '//').replace(/\?.*$/, ''),
      client,
      files: storage,
      close: async () => {
        storage.close()
        await client.end()
      },
    }
  }
  const folder = path.resolve(from)
  const scratch = await openBackup(url, folder, 'The backup is read from a database of its own')
  try {
    const client = await connectAsOwner(scratch.url, 'portico restore source')
    return {
      name: `${folder} (${readManifest(folder).createdAt})`,
      client,
      files: folderStorage(backupParts(folder).files),
      close: async () => {
        await client.end()
        await scratch.remove()
      },
    }
  } catch (error) {
    await scratch.remove()
    throw error
  }
}

interface Opened {
  server: OpenedServer
  database: Database
  source: Source
  erased: readonly ErasedUser[] | null
}

async function restoreFrom({ server, database, source, erased }: Opened, wanted: Wanted): Promise<string> {
  const { config } = server
  const person = await readBackupPerson(source.client, wanted.userName)
  const ids = person.documents.flatMap(({ versions }) => versions.map(({ fileId }) => fileId))
  const terms: PlanTerms = {
    kind: wanted.kind,
    erased,
    deletedUsersKeptDays: config.deletedUsersKeptDays,
    timeZone: config.businessTimeZone,
    files: await readStoredFiles(ids, source.files),
  }
  const db = database.jobs
  if (!wanted.isSure) {
    const plan = await db.transact(everything, (tx) => planRestore(tx, person, terms))
    const after = plan.live.isLost ? 'the account first, then all else in one transaction' : 'in one transaction'
    const outcome = restoresAnything(plan) ? `With --yes it comes back, ${after}.` : ''
    return [...planLines(person, plan, 'Comes back:'), `Nothing is changed. ${outcome}`.trim()].join('\n')
  }
  const storage = createFileStorage(config)
  try {
    const deps = { db, storage, source: source.files, from: source.name, scans: createVirusScanner(config) !== null }
    return planLines(person, await restorePerson(deps, person, terms), 'Came back:').join('\n')
  } finally {
    storage.close()
  }
}

function accountLine({ live, status, erasureDueAt }: RestorePlan): string[] {
  if (live.isLost) return ['    the account, which is lost: as inactive, without any means to sign in']
  if (status === null) return []
  const takenBack = erasureDueAt
    ? `; its erasure, which was asked for and due on ${erasureDueAt.toISOString()}, is taken back`
    : ''
  return [`    the deleted account, as ${status === 1 ? 'active' : 'inactive'}${takenBack}`]
}

/** The plan, or what was done. */
function planLines(person: BackupPerson, plan: RestorePlan, title: string): string[] {
  const line = (count: number, one: string, names: readonly string[] = []) =>
    count === 0 ? [] : [`    ${countOf(count, one)}${names.length > 0 ? `: ${shortList(names, NAMED_MAX)}` : ''}`]
  const { documents, links, favorites, grantNames, stays, live } = plan
  const comes = [
    ...accountLine(plan),
    ...line(
      documents.length,
      'document',
      documents.map(({ name }) => name),
    ),
    ...line(documents.flatMap(({ shares }) => shares).length, 'share'),
    ...line(
      links.length,
      'link',
      links.map(({ linkNm }) => linkNm),
    ),
    ...line(
      favorites.length,
      'favorite',
      favorites.map(({ name }) => name),
    ),
    // All of them, whatever their number: a person looks at them.
    ...(grantNames.length > 0 ? [`    ${countOf(grantNames.length, 'permission')}: ${grantNames.join(', ')}`] : []),
  ]
  const there = [
    ...line(stays.documents, 'document'),
    ...line(stays.links, 'link'),
    ...line(stays.favorites, 'favorite'),
    ...line(stays.grants, 'permission'),
  ]
  const nothing = ['    nothing']
  return [
    `${live.userName} (user ${person.id}), as they were in the backup.`,
    title,
    ...(comes.length > 0 ? comes : nothing),
    'Exists and stays as it is:',
    ...(there.length > 0 ? there : nothing),
    ...(plan.cannot.length > 0 ? ['Cannot come back:'] : []),
    ...plan.cannot.map(({ what, why }) => `    ${what}: ${why.replace(/\.$/, '')}`),
  ]
}
