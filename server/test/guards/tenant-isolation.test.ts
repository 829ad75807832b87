import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint, Shape } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../browser.ts'
import type { MadeUser } from '../make.ts'
import { type Portal, startPortal } from '../portal.ts'
import { sheetOf } from '../reports.ts'
import { makeWorld, openSession, type World } from './people.ts'
import { fillPath, sampleBody } from './sample-call.ts'

/** In every name of the other client and its users; searches type it in lower case, so that an echo is no leak. */
const MARK = 'Zzforeign'

let portal: Portal
let world: World
let stranger: MadeUser
/** An administrator of a client, with every page of the administration. */
let admin: Browser
let ids: Record<string, string>
/** What filters are tried with: words and ids of the other client, and days. */
let values: string[]
beforeAll(async () => {
  portal = await startPortal()
  world = await makeWorld(portal)
  const { make } = portal
  const system = Number(world.ids['systemid'])
  const made = await make.user({ first_name: 'Cara' })
  const pages = await portal.owner('select name from pages where system_id = 2')
  await make.adminPages(
    made,
    pages.map(({ name }) => String(name)),
  )
  await make.grant(made, { systemId: system, isAdmin: true, pageId: Number(world.ids['pageId']) })
  const colleague = await make.user({ client_id: made.clientId, first_name: 'Owen' })
  const client = await make.client({ name: `${MARK} Industries` })
  stranger = await make.user({
    client_id: client,
    user_name: MARK.toLowerCase(),
    first_name: MARK,
    last_name: MARK,
    email: `${MARK}@elsewhere.example`,
  })
  await make.user({ client_id: client, status: 3, first_name: MARK, last_name: MARK })
  await make.grant(stranger, { systemId: system, pageId: Number(world.ids['pageId']) })
  await openSession(portal, stranger)
  await portal.owner(
    "insert into user_facility_grants (user_id, facility_code, all_customers) select unnest($1::int[]), 'EDH', true",
    [[made.id, stranger.id]],
  )
  await portal.owner(
    "insert into access_requests (user_id, page_id, reason) values ($1, $2, 'For the work at ' || $3::text)",
    [stranger.id, Number(world.ids['pageId']), MARK],
  )
  await portal.owner(
    'insert into enhancement_requests (user_id, client_id, section_id, comment) values ($1, $2, $3, $4)',
    [stranger.id, client, Number(world.ids['sectionId']), MARK],
  )
  await portal.owner(
    `insert into audit_events (event, actor_user_id, subject_user_id, client_id, target_kind, target_id, after)
     values ('user_updated', $1::int, $1::int, $2, 'user', $1::int::text, jsonb_build_object('firstName', $3::text))`,
    [stranger.id, client, MARK],
  )
  await portal.owner(
    `insert into access_review_items (review_id, user_id, system_id, is_admin, has_sensitive_data, granted_at)
     values ($1, $2, $3, false, false, clock_now())`,
    [Number(world.ids['accessReviewId']), stranger.id, system],
  )
  await portal.owner(
    `insert into access_changes (owner_id, client_id, kind, permissions, reason, is_fresh, session_id, request_id, address)
     values ($1, $2, 'give', '{"system": [], "page": []}', $3, true, 1, 'request', '127.0.0.1')`,
    [stranger.id, client, MARK],
  )
  await portal.owner(
    `insert into access_requests (user_id, page_id, reason, state, ended_at, decided_by)
     values ($1, $2, 'For my work', 'declined', clock_now(), $3)`,
    [colleague.id, Number(world.ids['pageId']), stranger.id],
  )
  await nameAsActor(stranger)
  admin = await openSession(portal, made)
  ids = { ...world.ids, userId: String(stranger.id) }
  values = [MARK.toLowerCase(), String(stranger.id), String(client), String(system), '01/01/2026', '2026-01-01']
})
afterAll(() => portal.close())

/** Makes a user the one who acted, in every column that says who did. */
async function nameAsActor({ id }: MadeUser): Promise<void> {
  const columns = await portal.owner(
    `select key.conrelid::regclass::text as table, quote_ident(actor.attname) as column
       from pg_constraint key join pg_attribute actor on actor.attrelid = key.conrelid and actor.attnum = key.conkey[1]
      where key.contype = 'f' and key.confrelid = 'users'::regclass and actor.attname like '%\\_by'`,
  )
  expect(columns.length).toBeGreaterThan(30)
  for (const { table, column } of columns)
    await portal.owner(`update ${String(table)} set ${String(column)} = $1 where ${String(column)} is not null`, [id])
}

