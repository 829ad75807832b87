import { listAccessRequests } from '@portico/contract/access-requests/access-requests.ts'
import { listReviewItems } from '@portico/contract/access-reviews/access-reviews.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { mayManageInSql } from '../permissions/public.ts'
import { canDecide } from './decider-sql.ts'

const administrators = [
  'of the portal',
  'of all applications',
  'of one application',
  'of one application without its page',
  'of my employer',
  'of my employer, who may sign on as others',
  'of another employer',
  'of the portal’s pages at my employer',
  'of nothing',
] as const

let portal: Portal
let review: number
const browsers = {} as Record<(typeof administrators)[number], Browser>

beforeAll(async () => {
  portal = await startPortal()
  const { make } = portal
  const idOf = async (text: string, values: unknown[]) => Number((await portal.owner(text, values))[0]?.['id'])
  const [mine, another] = [await make.client(), await make.client()]
  const section = await make.section()
  const [ledger, trips, gone] = [await make.system(), await make.system(), await make.system()]
  const page = (system_id: number, is_assignable: boolean) =>
    make.page({ system_id, section_id: section, is_assignable, is_requestable: true })
  const [held, whole, other] = [await page(ledger, true), await page(ledger, false), await page(trips, true)]

  const people: MadeUser[] = []
  const administrator = async (
    name: (typeof administrators)[number],
    columns: Record<string, unknown>,
    { systems = [], pages = [] }: { systems?: number[]; pages?: number[] } = {},
  ) => {
    const made = await make.user(columns)
    await make.adminPages(made, ['User Administration'])
    if (name !== 'of the portal' && !name.includes('portal’s'))
      await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [made.id])
    for (const systemId of systems) await make.grant(made, { systemId, isAdmin: true })
    for (const pageId of pages)
      await portal.owner('insert into user_page_grants (user_id, page_id) values ($1, $2)', [made.id, pageId])
    browsers[name] = await openSession(portal, made)
    people.push(made)
  }
  const internal = { is_internal: true, client_id: another }
  await administrator('of the portal', internal)
  await administrator('of all applications', internal, { systems: [ledger, trips, gone], pages: [held, other] })
  await administrator('of one application', internal, { systems: [ledger], pages: [held] })
  await administrator('of one application without its page', internal, { systems: [ledger] })
  const both = { systems: [ledger, trips], pages: [held] }
  await administrator('of my employer', { client_id: mine }, both)
  await administrator('of my employer, who may sign on as others', { client_id: mine, may_sign_on_as: true }, both)
  await administrator('of another employer', { client_id: another }, both)
  await administrator('of the portal’s pages at my employer', { client_id: mine }, both)
  await administrator('of nothing', { client_id: mine })

  for (const columns of [
    { client_id: mine },
    { client_id: another },
    { client_id: mine, is_internal: true },
    { client_id: mine, may_sign_on_as: true },
    { client_id: mine, status: 2 },
  ])
    people.push(await make.user(columns))
  const withGrants = async (text: string, ...values: unknown[]) => {
    const made = await make.user({ client_id: mine })
    await portal.owner(text, [made.id, ...values])
    people.push(made)
    return made
  }
  const grant = 'insert into user_system_grants (user_id, system_id, is_admin, valid_from, valid_to, closed_by)'
  await withGrants(`${grant} values ($1, $2, true, clock_now(), null, null)`, ledger)
  await withGrants(`${grant} values ($1, $2, true, clock_now() + interval '1 day', null, null)`, trips)
  await withGrants(
    `${grant} values ($1, $2, true, clock_now() - interval '2 days', clock_now() - interval '1 day', null)`,
    trips,
  )
  await withGrants(
    `insert into user_page_grants (user_id, page_id) select $1, id from pages where name = 'Client Settings'`,
  )
  await withGrants(
    `insert into user_page_grants (user_id, page_id) select $1, id from pages where name = 'User Administration'`,
  )
  // Who administered an application whose deletion can be taken back.
  const former = await withGrants(
    `with ended as (update systems set deleted_at = clock_now() where id = $2 returning deleted_at)
     ${grant} select $1, $2, true, deleted_at - interval '1 day', deleted_at, $3 from ended`,
    gone,
    people[0]?.id,
  )
  await portal.owner(
    `insert into undo_offers (kind, user_id, snapshot, expires_at)
     values ('delete systems', $1, jsonb_build_object('ids', jsonb_build_array($2::integer)), clock_now() + interval '1 hour')`,
    [people[0]?.id, gone],
  )
  const [counted] = await portal.owner('select admin_system_ids as ids from protected_authorities where user_id = $1', [
    former.id,
  ])
  if (String(counted?.['ids']) !== String(gone)) throw new Error('The deleted application does not count.')

  const set = async (name: string, given: [system: number, page: number | null][]) => {
    const id = await idOf('insert into permission_sets (name, owner_id) values ($1, $2) returning id', [
      name,
      people[0]?.id,
    ])
    for (const [systemId, pageId] of given)
      await portal.owner('insert into permission_set_items (set_id, system_id, page_id) values ($1, $2, $3)', [
        id,
        systemId,
        pageId,
      ])
    return id
  }
  const sets = [
    await set('Nothing', []),
    await set('Ledger', [[ledger, null]]),
    await set('Ledger and its page', [
      [ledger, null],
      [ledger, held],
    ]),
    await set('Ledger and trips', [
      [ledger, null],
      [trips, null],
    ]),
    await set('Trips and its page', [
      [trips, null],
      [trips, other],
    ]),
  ]
  const states = ['pending', 'granted', 'declined', 'withdrawn', 'closed']
  await portal.owner(
    `insert into access_requests (user_id, page_id, set_id, reason, state, ended_at, decided_by)
     select person, asked.page, asked.set, 'Please', state, case when state <> 'pending' then clock_now() end,
            case when state in ('granted', 'declined') then $4::integer end
       from unnest($1::integer[]) person, unnest($5::text[]) state,
            (select page, null::integer from unnest($2::integer[]) page
             union all select null, id from unnest($3::integer[]) id) asked(page, set)`,
    [people.map(({ id }) => id), [held, whole, other], sets, people[0]?.id, states],
  )
  review = await idOf(
    `insert into access_reviews (client_id, started_by, due_at) values ($1, $2, clock_now() + interval '9 days') returning id`,
    [mine, people[0]?.id],
  )
  await portal.owner(
    `insert into access_review_items (review_id, user_id, system_id, is_admin, has_sensitive_data, granted_at, decision, decided_by, decided_at)
     select $1, person, system, false, false, clock_now(), state, case when state is not null then $4::integer end,
            case when state is not null then clock_now() end
       from unnest($2::integer[]) person, (values ($3::integer, 'confirmed'), ($5::integer, null)) given(system, state)`,
    [review, people.map(({ id }) => id), ledger, people[0]?.id, trips],
  )
  await portal.owner(
    `insert into user_system_grants (user_id, system_id)
     select person, $2 from unnest($1::integer[]) with ordinality each(person, at) where at % 2 = 0
     on conflict do nothing`,
    [people.map(({ id }) => id), trips],
  )
})
afterAll(() => portal.close())

