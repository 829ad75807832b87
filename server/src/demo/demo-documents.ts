import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileStorage } from '../ports/file-storage/file-storage.ts'
import { pdf, picture, spreadsheet } from './demo-files.ts'
import type { DemoPerson } from './demo-person.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

interface DemoDocument {
  owner: string
  /** With the extension of its type. */
  name: string
  daysAgo: number
  content: Buffer | Promise<Buffer>
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

/** The same at every load, so that an interrupted load finds its own files again. */
function keyOf({ owner, name }: Pick<DemoDocument, 'owner' | 'name'>): string {
  const digest = createHash('sha256').update(`${owner}/${name}`).digest('hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}

/** A few documents of the demo users, one of them shared. The files are stored before their rows. */
export async function writeDocuments(
  writer: DemoWriter,
  moment: DemoMoment,
  people: readonly DemoPerson[],
  storage: FileStorage,
): Promise<void> {
  const idOf = (userName: string) => people.find((person) => person.userName === userName)?.id ?? 0
  const made = await Promise.all(documents().map(toMade(idOf, moment)))
  for (const { key, content } of made) {
    await storage.remove(key)
    await storage.put(key, Readable.from([content]))
  }
  await writeFiles(writer, made)
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
  await writer.countOn('documents', 'document_shares')
}

const toMade =
  (idOf: (userName: string) => number, moment: DemoMoment) => async (document: DemoDocument, index: number) => ({
    ...document,
    id: index + 1,
    ownerId: idOf(document.owner),
    key: keyOf(document),
    content: await document.content,
    at: moment.daysAgo(document.daysAgo),
  })
type Made = Awaited<ReturnType<ReturnType<typeof toMade>>>

async function writeFiles(writer: DemoWriter, made: readonly Made[]): Promise<void> {
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
  await writer.insert(
    'document_spaces',
    [...Map.groupBy(made, ({ ownerId }) => ownerId)].map(([userId, own]) => ({
      user_id: userId,
      used_bytes: own.reduce((sum, { content }) => sum + content.length, 0),
    })),
  )
}
