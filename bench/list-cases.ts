import { type BenchData, FIRST_USER } from './load-data.ts'
import { onDatabase } from './postgres.ts'

interface Statement {
  text: string
  values: unknown[]
}

/** One question of a list, and the best statements that are known for it. */
export interface ListCase {
  name: string
  list: 'users' | 'events'
  query: Record<string, string>
  statements: Statement[]
  /** Whether the total of an answer can be right. */
  isExpected(total: number): boolean
}

/** An internal user, one with an open session unless another is given, gets the administration pages. */
export async function makeAdministrator(
  data: BenchData,
  pages: readonly string[] = ['User Administration', 'Audit Trail'],
  index = Math.ceil((data.withoutSession + 1) / 20) * 20,
): Promise<{ index: number; uid: number }> {
  const uid = FIRST_USER - 1 + index
  await onDatabase(data.url, async (client) => {
    await client.query(
      'insert into user_system_grants (user_id, system_id, is_admin) values ($1, 2, true) on conflict do nothing',
      [uid],
    )
    await client.query(
      `insert into user_page_grants (user_id, page_id)
       select $1, id from pages where system_id = 2 and name = any($2) on conflict do nothing`,
      [uid, pages],
    )
  })
  return { index, uid }
}

const EVENTS = ['user_updated', 'link_added', 'authn_login_success', 'document_shared', 'favorite_changed']

/** As many sealed events as users, loaded once; the portal finds nothing to seal. */
export async function loadEvents({ url, users }: BenchData): Promise<void> {
  await onDatabase(url, async (client) => {
    const { rowCount } = await client.query(`select from audit_events where target_kind = 'thing' limit 1`)
    if (rowCount) return
    await client.query('set synchronous_commit = off')
    await client.query(
      `insert into audit_events (at, event, actor_user_id, subject_user_id, client_id, target_kind, target_id, before, after)
       select now() - (2 + $1 - n) * interval '1 minute', ($2::text[])[1 + n % 5], id, id, client_id, 'thing', n % 1000, '{"name":"old"}', '{"name":"new"}'
         from (select row_number() over (order by id) as n, id, client_id from users where id >= ${FIRST_USER}) each
        order by n`,
      [users, EVENTS],
    )
    await client.query('select sealed from seal_audit_events($1)', [users + 1000])
    await client.query('vacuum analyze audit_events, audit_seals')
  })
}

const userColumns = `u.*, c.name as client_name, s.last_signed_in_at
  from (PAGE) page join users u on u.id = page.id join clients c on c.id = u.client_id left join user_sign_ins s on s.user_id = u.id
 order by page.first_name, page.last_name, page.id`
const userPage = (page: string) => `select ${userColumns.replace('PAGE', page)}`
const firstNames = (where: string, window: string) =>
  userPage(`select id, first_name, last_name from users where ${where} order by first_name, last_name, id ${window}`)
const counted = { text: 'select coalesce(sum(users), 0)::int as total from user_counts', values: [] }

/** One statement for a search that finds few, page and count for one that finds many. */
function searchStatements(text: string, isFrequent: boolean): Statement[] {
  const values = [`%${text}%`]
  const where = `search_text like $1`
  if (isFrequent)
    return [
      { text: firstNames(`(${where}) is true`, 'limit 15'), values },
      { text: `select count(*)::int as total from users where (${where}) is true`, values },
    ]
  return [
    {
      text: `with matches as materialized (select id, first_name, last_name from users where ${where})
        select (select count(*) from matches)::int as total, ${userColumns.replace(
          'PAGE',
          'select id, first_name, last_name from matches order by first_name, last_name, id limit 15',
        )}`,
      values,
    },
  ]
}

const eventPage = (where: string, order: string, window: string) => `
  select event.*, actor.user_name as actor, subject.user_name as subject, client.name as client
    from (select id, at from audit_events ${where} order by at ${order}, id ${order} ${window}) page
    join audit_events event on event.id = page.id
    left join users actor on actor.id = event.actor_user_id left join users subject on subject.id = event.subject_user_id
    left join clients client on client.id = event.client_id
   order by page.at ${order}, page.id ${order}`

/** Search terms are fixed; what is not searched is asked from both ends and from the middle. */
export function listCases({ users }: BenchData): ListCase[] {
  const pageCount = Math.floor(users / 15)
  const isAll = (total: number) => total >= users
  const user = (name: string, query: Record<string, unknown>, rest: Omit<ListCase, 'name' | 'list' | 'query'>) =>
    ({ name: `users, ${name}`, list: 'users', query, ...rest }) as ListCase
  const page = (name: string, pageNo: number) =>
    user(
      name,
      { pageNo },
      {
        statements: [counted, { text: firstNames('true', `offset ${(pageNo - 1) * 15} limit 15`), values: [] }],
        isExpected: isAll,
      },
    )
  const search = (nm: string, isFrequent: boolean, isExpected: (total: number) => boolean = (total) => total > 0) =>
    user(`“${nm}”`, { nm }, { statements: searchStatements(nm, isFrequent), isExpected })
  const events = (name: string, query: Record<string, string>, statements: string[]): ListCase => ({
    name: `events, ${name}`,
    list: 'events',
    query,
    statements: statements.map((text) => ({ text, values: [] })),
    isExpected: (total) => total > 0,
  })
  const count = (where: string) => `select count(*)::int as total from audit_events ${where}`
  return [
    page('first page', 1),
    page('page 500', 500),
    page('middle page', Math.floor(pageCount / 2)),
    page('last page', pageCount),
    search('a', true),
    search('an', true),
    search('ann', users > 200_000),
    search('smith', users > 200_000),
    search('anna smith', false),
    search('nothing like it', false, (total) => total === 0),
    events('newest first', {}, [eventPage('', 'desc', 'limit 15'), count('')]),
    events('oldest first', { sort: 'eventDt', direction: 'asc' }, [eventPage('', 'asc', 'limit 15'), count('')]),
    events('of one thing', { targetKindTxt: 'thing', targetIdTxt: '7' }, [
      eventPage(`where target_kind = 'thing' and target_id = '7'`, 'desc', 'limit 15'),
      count(`where target_kind = 'thing' and target_id = '7'`),
    ]),
    events('of one kind', { eventCd: 'link_added' }, [
      eventPage(`where event = 'link_added'`, 'desc', 'limit 15'),
      count(`where event = 'link_added'`),
    ]),
  ]
}
