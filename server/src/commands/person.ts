import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Language, languageOfCode, languages } from '@portico/contract/texts/languages.ts'
import { type Sight, sightOfPerson } from '../areas/person-export/archive-reader.ts'
import { personArchive } from '../areas/person-export/person-archive.ts'
import { type ExportedPerson, findPersonNamed } from '../areas/person-export/read-person.ts'
import { textService } from '../areas/texts/text-service.ts'
import type { Database } from '../db/database.ts'
import { everything } from '../db/scope.ts'
import { createFileStorage } from '../ports/file-services.ts'
import { noteStep } from '../progress.ts'
import { StartError } from '../start-error.ts'
import { isThereAlready, writeNewFile } from './new-file.ts'
import { onDatabase, type OpenedServer } from './open.ts'
import { erasureUsage, personErasureCommand } from './person-erasure.ts'
import { recordUserCommand } from './record-command.ts'

const exportUsage =
  'Usage: npm run portal -- person export USER-NAME [--for person|operator] [--to FILE] [--language en|de]'
const usage = `${exportUsage}\n${erasureUsage}`

/** Who is to read an archive. */
type ReaderKind = 'person' | 'operator'

interface Wanted {
  userName: string
  kind: ReaderKind
  /** Null: named after the user. */
  to: string | null
  /** Null: that of the user. */
  language: Language | null
}

/** What a reader may see: the person gets nothing that belongs to others, the operator everything. */
const sightOf: Readonly<Record<ReaderKind, (person: ExportedPerson) => Sight>> = {
  person: sightOfPerson,
  operator: () => ({ kind: 'operator', clientId: null, isInternal: true, readsAudit: true }),
}

const isKind = (kind: string): kind is ReaderKind => Object.hasOwn(sightOf, kind)

const handling: Readonly<Record<ReaderKind, string>> = {
  person:
    'It may be handed to the person. It holds personal data without encryption: hand it over safely, and delete it afterwards.',
  operator:
    'It also holds data of other people, without encryption: do not hand it to the person, and delete it when you have read it.',
}

/** `person`: writes everything about a user into a ZIP archive, or erases a user. */
export async function personCommand(args: readonly string[]): Promise<void> {
  if (args[0] === 'erase' || args[0] === 'certificate') return personErasureCommand(args)
  const wanted = readWanted(args)
  const output = await onDatabase('person', (database, server) => exportPerson(server, database, wanted))
  process.stdout.write(`${output}\n`)
}

function readWanted(args: readonly string[]): Wanted {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { for: { type: 'string', default: 'person' }, to: { type: 'string' }, language: { type: 'string' } },
      allowPositionals: true,
    })
    const [action, userName, ...rest] = positionals
    if (action !== 'export' || userName === undefined || rest.length > 0) throw new StartError(usage)
    const kind = values.for
    if (!isKind(kind))
      throw new StartError(`An archive cannot be for "${kind}". It can be for: ${Object.keys(sightOf).join(', ')}.`)
    const language = languageOfCode(values.language)
    if (values.language !== undefined && language === null)
      throw new StartError(`There is no language "${values.language}". There are: ${languages.join(', ')}.`)
    return { userName, kind, to: values.to ?? null, language }
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
  if (existsSync(file)) throw new StartError(isThereAlready(file))
  // Recorded before anything is written, so that no copy exists without its event.
  await db.transact(everything, async (tx) =>
    recordUserCommand(tx, person.id, 'person_exported', {
      by: wanted.kind === 'person' ? 'person export' : `person export --for ${wanted.kind}`,
    }),
  )
  await writeArchive(server, database, { person, file, wanted })
  return `Everything about ${person.userName} is in ${file}: index.html in it is the page to read.\n${handling[wanted.kind]}`
}

async function writeArchive(
  { config }: OpenedServer,
  database: Database,
  { person, file, wanted: { kind, language } }: { person: ExportedPerson; file: string; wanted: Wanted },
): Promise<void> {
  const storage = createFileStorage(config)
  noteStep('the archive')
  const reading = language ?? person.language ?? config.language
  try {
    await writeNewFile(file, async () =>
      personArchive(
        { db: database.jobs, stream: database.jobStream, storage, timeZone: config.businessTimeZone },
        person,
        {
          ...sightOf[kind](person),
          language: reading,
          translate: await textService(database.jobs, config.language).of({
            clientId: person.clientId,
            language: reading,
          }),
        },
      ),
    )
  } finally {
    storage.close()
  }
}
