import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import yazl from 'yazl'
import { databaseTime } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import type { RowStream, StreamRows } from '../../db/row-stream.ts'
import { everything } from '../../db/scope.ts'
import { FileMissing, type FileStorage } from '../../ports/file-storage/file-storage.ts'
import { type EventOfPerson, eventsOfPerson } from '../audit/public.ts'
import { AUDIT_TABLE, exportedTables } from './all-tables.ts'
import { exportStatement } from './exported-table.ts'
import { archivePage } from './archive-page.ts'
import { type ArchivedTable, type ArchiveReader, isAdministratorOfClient } from './archive-reader.ts'
import { pageReader } from './archive-words.ts'
import { PageRowCollector } from './page-rows.ts'
import { type ExportedPerson, type OwnFile, readOwnFiles } from './read-person.ts'

export interface ArchiveDeps {
  db: Db
  stream: StreamRows
  storage: FileStorage
  /** Business time zone. */
  timeZone: string
}

/** Signs that some systems refuse in the name of a file. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNFIT = /[\u0000-\u001f\u007f"*/:<>?\\|]/g

const fileNameOf = ({ documentId, version, name }: OwnFile): string =>
  `documents/${documentId}/${version}/${name.replaceAll(UNFIT, '_')}`

/** Hands out what a file of the archive contains, once its turn has come. */
type Opener = () => Promise<Readable>

/**
 * Writes everything about a person as a ZIP archive, in constant memory: rows come from the database and files from the
 * storage as fast as the archive is read, one after the other. Destroying it closes what is open.
 */
export async function personArchive(
  deps: ArchiveDeps,
  person: ExportedPerson,
  reader: ArchiveReader,
): Promise<Readable> {
  const { timeZone } = deps
  const isOfClient = isAdministratorOfClient(reader)
  const [files, now] = await deps.db.read(everything, (tx) =>
    Promise.all([isOfClient ? [] : readOwnFiles(tx, person.id), databaseTime(tx)]),
  )
  const archive = new yazl.ZipFile()
  const output = archive.outputStream as Readable
  const add = adderTo(archive, now)
  const tables: ArchivedTable[] = []
  const missing: string[] = []
  const readerOfPage = pageReader(reader, timeZone)
  const addTable = <Row extends object>(
    table: string,
    openRows: () => Promise<RowStream<Row>>,
    view?: (row: Row) => object,
  ) =>
    add(
      `data/${table}.json`,
      () => {
        const rows = new PageRowCollector(table, readerOfPage, { keepsFirst: table === AUDIT_TABLE })
        const done = (entries: number) => tables.push({ table, entries, shown: rows.collected() })
        return Promise.resolve(jsonOf(openRows, done, (row) => rows.add(row), view))
      },
      { compress: true },
    )

  const values = [person.id, reader.clientId, reader.isInternal]
  for (const [table, exported] of Object.entries(exportedTables))
    if (!isOfClient || !exported.isHiddenFromClients)
      addTable(table, () =>
        deps.stream<object>(everything, { text: exportStatement(table, exported), values: [...values] }),
      )
  if (reader.readsAudit) addTable(AUDIT_TABLE, () => openEvents(deps, person, reader), eventView(reader))
  for (const file of files)
    add(fileNameOf(file), () => openFile(deps.storage, file, () => missing.push(fileNameOf(file))), { compress: false })
  const page = () => archivePage({ person, reader, now, tables, files: files.map(fileNameOf), missing, timeZone })
  add('index.html', () => Promise.resolve(Readable.from([page()])), { compress: true })
  archive.end()
  return output
}

/** Returns what adds a file to an archive, to be opened once its turn has come. */
function adderTo(archive: yazl.ZipFile, now: Date) {
  const output = archive.outputStream as Readable
  let open: Readable | undefined
  // The archive notices neither an error of what it reads nor that its own reader is gone.
  archive.on('error', (error: Error) => output.destroy(error))
  output.on('close', () => open?.destroy())
  return (name: string, opener: Opener, options: { compress: boolean }) =>
    archive.addReadStreamLazy(
      name,
      { ...options, ...(options.compress && { compressionLevel: 6 }), mtime: now },
      (give) => {
        if (output.destroyed) return
        opener().then(
          (content) => {
            open = content
            content.on('error', (error) => output.destroy(error))
            if (output.destroyed) return void content.destroy()
            give(null, content)
          },
          (error: Error) => output.destroy(error),
        )
      },
    )
}

function openEvents({ stream }: ArchiveDeps, { id }: ExportedPerson, reader: ArchiveReader) {
  const { clientId, kind, translate } = reader
  const scope = clientId === null ? everything : ({ kind: 'client', clientId } as const)
  return stream<EventOfPerson>(scope, eventsOfPerson(id, { clientId, isThemselves: kind === 'person' }, translate))
}

/** What a person did to others is theirs; the states of others, and from where others acted, are not. */
const eventView =
  ({ kind }: ArchiveReader) =>
  ({ isAboutPerson, isByOther, ...event }: EventOfPerson) =>
    kind === 'person'
      ? {
          ...event,
          ...(!isAboutPerson && { before: null, after: null }),
          ...(isByOther && { addressTxt: null, requestId: null }),
        }
      : event

/** Writes rows as a JSON array with one row a line and notes each; other work has its turn after each batch. */
function jsonOf<Row extends object>(
  openRows: () => Promise<RowStream<Row>>,
  done: (entries: number) => void,
  note: (row: object) => void,
  view: (row: Row) => object = (row) => row,
): Readable {
  async function* pieces() {
    const rows = await openRows()
    let entries = 0
    try {
      yield '['
      for await (const batch of rows) {
        let piece = ''
        for (const row of batch) {
          const written = view(row)
          note(written)
          piece += `${entries++ === 0 ? '\n' : ',\n'}${JSON.stringify(written)}`
        }
        yield piece
        await setImmediate()
      }
      yield entries === 0 ? ']\n' : '\n]\n'
      done(entries)
    } finally {
      await rows.close()
    }
  }
  return Readable.from(pieces(), { objectMode: false })
}

/** A file that the storage has lost is empty in the archive, which says so. */
async function openFile(storage: FileStorage, { fileId }: OwnFile, note: () => void): Promise<Readable> {
  try {
    return await storage.open(fileId)
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    note()
    return Readable.from([])
  }
}
