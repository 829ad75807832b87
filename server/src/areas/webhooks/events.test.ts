import { listEvents } from '@portico/contract/webhooks/events.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { makeServiceAccount, program } from '../../../test/service-accounts.ts'
import { run } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'
import { recordAudit } from '../audit/public.ts'

let portal: Portal
let northgate: number
let boss: MadeUser
let nora: MadeUser
beforeAll(async () => {
  portal = await startPortal()
  northgate = await portal.make.client({ name: 'Northgate' })
  boss = await portal.make.user({ user_name: 'petra.portal', is_internal: true })
  await portal.make.adminPages(boss, ['Audit Trail'])
  nora = await portal.make.user({ user_name: 'nora.north', client_id: northgate })
})
afterAll(() => portal.close())

const seal = () => portal.owner('select from seal_audit_events(100000)')
const happen = (n: number, clientId: number | null = northgate) =>
  portal.owner(
    `insert into audit_events (event, subject_user_id, client_id, after) values ('user_updated', $1, $2, $3)`,
    [nora.id, clientId, { n }],
  )
const reader = async (clientId?: number) => {
  const scopes = ['events'] as const
  const { token } = await makeServiceAccount(portal, { owner: boss, scopes, ...(clientId && { clientId }) })
  const caller = program(portal, token)
  return (query: object = {}) => caller.call(listEvents, { params: { uid: boss.id }, query })
}
const numbersOf = ({ eventList }: { eventList: { data: { after: unknown } }[] }) =>
  eventList.flatMap(({ data: { after } }) => (after as { n?: number } | null)?.n ?? [])

test('a program reads events page by page, misses none that is committed late, and goes on where it ended', async () => {
  const read = await reader()
  await seal()
  let { nextNo: start } = await read({ limit: 500 })
  // One transaction takes its number first and is committed last.
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const late = portal.database.requests.transact(everything, async (tx) => {
    const entry = {
      event: 'user_updated',
      actorId: null,
      subjectId: nora.id,
      sessionId: null,
      after: { n: 1 },
    } as const
    recordAudit(tx, null, entry)
    await run(tx, sql`select 1`)
    begun.resolve()
    await end.promise
  })
  await begun.promise
  for (const n of [2, 3, 4]) await happen(n)
  expect(numbersOf(await read({ after: start }))).toEqual([])
  await seal()
  const first = await read({ after: start, limit: 2 })
  expect(numbersOf(first)).toEqual([2, 3])
  expect(first.moreFlg).toBe(true)
  const second = await read({ after: first.nextNo })
  expect(numbersOf(second)).toEqual([4])
  expect(second.moreFlg).toBe(false)
  end.resolve()
  await late
  await seal()
  const third = await read({ after: second.nextNo })
  expect(numbersOf(third)).toEqual([1])
  start = third.nextNo
  expect(await read({ after: start })).toEqual({ eventList: [], nextNo: start, moreFlg: false })
})

test('an account of an employer reads only events about its people', async () => {
  const all = await reader()
  await seal()
  const { nextNo } = await all({ limit: 500 })
  const other = await portal.make.client({ name: 'Other' })
  for (const [n, client] of [
    [11, northgate],
    [12, other],
    [13, null],
    [14, northgate],
  ] as const)
    await happen(n, client)
  await seal()
  expect(numbersOf(await all({ after: nextNo }))).toEqual([11, 12, 13, 14])
  const own = await (await reader(northgate))({ after: nextNo })
  expect(numbersOf(own)).toEqual([11, 14])
  expect(own.eventList[0]).toMatchObject({
    specversion: '1.0',
    source: portal.origin,
    type: 'portico.user_updated.v1',
    subject: `user/${nora.id}`,
  })
})

test('without the scope the call is closed, and a limit above the highest counts as that', async () => {
  const { token } = await makeServiceAccount(portal, { owner: boss, scopes: ['audit:read'] })
  const refused = await program(portal, token).send(listEvents, { params: { uid: boss.id }, query: {} })
  expect(refused.code).toBe('403')
  const read = await reader()
  expect((await read({ limit: 2_000_000 })).eventList.length).toBeLessThanOrEqual(500)
})
