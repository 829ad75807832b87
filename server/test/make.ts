import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { PasswordHashing } from '../src/crypto/password-hashing.ts'
import type { FileStorage } from '../src/ports/file-storage/file-storage.ts'

type Owner = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** A user that a test made, with the password to sign in by. */
export interface MadeUser {
  id: number
  userName: string
  password: string
  clientId: number
}

type Columns = Readonly<Record<string, unknown>>

/** A document that a test made. */
export interface MadeDocument {
  id: number
  ownerId: number
  version: number
}

/** Factories: each makes a row with believable defaults, overridden by what the test is about. */
export interface Made {
  client(columns?: Columns): Promise<number>
  user(columns?: Columns & { password?: string }): Promise<MadeUser>
  system(columns?: Columns): Promise<number>
  section(columns?: Columns): Promise<number>
  page(columns: Columns & { system_id: number; section_id: number }): Promise<number>
  /** Gives a user the system of a page and the page itself. */
  grant(user: { id: number }, page: { systemId: number; pageId?: number; isAdmin?: boolean }): Promise<void>
  /** Makes a user an administrator who holds these pages of the portal's own system. */
  adminPages(user: { id: number }, names: readonly string[]): Promise<void>
  /**
   * Turns the user's sessions into ones in which an administrator acts as them, from a session of the administrator's
   * own; gives the administrator what that takes.
   */
  emulation(admin: { id: number }, user: { id: number }): Promise<void>
  announcement(columns?: Columns): Promise<number>
  /** A stored document of one version. */
  document(owner: { id: number }, columns?: Columns, content?: string): Promise<MadeDocument>
  version(document: MadeDocument, content?: string): Promise<void>
  /** A file that everybody who is signed in can open. */
  publishedFile(by: { id: number }, columns?: Columns): Promise<{ id: number; name: string; content: Buffer }>
  share(document: MadeDocument, recipient: { id: number }, columns?: Columns): Promise<number>
}

const PASSWORD = 'correct horse battery staple'

