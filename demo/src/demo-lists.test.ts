import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint, Shape } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '@portico/server/test/browser.ts'
import { demoWorldOf } from '@portico/server/test/demo-world.ts'
import { type Portal, startPortal } from '@portico/server/test/portal.ts'
import { knownSecrets } from './demo-secrets.ts'
import { loadDemoWorld } from './load-demo-world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  await loadDemoWorld({ ...demoWorldOf(portal), secrets: knownSecrets })
  browsers = await Promise.all(
    readers.map((userName) => portal.as({ userName, password: knownSecrets.passwordOf(userName) })),
  )
})
afterAll(() => portal.close())

/** Every call that answers with rows and needs nothing but the user. */
const lists = allEndpoints()
  .map(({ endpoint }) => endpoint)
  .filter(({ method, data }) => method === 'GET' && data?._zod.def.type === 'array')
  .filter(({ path }) => !/\{(?!uid\})/.test(path))

const readers = ['portal.admin', 'external.user', 'client.admin']
let browsers: readonly Browser[]

/** The most rows that one of the readers gets; null where the call needs more than the user. */
async function rowsOf(list: Endpoint): Promise<number | null> {
  const answers = await Promise.all(
    browsers.map(async (browser) => {
      const answer = await browser.request('GET', list.path.replace('{uid}', String(browser.userId)))
      return Array.isArray(answer.data) ? answer.data.length : null
    }),
  )
  const found = answers.filter((rows) => rows !== null)
  return found.length === 0 ? null : Math.max(...found)
}

/** Empty here, and why. */
const empty: Readonly<Record<string, string>> = {
  listSamlIdentityProviders: 'the server adds the demo’s own at its start (demo-company.test.ts)',
  listJobSchedules: 'the server adds the shipped ones at its start',
  listDocuments: 'the demo has them where there is a file storage (demo-world.test.ts)',
  listSharedDocuments: 'the same',
  listTrash: 'the same',
  listFiles: 'the same',
  listActiveApps: 'the readers have opened no application',
  getRecentVisits: 'nobody has opened anything yet',
  listUserImports: 'nobody has imported a file yet',
  listAccessChanges: 'nobody has given or ended access of many users yet',
  listDeletedApplications: 'nothing was deleted yet, and what is deleted ends grants',
  listUndeliveredMails: 'the demo delivers into its own mailbox',
}

test('every list of the demo has rows', async () => {
  const counted: [string, number | null][] = []
  for (const list of lists) counted.push([list.name, await rowsOf(list)])
  expect(counted.filter(([, rows]) => rows !== null).length).toBeGreaterThan(60)
  const none = counted.filter(([, rows]) => rows === 0).map(([name]) => name)
  expect(none.toSorted()).toEqual(Object.keys(empty).toSorted())
})

type Row = Readonly<Record<string, unknown>>
interface Definition {
  shape?: Record<string, Shape>
  innerType?: Shape
  entries?: Record<string, string>
}
const definitionOf = (shape: Shape | undefined) => shape?._zod.def as Definition | undefined

/** The columns by which a list can be sorted; none where it has one order. */
function columnsOf({ query, body }: Endpoint): string[] {
  const sort = definitionOf(query)?.shape?.['sort'] ?? definitionOf(body)?.shape?.['sort']
  let definition = definitionOf(sort)
  while (definition?.innerType) definition = definitionOf(definition.innerType)
  return Object.values(definition?.entries ?? {})
}

/** Its rows are cells without names; opened-report.test.ts sorts them by each column. */
const LIST_OF_CELLS = 'listReportRows'

const sortedLists = allEndpoints()
  .map(({ endpoint }) => endpoint)
  .filter(({ kind, name }) => kind !== 'attachment' && name !== LIST_OF_CELLS)
  .map((list): [string, Endpoint] => [list.name, list])
  .filter(([, list]) => columnsOf(list).length > 0)

