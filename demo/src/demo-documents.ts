import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileStorage } from '@portico/server/for-demo.ts'
import { pdf, picture, spreadsheet } from './demo-files.ts'
import type { DemoPerson } from './demo-person.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

interface DemoFile {
  owner: string
  /** With the extension of its type. */
  name: string
  daysAgo: number
  content: Buffer | Promise<Buffer>
}

interface DemoDocument extends DemoFile {
  sharedWith?: string
}

const csv = (text: string) => Buffer.from(text)

/** Made when the world is loaded, because pictures and spreadsheets are drawn. */
const documents = (): readonly DemoDocument[] => [...clerkDocuments(), ...administratorDocuments()]

const clerkDocuments = (): readonly DemoDocument[] => [
  {
    owner: 'external.user',
    name: 'Delivery times.csv',
    daysAgo: 3,
    content: csv('route,days\nNorth,2\nSouth,3\nIslands,5\n'),
  },
  {
    owner: 'external.user',
    name: 'Opening hours 2026.csv',
    daysAgo: 40,
    content: csv('day,from,to\nMonday,08:00,18:00\n'),
  },
  {
    owner: 'external.user',
    name: 'Contacts.csv',
    daysAgo: 12,
    content: csv('team,extension\nOrders,11\nReturns,14\n'),
  },
  {
    owner: 'external.user',
    name: 'How to reprint a statement.pdf',
    daysAgo: 20,
    content: pdf('How to reprint a statement', [
      '1. Open Statements and search for the account number.',
      '2. Select the month and choose Reprint.',
      '3. The statement leaves with the next mailing, at the latest in two days.',
    ]),
  },
  {
    owner: 'external.user',
    name: 'Returned mail by month.xlsx',
    daysAgo: 9,
    content: spreadsheet([
      ['Month', 'Sent', 'Returned'],
      ['August', '18,204', '211'],
      ['September', '17,985', '198'],
      ['October', '18,440', '187'],
    ]),
  },
  { owner: 'external.user', name: 'Seating plan.png', daysAgo: 33, content: picture('#2f5d9f') },
]

const administratorDocuments = (): readonly DemoDocument[] => [
  {
    owner: 'client.admin',
    name: 'Team rota.csv',
    daysAgo: 6,
    content: csv('week,early,late\n47,Ines,Paul\n48,Paul,Ines\n'),
    sharedWith: 'external.user',
  },
  {
    owner: 'client.admin',
    name: 'Holiday calendar 2027.pdf',
    daysAgo: 15,
    content: pdf('Holiday calendar 2027', [
      'January 1',
      'May 31',
      'July 5',
      'September 6',
      'November 25',
      'December 24',
    ]),
    sharedWith: 'external.user',
  },
]

/** Files that every user can open. */
const publishedFiles = (): readonly DemoFile[] => [
  {
    owner: 'portal.admin',
    name: 'Getting started.pdf',
    daysAgo: 60,
    content: pdf('Getting started', [
      '1. Open an application by its tile on the home page.',
      '2. Ctrl-K finds applications, documents and announcements.',
      '3. Ask for another application with the button at the end of the tiles.',
    ]),
  },
  {
    owner: 'portal.admin',
    name: 'Service hours.csv',
    daysAgo: 25,
    content: csv('team,from,to\nOrders,07:00,19:00\nReturns,08:00,17:00\n'),
  },
  {
    owner: 'portal.admin',
    name: 'Import template.xlsx',
    daysAgo: 11,
    content: spreadsheet([
      ['Order', 'Quantity', 'Deliver by'],
      ['A-1001', '12', '12/01/2026'],
    ]),
  },
]

