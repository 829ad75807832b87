import { type BenchData, FIRST_USER } from './load-data.ts'
import { onDatabase } from './postgres.ts'

/** Rows of the measured user. */
export const OWN_DOCUMENTS = 5_000
export const OWN_LINKS = 1_000
export const OWN_TILES = 500
/** Documents of all the others. */
const OTHER_DOCUMENTS = 1_000_000

/** The user with the large library: the last of all, whose session is open. */
export const ownerIndexOf = ({ users }: BenchData): number => users
export const userIdOf = (index: number): number => FIRST_USER - 1 + index

const documentNames = `(array['Report','Invoice','Plan','Contract','Minutes'])[1 + n % 5] || ' ' || n || (array['.pdf','.docx','.xlsx'])[1 + n % 3]`

const documents = (ids: string, owner: string, count: number) => `
  insert into documents (id, owner_id, name, extension, size_bytes, stored_at)
    select ${ids}, ${owner}, ${documentNames}, (array['pdf','docx','xlsx'])[1 + n % 3], 1000 + n % 9000, now() - n * interval '7 minutes'
      from generate_series(1, ${count}) n`

/** Follows from their ids; files have rows only, because they are never opened. */
const statements = (ownerId: number, users: number) => [
  documents(`${OWN_DOCUMENTS} + n`, `${FIRST_USER} + n % ${users - 1}`, OTHER_DOCUMENTS),
  documents('n', String(ownerId), OWN_DOCUMENTS),
  'insert into document_versions (document_id, version, file_id, size_bytes) select id, 1, gen_random_uuid(), size_bytes from documents',
  `insert into user_links (user_id, name, address)
     select ${ownerId}, 'Link to report ' || n, 'https://links.example.test/' || n from generate_series(1, ${OWN_LINKS}) n`,
  `insert into sections (id, name) select 1000 + n, 'Workspace ' || n from generate_series(1, ${OWN_TILES}) n`,
  `insert into pages (id, name, system_id, section_id, location)
     select 10000 + n, 'Workspace page ' || n, 100 + n % 40, 1001 + n % ${OWN_TILES}, 'https://app.example.test/w/' || n
       from generate_series(1, ${OWN_TILES * 2}) n`,
  'delete from user_system_grants where user_id = ' + String(ownerId),
  `insert into user_system_grants (user_id, system_id) select ${ownerId}, id from systems where id between 100 and 139`,
  `insert into user_page_grants (user_id, page_id) select ${ownerId}, id from pages where id > 10000`,
  `select setval(pg_get_serial_sequence('documents', 'id'), ${OTHER_DOCUMENTS + OWN_DOCUMENTS + 1})`,
]

const loaded = new WeakSet<BenchData>()

/** Gives one user many tiles, links and documents, among a million documents of the others; once. */
export async function loadLibrary(data: BenchData): Promise<void> {
  if (loaded.has(data)) return
  loaded.add(data)
  await onDatabase(data.url, async (client) => {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '256MB'")
    await client.query('begin')
    // The data is consistent as written: triggers and foreign keys are skipped.
    await client.query('set session_replication_role = replica')
    for (const statement of statements(userIdOf(ownerIndexOf(data)), data.users)) await client.query(statement)
    await client.query('commit')
    await client.query('vacuum analyze')
  })
}