/** Records that a list is about, by the id in its address. */
const about: Readonly<Record<string, string>> = {
  webhookId: `select id from webhooks where name = 'Made'`,
  clientId: 'select client_id as id from users group by 1 order by count(*) desc limit 1',
  announcementId: 'select announcement_id as id from user_announcements group by 1 order by count(*) desc limit 1',
  appId: 'select page_id as id from current_page_grants group by 1 order by count(*) desc limit 1',
  tileId: 'select section_id as id from pages where section_id is not null group by 1 order by count(*) desc limit 1',
  accessReviewId:
    'select review_id as id from access_review_items group by 1 order by count(distinct system_id) desc limit 1',
  userId: 'select user_id as id from user_system_grants group by 1 order by count(*) desc limit 1',
  jobScheduleSetupId: 'select id from job_schedules limit 1',
  setId: 'select set_id as id from permission_set_holders group by 1 order by count(*) desc limit 1',
  notificationTypeId:
    'select notification_type_id as id from user_notification_types group by 1 order by count(*) desc limit 1',
}

/** Columns that show the id of a value, and are in the order of its name. */
const ofNamedValues: readonly string[] = [
  'listSystemAnnouncements.type',
  'listSystemAnnouncements.userType',
  'listSystemAnnouncements.anncStatus',
]

/** What the demo lacks: rows with values of their own in each column, in no order. */
async function fillLists(): Promise<void> {
  const [admin, external] = browsers.map(({ userId }) => ({ id: userId }))
  if (!admin || !external) throw new Error('The readers of the demo are not signed in.')
  for (const [at, [name, extension, size]] of (
    [
      ['b plan', 'pdf', 30],
      ['c notes', 'csv', 20],
      ['a list', 'docx', 10],
    ] as const
  ).entries()) {
    const day = `2024-05-0${((at + 1) % 3) + 1}T10:20:30Z`
    const columns = { name: `${name}.${extension}`, extension, stored_at: day }
    const [own, theirs] = [
      await portal.make.document(admin, columns),
      await portal.make.document(at === 1 ? { id: browsers[2]?.userId ?? 0 } : external, columns),
    ]
    await portal.make.share(theirs, admin, { shared_at: day, expires_on: `2099-05-0${((at + 2) % 3) + 1}` })
    const file = await portal.make.publishedFile(at === 1 ? external : admin, columns)
    for (const [table, id] of [
      ['documents', own.id],
      ['documents', theirs.id],
      ['published_files', file.id],
    ] as const)
      await portal.owner(`update ${table} set size_bytes = $1 where id = $2`, [size, id])
    await portal.owner(
      `insert into outbox_mails (dedupe_key, to_address, template, state, attempts, created_at, client_id, last_error)
       select $1, $1 || '@example.test', 'password-changed', 'dead', $2, $3, id, 'refused' from clients
        order by id offset $4 limit 1`,
      [name.slice(0, 1), size, day, [2, 1, 3][at]],
    )
    await portal.owner(
      `insert into section_images (section_id, png, etag, updated_at)
       select id, '', $1, $2 from sections order by id offset $3 limit 1
       on conflict (section_id) do update set updated_at = excluded.updated_at`,
      [name, day, at],
    )
    await portal.owner('insert into resource_texts (key, content, changed_at) values ($1, $1, $2)', [
      ['link_added', 'access_sent', 'menu_home'][at],
      day,
    ])
    await portal.owner(
      `insert into access_changes (owner_id, client_id, kind, permissions, is_fresh, session_id, request_id, address, created_at)
       select id, client_id, 'give', '{"system": [], "page": []}', true, 1, 'made', '192.0.2.1', $2 from users where id = $1`,
      [admin.id, `2024-06-0${at + 1}T10:20:30Z`],
    )
    await portal.owner(
      `insert into job_runs (job_code, queue_job_id, started_at, ended_at, result)
       values ('made', gen_random_uuid(), $1, clock_now(), 'done')`,
      [`2024-06-0${at + 1}T10:20:30Z`],
    )
  }
  await portal.owner(`
    insert into job_schedules (code, name, cron) values ('made', 'Made', '0 1 * * *');
    insert into system_account_types (system_id, description, code)
      select id, 'Made', 'MADE' from systems where id > 2 and deleted_at is null
         and id not in (select system_id from system_account_types) limit 1;
    insert into notification_types (name, display_order) values ('Made', 90);
    insert into classification_types (code, description) values ('MADE', 'Made');
    insert into classification_values (type_id, code, short_text, medium_text, display_order)
      select id, 'made', 'Made', 'Made', 1 from classification_types where code = 'MADE';
    insert into application_settings (key, value, is_secret) values ('made', '', true);
    insert into webhooks (name, address, owner_id, client_id, sealed_secret, position, state, delivered_at)
      select made.name, 'https://made.example.com/', users.id, made.client_id, 'made.made', 0, 'off', clock_now() - made.age
        from users, (values ('Made', null::integer, interval '1 day'), ('Other', (select min(id) from clients), interval '2 days'))
             made (name, client_id, age)
       where user_name = 'portal.admin';
    insert into webhook_deliveries (webhook_id, kind, subject, created_at)
      select webhooks.id, 'user_updated', 'user/1', clock_now() - n * interval '1 hour'
        from webhooks, generate_series(2, 1, -1) n where webhooks.name = 'Made'`)
}

