import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint, Shape } from '@portico/contract/kit/endpoint.ts'
import { TOTAL_HEADER } from '@portico/contract/kit/headers.ts'
import { fits } from '../../contract/test/wire-values.ts'
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
  facilityCd: 'select facility_code as id from customers group by 1 order by count(*) desc limit 1',
  clientId: 'select client_id as id from users group by 1 order by count(*) desc limit 1',
  clientid: 'select client_id as id from users group by 1 order by count(*) desc limit 1',
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
  await fillEqualRows(admin)
}

/** Rows that have the value of another one in each column but their name. */
async function fillEqualRows(admin: { id: number }): Promise<void> {
  const { id } = await portal.make.document(admin, {
    name: 'd plan.pdf',
    extension: 'pdf',
    stored_at: '2024-05-02T10:20:30Z',
  })
  await portal.owner('update documents set size_bytes = 30 where id = $1', [id])
  await portal.owner(`
    insert into webhook_deliveries (webhook_id, kind, subject, created_at)
      select webhook_id, kind, 'user/2', created_at from webhook_deliveries order by id desc limit 1;
    insert into access_changes (owner_id, client_id, kind, permissions, is_fresh, session_id, request_id, address, created_at)
      select owner_id, client_id, kind, permissions, is_fresh, session_id, request_id, address, created_at
        from access_changes order by id desc limit 1;
    with namesakes as (
      select array[one.id, other.id] as ids
        from users one join users other on other.last_name = one.last_name and other.id > one.id
         and other.first_name < one.first_name and not one.is_internal and not other.is_internal
         and one.status = 1 and other.status = 1
       order by 1 limit 1),
    asked as (
      insert into access_requests (user_id, page_id, reason, requested_at)
        select id, (select max(id) from pages where is_requestable), 'Made', '2024-05-02T10:20:30Z'
          from namesakes, unnest(ids) id on conflict do nothing)
    insert into enhancement_requests (user_id, client_id, section_id, comment, created_at)
      select id, client_id, (select min(id) from sections), 'Made', '2024-05-02T10:20:30Z'
        from users where id = any (select unnest(ids) from namesakes);
    insert into outbox_mails (dedupe_key, to_address, template, state, attempts, created_at, client_id, last_error)
      select 'd', 'd@example.test', template, state, attempts, created_at, client_id, last_error
        from outbox_mails where dedupe_key = 'a'`)
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

type Request = Readonly<Record<string, unknown>>
interface Page {
  rows: Row[]
  /** Of all pages. */
  total: number
}
type ReadPage = (request: Request) => Promise<Page>

const fieldsOf = ({ query, body }: Endpoint): Readonly<Record<string, Shape>> => ({
  ...definitionOf(query)?.shape,
  ...definitionOf(body)?.shape,
})

/** A request that the server refuses. */
class Refused extends Error {}

const pages = new Map<string, Page>()

/** What reads a list as the administrator of the portal; the same request is sent once. */
async function readerOf(list: Endpoint): Promise<ReadPage> {
  const [admin] = browsers
  if (!admin) throw new Error('The readers of the demo are not signed in.')
  const address = await addressOf(list, admin)
  const read = async (request: Request): Promise<Page> => {
    const asked = Object.entries(request).map(([name, value]): [string, string] => [name, String(value)])
    const answer = await (list.method === 'GET'
      ? admin.request(list.method, `${address}?${new URLSearchParams(asked).toString()}`)
      : admin.request(list.method, address, {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(request),
        }))
    if (answer.code !== '200') throw new Refused(`${list.name} ${JSON.stringify(request)}: ${answer.text}`)
    const data = answer.data as Row[] | { result: Row[]; totalResults: number }
    return 'result' in data
      ? { rows: data.result, total: data.totalResults }
      : { rows: data, total: Number(answer.headers.get(TOTAL_HEADER)) }
  }
  return async (request) => {
    const key = JSON.stringify([list.name, request])
    const page = pages.get(key) ?? (await read(request))
    pages.set(key, page)
    return page
  }
}

const LARGE_PAGE = 60

const orderOf = (list: Endpoint, column: string, direction: string): Request =>
  'sort' in fieldsOf(list)
    ? { sort: column, direction }
    : { orderByColumn: column, isOrderByDesc: direction === 'desc' ? 'Y' : 'N' }

async function rowsInOrder(list: Endpoint, sort: string, direction: string): Promise<Row[]> {
  const read = await readerOf(list)
  const { rows } = await read({ ...orderOf(list, sort, direction), pageSize: LARGE_PAGE })
  return rows.map(asColumns)
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

let filled: Promise<void> | undefined
/** Fills them once, after the lists of the demo were counted. */
const fillOnce = () => (filled ??= fillLists())

describe('every list stands in the order of each of its columns, both ways', () => {
  let names: ReadonlyMap<unknown, unknown>
  beforeAll(async () => {
    await fillOnce()
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

/** Lists with pages, and how each is asked for an order. */
const pagedLists = allEndpoints()
  .map(({ endpoint }) => endpoint)
  .filter(({ kind, name }) => kind !== 'attachment' && name !== LIST_OF_CELLS)
  .filter((list) => 'pageNo' in fieldsOf(list))
  .map((list): [string, Endpoint] => [list.name, list])

/** The columns by which a list with pages is sorted, one that names its order in words of its own too. */
const ordersOf = (list: Endpoint): string[] =>
  [...choicesOf(fieldsOf(list)['sort']), ...choicesOf(fieldsOf(list)['orderByColumn'])].map(String)

/** The words among which a shape lets choose. */
function choicesOf(shape: unknown): unknown[] {
  const def = (shape as { _zod?: { def: Record<string, unknown> } } | undefined)?._zod?.def
  if (!def) return []
  return [...Object.values(def['entries'] ?? {}), ...['innerType', 'in', 'out'].flatMap((part) => choicesOf(def[part]))]
}

const SMALL_PAGE = 15

/** The last rows of a list, as many as a large page has. */
async function readEnd(read: ReadPage, request: Request, total: number): Promise<Row[]> {
  const at = async (pageNo: number) =>
    (await read({ ...request, pageSize: LARGE_PAGE, ...(pageNo > 1 && { pageNo }) })).rows
  const last = Math.max(1, Math.ceil(total / LARGE_PAGE))
  const before = last > 1 ? await at(last - 1) : []
  return [...before, ...(await at(last))].slice(-LARGE_PAGE)
}

const textOf = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row))

/** The values of the id of the rows: the first whole number that each has for itself. */
function idsOf(rows: readonly Row[]): number[] {
  const names = Object.keys(rows[0] ?? {}).filter((name) => /Id$|Nbr$|^id$/.test(name))
  const values = names.map((name) => rows.map(({ [name]: value }) => value))
  const unique = values.find((each) => each.every(Number.isInteger) && new Set(each).size === each.length)
  return (unique ?? []) as number[]
}

/** Columns by which rows of one value stand before their ids do, as those of users of one name. */
const secondColumns: Readonly<Record<string, readonly string[]>> = {
  'listUsers.firstNm': ['lastNm'],
  'listUsers.lastNm': ['firstNm'],
  'listUsers.userStatus': ['firstNm', 'lastNm'],
  'listDeletedUsers.firstNm': ['lastNm'],
  'listDeletedUsers.lastNm': ['firstNm'],
  'listUserApplications.firstNm': ['lastNm'],
  'listUserApplications.lastNm': ['firstNm'],
  'listTileUsers.firstNm': ['lastNm'],
  'listTileUsers.lastNm': ['firstNm'],
  'listDirectoryPeople.firstNm': ['lastNm'],
  'listDirectoryPeople.lastNm': ['firstNm'],
  'listAnnouncementPersons.firstNm': ['lastNm'],
  'listAnnouncementPersons.lastNm': ['firstNm'],
  'listAccessRequests.lastNm': ['firstNm', 'userId'],
  'listReviewItems.lastNm': ['firstNm', 'userId'],
  'listEnhancementRequests.lastNm': ['firstNm', 'userId'],
}

/** Lists, or columns of them, in which rows of the same value stand in another order than that of their ids, and which. */
const otherSecondOrders: Readonly<Record<string, string>> = {
  'listUsers.lastLoginDt': 'the newest users first',
  listApplications: 'names',
  listClientApplications: 'names',
}

/** Columns in which rows without a value stand last, whichever way the others are sorted. */
const lastBothWays: readonly string[] = ['listResourceTexts.changedDt']

/** Lists in whose columns no two rows are equal. */
const withoutEqual: Readonly<Record<string, string>> = {
  listDepartmentRows: 'names are unique',
  listDirectoryGroups: 'the demo has a directory with few groups of different sizes',
  listDirectoryRequests: 'each has its moment',
  listFacilityRows: 'codes and names are unique',
  listAccessReviews: 'the demo has two, of different moments',
  listInternalDomainRows: 'domains are unique',
  listJobRuns: 'each has its moment',
  listLicenses: 'each client has one license, and each has its moment',
  listNotificationTypeUsers: 'user names are unique',
  listPermissionSets: 'names are unique, and the demo has sets of different sizes',
  listSecurityQuestionRows: 'questions and positions are unique',
}

const valuesOf = (rows: readonly Row[], column: string) =>
  rows.map((row) => JSON.stringify(asColumns(row)[column] ?? null))

/** Rows of one value that do not stand in the order of their other columns, or else of their ids. */
function misplaced(rows: readonly Row[], column: string, others: readonly string[]): string[] {
  const [values = [], ...further] = [column, ...others].map((each) => valuesOf(rows, each))
  return idsOf(rows).flatMap((id, at, ids) => {
    const before = ids[at - 1]
    if (before === undefined || values[at] !== values[at - 1]) return []
    const [fromOther, toOther] = further.map((each) => [each[at - 1], each[at]]).find(([from, to]) => from !== to) ?? []
    const isRight =
      fromOther === undefined ? before < id : isRising([fromOther, toOther].map((each) => JSON.parse(String(each))))
    return isRight ? [] : [`${before} before ${id}`]
  })
}

/** Names of equal rows that differ in what comes next: without any, their order is not compared. */
const hasPairs = (rows: readonly Row[], column: string, others: readonly string[]) => {
  const [values = [], ...further] = [column, ...others].map((each) => valuesOf(rows, each))
  return values.some((value, at) => value === values[at - 1] && further.some((each) => each[at] !== each[at - 1]))
}

function wrongSecondOrder(rows: readonly Row[], column: string, others: readonly string[]): string[] {
  const wrong = misplaced(rows, column, others)
  if (others.length > 0 && !hasPairs(rows, column, others)) wrong.push('no rows of one value')
  return wrong.map((what) => `${column}: ${what}`)
}

describe('rows of every list that are equal in a column stand in one order, on each page', () => {
  beforeAll(fillOnce)

  test.each(pagedLists)('%s', async (name, list) => {
    const read = await readerOf(list)
    const wrong: string[] = []
    let equal = 0
    for (const column of ordersOf(list)) {
      const [rising, falling] = [orderOf(list, column, 'asc'), orderOf(list, column, 'desc')]
      const { rows, total } = await read({ ...rising, pageSize: LARGE_PAGE })
      const end = await readEnd(read, falling, total)
      if (
        !lastBothWays.includes(`${name}.${column}`) &&
        textOf(rows).join('\n') !== textOf(end.toReversed()).join('\n')
      )
        wrong.push(`${column}: falling is another order than rising from its end`)
      const second = total > SMALL_PAGE ? await read({ ...rising, pageSize: SMALL_PAGE, pageNo: 2 }) : undefined
      if (second && textOf(second.rows).join('\n') !== textOf(rows.slice(SMALL_PAGE, 2 * SMALL_PAGE)).join('\n'))
        wrong.push(`${column}: the second of small pages differs`)
      if (!(name in otherSecondOrders) && !(`${name}.${column}` in otherSecondOrders))
        wrong.push(...wrongSecondOrder(rows, column, secondColumns[`${name}.${column}`] ?? []))
      if (new Set(textOf(rows)).size < rows.length) wrong.push(`${column}: a row stands there twice`)
      equal += rows.length - new Set(valuesOf(rows, column)).size
    }
    expect(wrong).toEqual([])
    expect(equal > 0).toBe(!(name in withoutEqual))
  })
})

/** What a request has besides its filters. */
const frame = ['sort', 'direction', 'orderByColumn', 'isOrderByDesc', 'pageNo', 'pageSize']

/** Every value within rows, with the name of its field. */
function valuesIn(part: unknown, name = ''): [name: string, value: unknown][] {
  if (Array.isArray(part)) return part.flatMap((one) => valuesIn(one, name))
  if (part === null || typeof part !== 'object') return [[name, part]]
  return Object.entries(part).flatMap(([key, value]) => valuesIn(value, key))
}

const VALUES_OF_FILTER = 4

/** Values for a filter that fit it: its words, what rows have under its name, and what they have under others. */
function valuesFor(name: string, shape: Shape, rows: readonly Row[]): unknown[] {
  const found = valuesIn(rows.slice(0, 20)).filter(([, value]) => value !== null && value !== '')
  const named = found.filter(([field]) => field === name).map(([, value]) => value)
  const words = found.flatMap(([, value]) => (typeof value === 'string' ? value.split(/[^\p{L}\d]+/u).slice(0, 1) : []))
  const others = found.map(([, value]) => value)
  const all = [...choicesOf(shape), ...named, 'Y', 'N', ...words.filter((word) => word.length > 2), ...others]
  const usual = ['1', '2024-05-03T00:00:00.000Z', '05/03/2024', '12/31/2099']
  const wire = [...all, ...usual].filter((value) => ['string', 'number'].includes(typeof value))
  const fitting = wire.flatMap((value) => [value, String(value)].find((form) => form !== '' && fits(shape, form)) ?? [])
  return [...new Set(fitting)].slice(0, VALUES_OF_FILTER)
}

/** How many rows all pages have; of a long list the pages before the last one are full. */
async function countRows(read: ReadPage, request: Request, { rows, total }: Page): Promise<number> {
  if (total <= LARGE_PAGE) return rows.length
  const pageNo = Math.ceil(total / LARGE_PAGE)
  const last = await read({ ...request, pageSize: LARGE_PAGE, pageNo })
  const further = await read({ ...request, pageSize: LARGE_PAGE, pageNo: pageNo + 1 })
  return (pageNo - 1) * LARGE_PAGE + last.rows.length + further.rows.length
}

describe('the total of every list is the number of rows on all pages, whatever filters it', () => {
  beforeAll(fillOnce)

  test.each(pagedLists)('%s', async (_name, list) => {
    const read = await readerOf(list)
    const { rows, total: all } = await read({ pageSize: LARGE_PAGE })
    const filters = Object.entries(fieldsOf(list)).filter(([name]) => !frame.includes(name))
    const wrong: unknown[] = []
    const compare = async (request: Request) => {
      const page = await read({ ...request, pageSize: LARGE_PAGE })
      const counted = await countRows(read, request, page)
      if (counted !== page.total || page.rows.length !== Math.min(page.total, LARGE_PAGE) || page.total > all)
        wrong.push({ request, total: page.total, counted })
    }
    await compare({})
    for (const [name, shape] of filters) {
      const results = await Promise.allSettled(valuesFor(name, shape, rows).map((value) => compare({ [name]: value })))
      const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      // Some values fit the shape and not the rule.
      if (failures.length === results.length) wrong.push({ name, failures })
      wrong.push(...failures.filter((failure) => !(failure instanceof Refused)))
    }
    expect(wrong).toEqual([])
  })
})

/** Choices that load more from an offset. */
const choices = allEndpoints()
  .map(({ endpoint }) => endpoint)
  .filter(({ query }) => definitionOf(query)?.shape?.['offset'] !== undefined)
  .map((list): [string, Endpoint] => [list.name, list])
/** Their answers have whole groups, or levels below each other; the tests of their areas count them. */
const ofGroups = ['listCustomerDescendants', 'listPciCustomerTree', 'listAccessCustomerTree']

test('choices whose answers have groups are there', () => {
  expect(choices.map(([name]) => name)).toEqual(expect.arrayContaining(ofGroups))
})

describe('choices that load more have each entry once, and say how many there are', () => {
  beforeAll(fillOnce)

  test.each(choices.filter(([name]) => !ofGroups.includes(name)))('%s', async (_name, list) => {
    const read = await readerOf(list)
    const [facility] = await portal.owner(String(about['facilityCd']))
    const given = 'facilityCd' in fieldsOf(list) ? { facilityCd: facility?.['id'] } : {}
    const word = ['keyword', 'searchPattern'].find((name) => name in fieldsOf(list))
    const words = word ? ['a', 'er'].map((text) => ({ ...given, [word]: text })) : []
    for (const request of [given, ...words]) {
      const { rows: first, total } = await read(request)
      const all = [...first]
      while (all.length < total) {
        const { rows } = await read({ ...request, offset: all.length })
        if (rows.length === 0) break
        all.push(...rows)
      }
      expect({ request, rows: all.length, different: new Set(textOf(all)).size }).toEqual({
        request,
        rows: total,
        different: total,
      })
      expect(total).toBeGreaterThan(0)
      for (const offset of new Set([1, total - 1])) {
        const page = await read({ ...request, offset })
        expect({ request, offset, ...page }).toEqual({
          request,
          offset,
          rows: all.slice(offset, offset + page.rows.length),
          total,
        })
      }
    }
  })
})