/** The same at every load, so that an interrupted load finds its own files again. */
function keyOf({ owner, name }: DemoFile): string {
  const digest = createHash('sha256').update(`${owner}/${name}`).digest('hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}

/** A few documents of the demo users, one of them shared, and files for everybody. The files are stored before their rows. */
export async function writeDocuments(
  writer: DemoWriter,
  moment: DemoMoment,
  people: readonly DemoPerson[],
  storage: FileStorage,
): Promise<void> {
  const idOf = (userName: string) => people.find((person) => person.userName === userName)?.id ?? 0
  const made = await Promise.all(documents().map(toMade(idOf, moment)))
  await storeFiles(writer, storage, made)
  await writeSpaces(writer, made)
  await writeDocumentRows(writer, made, idOf)
  const published = await Promise.all(publishedFiles().map(toMade(idOf, moment)))
  await writePublishedFiles(writer, storage, published)
  await writer.countOn('documents', 'document_shares', 'published_files')
}

const toMade =
  (idOf: (userName: string) => number, moment: DemoMoment) =>
  <File extends DemoFile>(file: File, index: number) =>
    madeOf(file, index, idOf, moment)

const madeOf = async <File extends DemoFile>(
  file: File,
  index: number,
  idOf: (userName: string) => number,
  moment: DemoMoment,
) => ({
  ...file,
  id: index + 1,
  ownerId: idOf(file.owner),
  key: keyOf(file),
  content: await file.content,
  at: moment.daysAgo(file.daysAgo),
})
type Made<File extends DemoFile> = Awaited<ReturnType<typeof madeOf<File>>>

async function writeDocumentRows(
  writer: DemoWriter,
  made: readonly Made<DemoDocument>[],
  idOf: (userName: string) => number,
): Promise<void> {
  await writer.insert(
    'documents',
    made.map(({ id, ownerId, name, content, at }) => ({
      id,
      owner_id: ownerId,
      name,
      extension: name.split('.').at(-1) ?? '',
      version: 1,
      size_bytes: content.length,
      stored_at: at,
      created_at: at,
    })),
  )
  await writer.insert(
    'document_versions',
    made.map(({ id, key, content, at }) => ({
      document_id: id,
      version: 1,
      file_id: key,
      size_bytes: content.length,
      stored_at: at,
    })),
  )
  const shared = made.filter(({ sharedWith }) => sharedWith !== undefined)
  await writer.insert(
    'document_shares',
    shared.map(({ sharedWith = '', at, ...document }, index) => ({
      id: index + 1,
      document_id: document.id,
      recipient_id: idOf(sharedWith),
      shared_at: at,
    })),
  )
}

async function writePublishedFiles(
  writer: DemoWriter,
  storage: FileStorage,
  published: readonly Made<DemoFile>[],
): Promise<void> {
  await storeFiles(
    writer,
    storage,
    published.map((file) => ({ ...file, ownerId: null })),
  )
  await writer.insert(
    'published_files',
    published.map(({ id, ownerId, name, key, content, at }) => ({
      id,
      name,
      extension: name.split('.').at(-1) ?? '',
      file_id: key,
      size_bytes: content.length,
      stored_at: at,
      stored_by: ownerId,
    })),
  )
}

interface MadeFile {
  key: string
  ownerId: number | null
  content: Buffer
  at: Date
}

async function storeFiles(writer: DemoWriter, storage: FileStorage, made: readonly MadeFile[]): Promise<void> {
  for (const { key, content } of made) {
    await storage.remove(key)
    await storage.put(key, Readable.from([content]))
  }
  await writer.insert(
    'stored_files',
    made.map(({ key, ownerId, content, at }) => ({
      id: key,
      owner_id: ownerId,
      state: 'kept' as const,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest(),
      is_scanned: false,
      given_up_at: at,
    })),
  )
}

async function writeSpaces(writer: DemoWriter, made: readonly { ownerId: number; content: Buffer }[]): Promise<void> {
  await writer.insert(
    'document_spaces',
    [...Map.groupBy(made, ({ ownerId }) => ownerId)].map(([userId, own]) => ({
      user_id: userId,
      used_bytes: own.reduce((sum, { content }) => sum + content.length, 0),
    })),
  )
}