/** The address of a list about the reader and the records that it names. */
async function addressOf({ path }: Endpoint, reader: Browser): Promise<string> {
  const ids = new Map([['uid', String(reader.userId)]])
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const [found] = about[name] ? await portal.owner(about[name]) : []
    if (found) ids.set(name, String(found['id']))
  }
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? name)
}

async function rowsInOrder(list: Endpoint, sort: string, direction: string): Promise<Row[]> {
  const [admin] = browsers
  if (!admin) throw new Error('The readers of the demo are not signed in.')
  const order = { sort, direction, pageSize: '60' }
  const isInQuery = definitionOf(list.query)?.shape?.['sort'] !== undefined
  const address = await addressOf(list, admin)
  const body = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...order, pageSize: 60 }) }
  const answer = await (isInQuery
    ? admin.request(list.method, `${address}?${new URLSearchParams(order).toString()}`)
    : admin.request(list.method, address, body))
  expect(answer.code).toBe('200')
  const data = answer.data as Row[] | { result: Row[] }
  return ('result' in data ? data.result : data).map(asColumns)
}

/** The row with what it holds of other records, and the name of the owner as one. */
function asColumns(row: Row): Row {
  const parts = Object.values(row).filter((part): part is Row => part !== null && typeof part === 'object')
  const whole: Row = Object.assign({}, ...parts, row)
  return { ownerNm: `${String(whole['lastNm'])} ${String(whole['firstNm'])}`, ...whole }
}

/** In the order of a language, or of the signs of small letters. */
const inWords = (one: string, other: string) => one.localeCompare(other, 'en')
const inSigns = (one: string, other: string) =>
  one.toLowerCase() < other.toLowerCase() ? -1 : Number(one.toLowerCase() > other.toLowerCase())

/** A day of the wire, MM/dd/yyyy, as it is sorted. */
const sortable = (value: unknown) => String(value).replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2')

/** True for values that never fall; those that are missing stand at one end. */
function isRising(values: readonly unknown[]): boolean {
  const given = values.filter((value) => value !== null && value !== '')
  const [first, last] = [values.indexOf(given[0]), values.lastIndexOf(given.at(-1))]
  const areTogether = given.length === 0 || last - first + 1 === given.length
  return (
    areTogether &&
    [inWords, inSigns].some((compare) =>
      given.every((value, at) => {
        const before = given[at - 1] ?? value
        return typeof value === 'number' ? Number(before) <= value : compare(sortable(before), sortable(value)) <= 0
      }),
    )
  )
}

describe('every list stands in the order of each of its columns, both ways', () => {
  let names: ReadonlyMap<unknown, unknown>
  beforeAll(async () => {
    await fillLists()
    names = new Map(
      (await portal.owner('select id, code from classification_values')).map(({ id, code }) => [id, code]),
    )
  })

  test.each(sortedLists)('%s', async (name, list) => {
    const wrong: string[] = []
    for (const column of columnsOf(list)) {
      const isNamed = ofNamedValues.includes(`${name}.${column}`)
      const valuesIn = async (direction: string) =>
        (await rowsInOrder(list, column, direction)).map(({ [column]: value = null }) =>
          isNamed ? (names.get(value) ?? null) : value,
        )
      const [rising, falling] = [await valuesIn('asc'), (await valuesIn('desc')).toReversed()]
      // Of a long list the first page and the last one.
      const isOneList = isRising([rising.at(0) ?? null, falling.at(-1) ?? null])
      if (!isRising(rising) || !isRising(falling) || !isOneList) wrong.push(`${column}: ${JSON.stringify(rising)}`)
      if (new Set([...rising, ...falling]).size < 2) wrong.push(`${column} has one value`)
    }
    expect(wrong).toEqual([])
  })
})
