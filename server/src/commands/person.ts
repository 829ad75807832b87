import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type Language, languageOfCode, languages } from '@portico/contract/texts/languages.ts'
import { recordAudit } from '../areas/audit/audit-store.ts'
import { personArchive } from '../areas/person-export/person-archive.ts'
import { type ExportedPerson, findPersonNamed } from '../areas/person-export/read-person.ts'
import { textService } from '../areas/texts/text-service.ts'
import { readConfig } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { refuseUnmigrated } from '../db/migrate.ts'
import { everything } from '../db/scope.ts'
import { createFileStorage } from '../ports/file-services.ts'
import { StartError } from '../start-error.ts'
import { openServer, type OpenedServer, openWithLongTimeouts } from './open.ts'

const usage = 'Usage: npm run portal -- person export USER-NAME [--to FILE] [--language en|de]'

interface Wanted {
  userName: string
  /** Null: named after the user. */
  to: string | null
  /** Null: that of the user. */
  language: Language | null
}

/** `person export USER-NAME`: writes everything about a user into a ZIP archive. */
export async function personCommand(args: readonly string[]): Promise<void> {
  const wanted = readWanted(args)
  const server = await openServer(readConfig(process.env))
  try {
    await refuseUnmigrated(server.url)
    const database = await openWithLongTimeouts(server, 'person')
    try {
      process.stdout.write(`${await exportPerson(server, database, wanted)}\n`)
    } finally {
      await database.close()
    }
  } finally {
    await server.close()
  }
}

function readWanted(args: readonly string[]): Wanted {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { to: { type: 'string' }, language: { type: 'string' } },
      allowPositionals: true,
    })
    const [action, userName, ...rest] = positionals
    if (action !== 'export' || userName === undefined || rest.length > 0) throw new StartError(usage)
    const language = languageOfCode(values.language)
    if (values.language !== undefined && language === null)
      throw new StartError(`There is no language "${values.language}". There are: ${languages.join(', ')}.`)
    return { userName, to: values.to ?? null, language }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${(error as Error).message.split('. ', 1)[0]}. ${usage}`, { cause: error })
  }
}

async function exportPerson(server: OpenedServer, database: Database, wanted: Wanted): Promise<string> {
  const db = database.jobs
  const person = await db.read(everything, (tx) => findPersonNamed(tx, wanted.userName))
  if (!person) throw new StartError(`There is no user ${wanted.userName}.`)
  const file = path.resolve(wanted.to ?? `person-${person.userName}.zip`)
  if (existsSync(file)) throw new StartError(`${file} is there already: choose another file by --to.`)
  // Recorded before anything is written, so that no copy exists without its event.
  await db.transact(everything, async (tx) =>
    recordAudit(tx, null, {
      event: 'person_exported',
      actorId: null,
      subjectId: person.id,
      sessionId: null,
      target: { kind: 'user', id: person.id },
      after: { by: 'person export' },
    }),
  )
  await writeFile(server, database, { person, file, language: wanted.language })
  return `Everything about ${person.userName} is in ${file}: index.html in it says what each file has.\nIt holds personal data without encryption: hand it over safely, and delete it afterwards.`
}

async function writeFile(
  { config }: OpenedServer,
  database: Database,
  { person, file, language }: { person: ExportedPerson; file: string; language: Language | null },
): Promise<void> {
  const storage = createFileStorage(config)
  // Under its name stands a whole archive only, which nobody else on this machine can read.
  const part = `${file}.part`
  await rm(part, { force: true })
  try {
    const reading = language ?? person.language ?? config.language
    const archive = await personArchive(
      { db: database.jobs, stream: database.jobStream, storage, timeZone: config.businessTimeZone },
      person,
      {
        kind: 'operator',
        clientId: null,
        isInternal: true,
        readsAudit: true,
        language: reading,
        translate: await textService(database.jobs, config.language).of({
          clientId: person.clientId,
          language: reading,
        }),
      },
    )
    const target = await open(part, 'wx', 0o600).catch((error: Error) => {
      archive.destroy()
      throw new StartError(`${file} cannot be written: ${error.message}`, { cause: error })
    })
    await pipeline(archive, target.createWriteStream())
    await rename(part, file)
  } finally {
    await rm(part, { force: true })
    storage.close()
  }
}
