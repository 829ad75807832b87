import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner, cloneDatabase, type TestDatabase } from '@portico/server/test/database.ts'
import { demoWorldIn } from '@portico/server/test/demo-world.ts'
import { cleanRichText, type FileStorage, type PasswordHashing, passwordHashing } from '@portico/server/for-demo.ts'
import { pages, sections, systems } from './demo-catalog.ts'
import { departments } from './demo-clients.ts'
import { knownSecrets } from './demo-secrets.ts'
import { loadDemoWorld } from './load-demo-world.ts'

let hashing: PasswordHashing
/** For worlds whose passwords are not tested. */
let quickHashing: PasswordHashing
let world: TestDatabase
/** The day for which the world was made; it may be over before the last test. */
let today: string
/** Contents of stored documents by key; every load stores the same. */
const stored = new Map<string, Buffer>()
const storage: FileStorage = {
  put: async (key, bytes) => void stored.set(key, await buffer(bytes)),
  open: () => Promise.reject(new Error('Nothing is kept here')),
  remove: () => Promise.resolve(),
  close: () => undefined,
}
const load = (database: TestDatabase, by = quickHashing) =>
  loadDemoWorld({ ...demoWorldIn(database.ownerUrl, by), storage, secrets: knownSecrets })
/** Users of the crowd and those with a role. */
const PEOPLE = 2_024
const rows = async (text: string, database = world) => (await asOwner(database, text)).rows as Record<string, unknown>[]
const count = async (from: string, database = world) =>
  Number((await rows(`select count(*) from ${from}`, database))[0]?.['count'])

beforeAll(async () => {
  hashing = await passwordHashing()
  quickHashing = await passwordHashing({ memoryCost: 64, timeCost: 1 })
  world = await cloneDatabase()
  const [row] = await rows("select (now() at time zone 'America/Chicago')::date::text as day")
  today = `date '${String(row?.['day'])}'`
  // An event from before, sealed.
  await rows("insert into audit_events (event, after) values ('user_updated', '{}')")
  await rows('select seal_audit_events(10)')
  await load(world, hashing)
})
afterAll(() => world.drop())