export function maker(owner: Owner, hashing: PasswordHashing, storage: FileStorage): Made {
  let count = 0
  let firstClient: Promise<number> | undefined
  const hashes = new Map<string, Promise<string>>()
  const next = () => ++count
  const insert = async (table: string, columns: Columns): Promise<number> => {
    const names = Object.keys(columns)
    const marks = names.map((_, index) => `$${index + 1}`)
    const [row] = await owner(
      `insert into ${table} (${names.join(', ')}) values (${marks.join(', ')}) returning *`,
      Object.values(columns),
    )
    return Number(row?.['id'] ?? 0)
  }
  const hashOf = (password: string) => {
    const hash = hashes.get(password) ?? hashing.hash(password)
    hashes.set(password, hash)
    return hash
  }
  /** Null: a file of the portal. */
  const storeFile = async (ownerId: number | null, text = `content ${next()}`) => {
    const content = Buffer.from(text)
    const file = randomUUID()
    await storage.put(file, Readable.from([content]))
    await owner(
      `insert into stored_files (id, owner_id, state, bytes, sha256, given_up_at) values ($1, $2, 'kept', $3, $4, now())`,
      [file, ownerId, content.length, createHash('sha256').update(content).digest()],
    )
    return { file, content }
  }
  const storeVersion = async ({ id, ownerId, version }: MadeDocument, text?: string): Promise<void> => {
    const { file, content } = await storeFile(ownerId, text)
    await owner('insert into document_versions (document_id, version, file_id, size_bytes) values ($1, $2, $3, $4)', [
      id,
      version,
      file,
      content.length,
    ])
    await owner('update documents set version = $2, size_bytes = $3 where id = $1', [id, version, content.length])
    await owner(
      `insert into document_spaces as known (user_id, used_bytes) values ($1, $2)
       on conflict (user_id) do update set used_bytes = known.used_bytes + excluded.used_bytes`,
      [ownerId, content.length],
    )
  }
  const client = (columns: Columns = {}) => insert('clients', { name: `Client ${next()}`, ...columns })
  return {
    client,
    user: async ({ password = PASSWORD, ...columns } = {}) => {
      const userName = (columns['user_name'] as string | undefined) ?? `user.${next()}`
      const clientId = Number(columns['client_id'] ?? (await (firstClient ??= client())))
      const id = await insert('users', {
        user_name: userName,
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: `${userName}@example.test`,
        client_id: clientId,
        second_factor_required: false,
        password_hash: await hashOf(password),
        password_changed_at: new Date(),
        license_accepted_at: new Date(),
        security_question_id: 1,
        ...columns,
      })
      return { id, userName, password, clientId }
    },
    system: (columns = {}) => insert('systems', { name: `System ${next()}`, ...columns }),
    section: (columns = {}) => insert('sections', { name: `Section ${next()}`, ...columns }),
    page: (columns) =>
      insert('pages', { name: `Page ${next()}`, location: 'https://app.example.test/start', ...columns }),
    grant: async (user, { systemId, pageId, isAdmin = false }) => {
      await owner(
        `insert into user_system_grants (user_id, system_id, is_admin) values ($1, $2, $3)
         on conflict (user_id, system_id) where valid_to is null do update set is_admin = excluded.is_admin`,
        [user.id, systemId, isAdmin],
      )
      if (pageId !== undefined) await insert('user_page_grants', { user_id: user.id, page_id: pageId })
    },
    adminPages: async (user, names) => {
      await owner('insert into user_system_grants (user_id, system_id, is_admin) values ($1, 2, true)', [user.id])
      await owner(
        'insert into user_page_grants (user_id, page_id) select $1, id from pages where system_id = 2 and name = any($2)',
        [user.id, names],
      )
    },
    emulation: async (admin, user) => {
      const own = (await openSessionOf(owner, admin)) ?? (await actorSessionOf(owner, admin))
      await permitEmulation(owner, admin)
      await owner('update sessions set actor_user_id = $1, actor_session_id = $2 where user_id = $3 and id <> $2', [
        admin.id,
        own,
        user.id,
      ])
    },
    document: async ({ id: ownerId }, columns = {}, content) => {
      const values = { owner_id: ownerId, name: `document ${next()}.csv`, extension: 'csv', size_bytes: 0, ...columns }
      const document = { id: await insert('documents', values), ownerId, version: 1 }
      await storeVersion(document, content)
      return document
    },
    version: async (document, content) => {
      document.version++
      await storeVersion(document, content)
    },
    publishedFile: async ({ id: storedBy }, columns = {}) => {
      const { file, content } = await storeFile(null)
      const name = `file-${next()}.csv`
      const values = { name, extension: 'csv', file_id: file, size_bytes: content.length, stored_by: storedBy }
      return { id: await insert('published_files', { ...values, ...columns }), name, content }
    },
    share: (document, recipient, columns = {}) =>
      insert('document_shares', { document_id: document.id, recipient_id: recipient.id, ...columns }),
    announcement: (columns = {}) =>
      insert('announcements', {
        title: `Announcement ${next()}`,
        message_html: '<p>News</p>',
        kind: 'operational',
        status: 'published',
        effective_from: '2020-01-01',
        ...columns,
      }),
  }
}

async function openSessionOf(owner: Owner, { id }: { id: number }): Promise<number | null> {
  const [open] = await owner(
    'select id from sessions where user_id = $1 and actor_user_id is null and ended_at is null limit 1',
    [id],
  )
  return open ? Number(open['id']) : null
}

/** Gives a user what it takes to sign on as others. */
async function permitEmulation(owner: Owner, { id }: { id: number }): Promise<void> {
  await owner('update users set may_sign_on_as = true where id = $1 and not may_sign_on_as', [id])
  await owner(
    `insert into user_system_grants (user_id, system_id) values ($1, 2)
     on conflict (user_id, system_id) where valid_to is null do nothing`,
    [id],
  )
  await owner(
    `insert into user_page_grants (user_id, page_id)
     select $1, id from pages where system_id = 2 and name = 'User Administration'
     on conflict (user_id, page_id) where valid_to is null do nothing`,
    [id],
  )
}

/** A new session of an administrator who may sign on as others; its id. */
export async function actorSessionOf(owner: Owner, { id }: { id: number }): Promise<number> {
  await permitEmulation(owner, { id })
  const [row] = await owner(
    `insert into sessions (token_hash, csrf_hash, binding_hash, user_id, expires_at)
     select sha256(gen_random_uuid()::text::bytea), sha256('csrf'), sha256('binding'), $1, clock_now() + interval '12 hours'
     returning id`,
    [id],
  )
  return Number(row?.['id'])
}
