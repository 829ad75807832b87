import {
  getAccessChange,
  listAccessChanges,
  startAccessChange,
  undoAccessChange,
} from '@portico/contract/access-changes/access-changes.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

type Start = RequestOf<typeof startAccessChange>['body']
type Query = RequestOf<typeof listAccessChanges>['query']

let portal: Portal
let portalAdmin: Browser
/** Internal, administers Ledger alone. */
let systemAdmin: Browser
/** Of the employer of the people, administers Ledger there. */
let clientAdmin: Browser
let ledger: number
let ledgerPage: number
let people: MadeUser[]

beforeAll(async () => {
  portal = await startPortal()
  const { make } = portal
  const client = await make.client({ name: 'Harbor' })
  ledger = await make.system({ name: 'Ledger' })
  ledgerPage = await make.page({ system_id: ledger, section_id: await make.section(), name: 'Entries' })
  people = [await make.user({ client_id: client }), await make.user({ client_id: client, status: 2 })]
  portalAdmin = await adminOf({ is_internal: true, first_name: 'Grace', last_name: 'Hopper' })
  systemAdmin = await adminOf({ is_internal: true, first_name: 'Ada', last_name: 'Byron' }, ledger)
  clientAdmin = await adminOf({ client_id: client }, ledger)
})
afterAll(() => portal.close())
beforeEach(() => portal.owner('delete from access_changes'))

async function adminOf(columns: Record<string, unknown>, administers?: number): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, ['User Administration'])
  if (administers !== undefined) {
    await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [user.id])
    await portal.make.grant(user, { systemId: administers, isAdmin: true })
  }
  return portal.as(user)
}

const start = (admin: Browser, more: Partial<Start> = {}) =>
  admin.call(startAccessChange, {
    params: { uid: admin.userId },
    body: { kindCd: 'give', userIds: people.map(({ id }) => id), userSystems: [{ systemId: ledger }], ...more },
  })
const list = (admin: Browser, query: Query = {}) =>
  admin.call(listAccessChanges, { params: { uid: admin.userId }, query })
const idsOf = async (admin: Browser, query?: Query) =>
  (await list(admin, query)).map(({ accessChangeId }) => accessChangeId)

test('an administrator finds their acts, the newest first, with what each came to and until when it can be undone', async () => {
  const given = await start(portalAdmin, { userPages: [{ pageId: ledgerPage }], reasonTxt: 'Audit season' })
  const ended = await start(portalAdmin, { kindCd: 'end' })
  await portal.owner(`update access_changes set created_at = created_at - interval '1 hour' where id = $1`, [
    given.accessChangeId,
  ])
  const [newest, oldest] = await list(portalAdmin)
  expect(newest).toMatchObject({ accessChangeId: ended.accessChangeId, kindCd: 'end', stateCd: 'done' })
  expect(oldest).toMatchObject({
    accessChangeId: given.accessChangeId,
    kindCd: 'give',
    stateCd: 'done',
    applications: [
      { systemNm: 'Ledger', pageNm: null },
      { systemNm: 'Ledger', pageNm: 'Entries' },
    ],
    reasonTxt: 'Audit season',
    startedByNm: 'Grace Hopper',
    userCnt: 2,
    changedCnt: 1,
    leftOutCnt: 1,
    waitingCnt: 0,
  })
  expect(oldest?.undoUntilDt).not.toBeNull()
})

test('an act that was undone, or ended more than a day ago, cannot be undone', async () => {
  const first = await start(portalAdmin)
  await portalAdmin.call(undoAccessChange, {
    params: { uid: portalAdmin.userId, accessChangeId: first.accessChangeId },
  })
  await start(portalAdmin)
  await portal.owner(`update access_changes set ended_at = clock_now() - interval '25 hours' where state = 'done'`)
  expect((await list(portalAdmin)).map(({ stateCd, undoUntilDt }) => [stateCd, undoUntilDt])).toEqual([
    ['done', null],
    ['undone', null],
  ])
})

test('administrators see their own acts alone, portal administrators those of everybody, without undoing them', async () => {
  const own = await start(portalAdmin)
  const other = await start(systemAdmin, { kindCd: 'end' })
  expect(await idsOf(systemAdmin)).toEqual([other.accessChangeId])
  expect(await idsOf(portalAdmin)).toEqual([other.accessChangeId, own.accessChangeId])
  const [seen] = await list(portalAdmin)
  expect(seen).toMatchObject({ startedByNm: 'Ada Byron', undoUntilDt: null })
  const one = (admin: Browser, { accessChangeId }: { accessChangeId: number }) =>
    admin.send(getAccessChange, { params: { uid: admin.userId, accessChangeId } })
  expect(await one(portalAdmin, other)).toMatchObject({ code: '200', data: { leftOut: [{}] } })
  expect(await one(systemAdmin, own)).toMatchObject({ code: '404' })
})

test('an administrator of an employer sees no act of an internal administrator (AUTZ-010)', async () => {
  await start(portalAdmin)
  const own = await start(clientAdmin, { kindCd: 'end' })
  expect(await idsOf(clientAdmin)).toEqual([own.accessChangeId])
})

test('acts are found by kind and state, and acts of the same moment keep their order over pages', async () => {
  const given = await start(portalAdmin)
  const ended = await start(portalAdmin, { kindCd: 'end' })
  expect(await idsOf(portalAdmin, { kindCd: 'end' })).toEqual([ended.accessChangeId])
  expect(await idsOf(portalAdmin, { stateCd: 'running' })).toEqual([])
  await portal.owner(
    `insert into access_changes (owner_id, client_id, kind, permissions, is_fresh, state, session_id, request_id, address,
       created_at)
     select owner_id, client_id, kind, permissions, is_fresh, 'stopped', session_id, request_id, address,
            '2024-05-01T10:00:00Z' from access_changes, generate_series(1, 20) where id = $1`,
    [given.accessChangeId],
  )
  const pages = [
    ...(await idsOf(portalAdmin, { stateCd: 'stopped', pageNo: 1 })),
    ...(await idsOf(portalAdmin, { stateCd: 'stopped', pageNo: 2 })),
  ]
  expect(pages).toEqual(pages.toSorted((one, another) => another - one))
  expect(new Set(pages).size).toBe(20)
})