const rulers = `
  join protected_authorities target_held on target_held.user_id = target.id
  join users admin on admin.id = $1
  join user_authorities held on held.user_id = admin.id`

describe('an administrator', () => {
  test.each(administrators)(
    '%s finds in the list exactly the requests that they can decide one by one (E4)',
    async (name) => {
      const browser = browsers[name]
      const found = async (query: object) =>
        (
          await browser.call(listAccessRequests, {
            params: { uid: browser.userId },
            query: { pageSize: 60, ...query },
          })
        ).map(({ accessRequestId }) => accessRequestId)
      for (const [stateCd, states] of [
        ['pending', ['pending']],
        ['decided', ['granted', 'declined', 'closed']],
      ] as const) {
        const listed: number[] = []
        for (
          let pageNo = 1, rows = await found({ stateCd });
          rows.length;
          rows = await found({ stateCd, pageNo: ++pageNo })
        )
          listed.push(...rows)
        const decidable = await portal.owner(
          `select request.id from access_requests request join users target on target.id = request.user_id
           left join pages page on page.id = request.page_id ${rulers}
          where request.state = any ($2) and target.status = 1 and (${canDecide})
          order by request.requested_at, request.id`,
          [browser.userId, states],
        )
        expect(listed).toEqual(decidable.map(({ id }) => id))
        const isSomething = ['of the portal', 'of my employer', 'of one application'].includes(name)
        expect(listed.length).toBeGreaterThanOrEqual(isSomething ? 1 : 0)
      }
    },
  )

  test.each(administrators)(
    '%s finds in a review exactly the access that they can decide one by one (E4)',
    async (name) => {
      const browser = browsers[name]
      const states = {
        undefined: ['pending', 'confirmed', 'gone'],
        waiting: ['pending'],
        decided: ['confirmed', 'gone'],
      }
      for (const stateCd of [undefined, 'waiting', 'decided'] as const) {
        const answer = await browser.send(listReviewItems, {
          params: { uid: browser.userId, accessReviewId: review },
          query: { pageSize: 60, ...(stateCd && { stateCd }) },
        })
        const decidable = await portal.owner(
          `select item.id, item.state from access_review_states item join users target on target.id = item.user_id ${rulers}
          where held.is_portal_admin
             or (item.system_id = any (held.admin_system_ids) and item.user_id <> admin.id and ${mayManageInSql})
          order by target.last_name, target.first_name, target.id, item.id`,
          [browser.userId],
        )
        // Who sees nothing of a review does not learn of it.
        expect(answer.status).toBe(decidable.length ? 200 : 404)
        if (answer.status !== 200) continue
        const rows = answer.data as readonly { accessReviewItemId: number; itemStateCd: string }[]
        expect(rows.map(({ accessReviewItemId, itemStateCd }) => [accessReviewItemId, itemStateCd])).toEqual(
          decidable
            .filter(({ state }) => states[`${stateCd}`].includes(String(state)))
            .map(({ id, state }) => [id, state]),
        )
      }
    },
  )
})