/** Everything that is the same at every load: rows without times, days and salted hashes. */
async function digest(database: TestDatabase): Promise<string> {
  const tables = [
    'clients', 'client_domains', 'client_industries', 'departments', 'industries', 'sms_carriers', 'internal_domains', 'facilities',
    'customers', 'systems', 'system_software', 'sections', 'pages', 'page_search_items', 'users', 'user_notification_types',
    'user_system_grants', 'user_page_grants', 'user_facility_grants', 'user_customer_grants', 'user_section_preferences',
    'announcements', 'announcement_clients', 'announcement_departments', 'announcement_industries', 'announcement_systems',
    'branding_versions', 'user_announcements', 'license_texts', 'security_questions', 'password_rules', 'documents', 'document_versions',
    'document_shares', 'published_files', 'stored_files', 'document_spaces', 'user_links',
  ] // prettier-ignore
  const whole = createHash('sha256')
  for (const table of tables) {
    const found = await rows(
      `select (to_jsonb(t) - 'password_hash' - 'security_answer_hash')::text as row from ${table} t`,
      database,
    )
    const timeless = found.map(({ row }) => String(row).replaceAll(/"\d{4}-\d\d-\d\d[^"]*"/g, 'when'))
    whole.update(`${table} ${timeless.toSorted().join('\n')}\n`)
  }
  return whole.digest('hex')
}

describe('loading', () => {
  test('gives two installations the same world', async () => {
    const other = await cloneDatabase()
    try {
      expect(await count('clients', other)).toBe(0)
      expect(await load(other)).toBe(true)
      expect(await digest(other)).toBe(await digest(world))
    } finally {
      await other.drop()
    }
  })

  test('does not change a database that has a client', async () => {
    const other = await cloneDatabase()
    try {
      await asOwner(other, "insert into clients (name) values ('A real organization')")
      expect(await load(other)).toBe(false)
      expect(await count('users', other)).toBe(0)
    } finally {
      await other.drop()
    }
  })

  test('that is interrupted leaves nothing, and the next start loads all of it', async () => {
    const other = await cloneDatabase()
    try {
      await asOwner(
        other,
        `create function break_off() returns trigger language plpgsql as
           $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
         create trigger break_off before insert on announcements execute function break_off()`,
      )
      await expect(load(other)).rejects.toThrow(/terminat/i)
      expect(await count('clients', other)).toBe(0)
      for (const table of ['users', 'customers', 'sections', 'announcements', 'audit_events'])
        expect(await count(table, other)).toBe(0)
      await asOwner(other, 'drop trigger break_off on announcements')
      expect(await load(other)).toBe(true)
      expect(await count('users', other)).toBe(PEOPLE)
    } finally {
      await other.drop()
    }
  })

  test('refuses files that break a rule of the screens, with their place, and leaves nothing', async () => {
    const other = await cloneDatabase()
    try {
      // What is left to hash of a world that is given up keeps no other waiting.
      const deps = demoWorldIn(other.ownerUrl, await passwordHashing({ memoryCost: 64, timeCost: 1 }))
      const wrong = { name: 'wrong.yaml', text: 'sessionTimeouts: [{ client: Northgate Services, minutes: 100000 }]' }
      const applyFiles: typeof deps.applyFiles = (owner, files, run) => deps.applyFiles(owner, [...files, wrong], run)
      await expect(loadDemoWorld({ ...deps, applyFiles, secrets: knownSecrets })).rejects.toThrow(
        /^wrong\.yaml:1:\d+: session timeout "Northgate Services": /,
      )
      expect(await count('clients', other)).toBe(0)
    } finally {
      await other.drop()
    }
  })

  test('by two nodes that start together happens once', async () => {
    const other = await cloneDatabase()
    try {
      const done = await Promise.all([load(other), load(other)])
      expect(done.toSorted()).toEqual([false, true])
      expect(await count('users', other)).toBe(PEOPLE)
    } finally {
      await other.drop()
    }
  })
})

describe('the world', () => {
  test('has finished reports with rows', async () => {
    const found = await rows('select kind, state, row_count, expires_at > now() as "isKept" from reports order by id')
    expect(found).toMatchObject([
      { kind: 'pci-user', state: 'ready', isKept: true },
      { kind: 'user-access', state: 'ready', isKept: true },
    ])
    for (const { row_count: rowCount } of found) expect(rowCount).toBeGreaterThan(5)
  })

  test('has the expected size', async () => {
    expect(await count('users')).toBe(PEOPLE)
    expect(await count('users where status = 1')).toBeGreaterThanOrEqual(1_500)
    expect(await count('users where status = 2')).toBeGreaterThan(5)
    expect(await count('users where status = 3')).toBeGreaterThan(5)
    expect(await count('customers')).toBe(472)
    expect(await count('systems where id > 2')).toBe(12)
    expect(await count('sections')).toBe(12)
    expect(await count('pages where system_id > 2')).toBe(40)
    expect(await count('announcements')).toBe(14)
    expect(await count('clients')).toBe(12)
  })

  test('has what files state by the ids that the rest of it names', async () => {
    const found = async (table: string) => rows(`select id, name from ${table} where id >= 100 order by id`)
    const named = (all: readonly { id: number; name: string }[]) => all.map(({ id, name }) => ({ id, name }))
    expect(await found('systems')).toEqual(named(systems))
    expect(await found('pages')).toEqual(named(pages))
    expect(await rows('select id, name from departments order by id')).toEqual(
      departments.map((name, index) => ({ id: index + 1, name })),
    )
  })

  test('has a tree of customers in EDH and a list in KCW', async () => {
    const levels = await rows(
      'select facility_code, cardinality(path) as level, count(*)::int from customers group by 1, 2 order by 1, 2',
    )
    expect(levels).toEqual([
      { facility_code: 'EDH', level: 1, count: 10 },
      { facility_code: 'EDH', level: 2, count: 50 },
      { facility_code: 'EDH', level: 3, count: 300 },
      { facility_code: 'KCW', level: 1, count: 112 },
    ])
  })

  test('has its internal staff at one employer and no other users there', async () => {
    expect(await rows('select distinct client_id from users where is_internal')).toEqual([{ client_id: 1 }])
    expect(await count('users where client_id = 1 and not is_internal')).toBe(0)
  })

  test('requires a second factor of two users only, and opens no session', async () => {
    expect(await rows('select user_name from users where second_factor_required order by id')).toEqual([
      { user_name: 'factor.user' },
      { user_name: 'unenrolled.user' },
    ])
    expect(await count('sessions')).toBe(0)
  })

  test('stores every password as argon2id, and only the demo’s own password matches', async () => {
    const found = await rows("select password_hash as hash from users where sign_in_kind = 'password'")
    const hashes = new Set(found.map(({ hash }) => String(hash)))
    expect(hashes.size).toBeGreaterThan(10)
    for (const hash of hashes) {
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect(await hashing.verify(hash, 'Welcome-to-Portico-1')).toBe(true)
    }
    expect(await count("users where sign_in_kind <> 'password' and password_hash is not null")).toBe(0)
  })

  test('gives no user a customer together with one below it', async () => {
    const doubled = `user_customer_grants a join user_customer_grants b on a.user_id = b.user_id and a.id <> b.id
      join customers c on c.id = b.customer_id where c.path @> array[a.customer_id]`
    expect(await count(doubled)).toBe(0)
  })

  test('has a history of sixty days whose seals verify, with that of an event from before', async () => {
    expect(await rows('select * from verify_audit_chain()')).toEqual([])
    const [events] = await rows(
      `select count(*)::int, min(at) > now() - interval '62 days' as "isRecent", max(at) < now() as "isPast" from audit_events`,
    )
    expect(events).toMatchObject({ isRecent: true, isPast: true })
    expect(events?.['count']).toBeGreaterThan(1000)
    expect(events?.['count']).toBeLessThan(12_000)
    expect(await rows('select id from audit_events where id > 1 order by at, id')).toEqual(
      await rows('select id from audit_events where id > 1 order by id'),
    )
    // What the overview counts.
    for (const event of ['authn_login_success', 'authn_login_fail', 'user_created', 'access_requested'])
      expect(await count(`audit_events where event = '${event}' and at > now() - interval '30 days'`)).toBeGreaterThan(
        3,
      )
    expect(await count('user_sign_ins where last_signed_in_at is not null')).toBeGreaterThan(1_500)
    const longAgo =
      "user_sign_ins where last_signed_in_at between now() - interval '366 days' and now() - interval '200 days'"
    expect(await count(longAgo)).toBeGreaterThan(50)
  })

  test('has announcements in every state and for every kind of audience', async () => {
    const inForce = `status = 'published' and effective_from <= ${today} and (effective_to is null or effective_to >= ${today})`
    expect(await count(`announcements where ${inForce}`)).toBe(10)
    expect(await count(`announcements where status = 'published' and effective_from > ${today}`)).toBe(1)
    for (const state of ['review', 'expired', 'deleted'])
      expect(await count(`announcements where status = '${state}'`)).toBe(1)
    for (const audience of ['all', 'external', 'internal'])
      expect(await count(`announcements where ${inForce} and audience = '${audience}'`)).toBeGreaterThan(0)
    for (const targets of ['clients', 'departments', 'industries', 'systems'])
      expect(await count(`announcement_${targets}`)).toBeGreaterThan(0)
    expect(await count(`announcements where ${inForce} and kind = 'operational'`)).toBe(1)
    expect(await count('user_announcements where dismissed_version = 1')).toBeGreaterThan(10)
  })

  test('brands the portal and two clients with small pictures', async () => {
    const brands = await rows(
      `select (select length(image) from brand_images where key = logo_etag) as logo,
              (select length(image) from brand_images where key = home_background_etag) as home,
              (select length(image) from brand_images where key = login_background_etag) as login from branding_versions`,
    )
    expect(brands).toHaveLength(3)
    for (const { logo, home, login } of brands)
      for (const size of [logo, home, login]) {
        expect(size).toBeGreaterThan(500)
        expect(size).toBeLessThan(80_000)
      }
  })

  test('has documents that are what their names say', async () => {
    const found = await rows(
      'select d.extension, v.file_id as key from documents d join document_versions v on v.document_id = d.id',
    )
    const beginnings: Readonly<Record<string, string>> = { csv: '', pdf: '%PDF-1.4', png: '\u0089PNG', xlsx: 'PK' }
    for (const { extension, key } of found)
      expect(stored.get(String(key))?.toString('latin1')).toMatch(new RegExp(`^${beginnings[String(extension)]}`))
    expect(new Set(found.map(({ extension }) => extension))).toEqual(new Set(['csv', 'pdf', 'png', 'xlsx']))
  })

  test('has a picture with a symbol for every tile', async () => {
    expect(await count('sections s left join section_images i on i.section_id = s.id where i.png is null')).toBe(0)
    expect(await count('(select distinct etag from section_images) pictures')).toBe(sections.length)
  })

  test('has tiles on which white text is readable', () => {
    for (const { name, color } of sections)
      expect({ name, contrast: contrastWithWhite(color) >= 4.5 }).toEqual({ name, contrast: true })
  })

  test('continues numbering after its own ids', async () => {
    const [made] = await rows(`insert into pages (name, system_id) values ('New', 100) returning id > 139 as "isNext"`)
    expect(made).toEqual({ isNext: true })
    await rows("delete from pages where name = 'New'")
  })
})

/** Contrast of WCAG 2 between white and a color of six hexadecimal digits. */
function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

test('what is stored as formatted text is clean: announcements, and the default license (S59)', async () => {
  const texts = await rows(`
    select message_html as html from announcements union all select html from license_texts
    union all select translated.value ->> 'html' from license_texts, jsonb_each(translations) translated`)
  expect(texts.length).toBeGreaterThan(10)
  for (const { html } of texts) expect(await cleanRichText(String(html))).toBe(html)
})