interface Definition {
  type: string
  shape?: Record<string, Shape>
  entries?: Record<string, string>
  innerType?: Shape
}
const definitionOf = (shape: Shape): Definition => (shape as unknown as { def: Definition }).def
const fieldsOf = (shape: Shape | undefined): [string, Shape][] =>
  shape === undefined ? [] : Object.entries(definitionOf(shape).shape ?? {})

/** Every value to try for a field: those of its own list, or all that name the other client. */
function triesOf(shape: Shape): string[] {
  const definition = definitionOf(shape)
  if (definition.innerType) return triesOf(definition.innerType)
  return definition.entries ? Object.values(definition.entries) : values
}

/** Lists, exports and look-ups of the administration: they read, whatever their verb. */
const reads = allEndpoints()
  .map(({ endpoint }) => endpoint)
  .filter(({ guard }) => guard.kind === 'admin')
  .filter(({ method, name }) => method === 'GET' || /^(list|export|search|find|preview|measure|dryRun)/.test(name))

/** The call as it is, with each filter and value alone, and with each sort in both directions. */
function variantsOf({ query, body }: Endpoint, start: unknown): { search: string; body: unknown }[] {
  const searches = fieldsOf(query).flatMap(([name, shape]) =>
    triesOf(shape).flatMap((value) => {
      const search = `?${name}=${encodeURIComponent(value)}`
      return name === 'sort' ? [`${search}&direction=asc`, `${search}&direction=desc`] : [search]
    }),
  )
  const bodies = fieldsOf(body).flatMap(([name, shape]) =>
    triesOf(shape).map((value) => ({ ...(start as object), [name]: value })),
  )
  return [
    { search: '', body: start },
    ...searches.map((search) => ({ search, body: start })),
    ...bodies.map((each) => ({ search: '', body: each })),
  ]
}

/** Questions that are asked at the same time; a user has few exports at once. */
const lanesFor = ({ name }: Endpoint) => (name.startsWith('export') ? 1 : 8)

/** The questions whose answers show something of the other client. */
async function showing(browser: Browser, endpoint: Endpoint, areEnough: (count: number) => boolean): Promise<string[]> {
  const found: string[] = []
  const own = { ...ids, uid: String(browser.userId), adminId: String(browser.userId) }
  const ask = async ({ search, body }: { search: string; body: unknown }) => {
    const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const sent = body === undefined ? {} : json
    const answer = await browser.request(endpoint.method, fillPath(endpoint.path, own) + search, sent)
    expect(answer.status).toBeLessThan(500)
    const text = isWorkbook(answer) ? await workbookText(browser, endpoint, body) : answer.text
    if (text.includes(MARK)) found.push(`${search} ${JSON.stringify(body) ?? ''}`)
    return answer.status
  }
  const [first, ...others] = variantsOf(endpoint, withCsv(sampleBody(endpoint, portal.origin, own)))
  // Whom they may not ask answers alike to every question.
  if (!first || (await ask(first)) === 403) return found
  const lanes = lanesFor(endpoint)
  for (let at = 0; at < others.length && !areEnough(found.length); at += lanes)
    await Promise.all(others.slice(at, at + lanes).map(ask))
  return found
}

test.each(reads.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]))(
  '%s never shows an administrator of a client a row of another client, by no filter and in no order (AUTZ-010, S41)',
  async (_, endpoint) => {
    expect(await showing(admin, endpoint, () => false)).toEqual([])
  },
)

test('the same questions show a portal administrator the other client', async () => {
  const browser = await openSession(portal, world.users.portalAdmin)
  const seen: string[] = []
  for (const endpoint of reads)
    if ((await showing(browser, endpoint, (count) => count > 0)).length > 0) seen.push(endpoint.name)
  expect(seen).toEqual(
    expect.arrayContaining([
      'listUsers',
      'exportUsers',
      'listDeletedUsers',
      'exportDeletedUsers',
      'getUserDetail',
      'listAccessChanges',
      'listTileUsers',
      'listUserTiles',
      'listAccessRequests',
      'listEnhancementRequests',
      'listReviewItems',
      'exportReviewItems',
      'listAuditEvents',
      'exportAuditEvents',
      'exportUserListReport',
      'exportAccessReport',
      'searchAuditClients',
      'searchEmployers',
    ]),
  )
})

const isWorkbook = ({ headers }: { headers: Headers }) => (headers.get('content-type') ?? '').includes('spreadsheetml')
/** The values of a spreadsheet that comes in no other format. */
const workbookText = async (browser: Browser, endpoint: Endpoint, body: unknown): Promise<string> =>
  (await sheetOf(browser, endpoint, body as object, ids)).rows.flat().join('\n')

const withCsv = (body: unknown) =>
  typeof body === 'object' && body !== null && 'format' in body ? { ...body, format: 'csv' } : body
