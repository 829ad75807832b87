import {
  decideAccessRequest,
  listAccessRequests,
  listOwnAccessRequests,
  listRequestableSets,
  requestPermissionSet,
  withdrawAccessRequest,
} from '@portico/contract/access-requests/access-requests.ts'
import {
  createPermissionSet,
  listPermissionSetsOfUser,
  updatePermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { getUserOverview } from '@portico/contract/users/user-overview.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grace, startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { permissionSets } from '../../../test/permission-sets.ts'
import type { Portal } from '../../../test/portal.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { readMailbox } from '../mail/public.ts'
import { accessRequestSyncJob } from './access-request-sync.job.ts'

let portal: Portal
let staff: Browser
let user: MadeUser
let home: Browser
let ledger: number
let entries: number
let mail: number
let setId: number
let count = 0

beforeAll(async () => {
  ;({ portal, browser: staff } = await startWithAdmin(['User Administration'], grace))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner('delete from outbox_mails')
  await portal.owner('delete from access_requests')
  await portal.owner('update permission_sets set is_requestable = false')
  user = await portal.make.user({ client_id: await portal.make.client(), first_name: 'Bea', last_name: 'Ivers' })
  home = await openSession(portal, user)
  ledger = await portal.make.system({ name: `Ledger ${++count}` })
  mail = await portal.make.system({ name: `Mail ${count}` })
  entries = await portal.make.page({
    name: `Entries ${count}`,
    system_id: ledger,
    section_id: await portal.make.section(),
  })
  setId = await made()
})

interface Made {
  clientId?: number | null
  systemIds?: number[]
  pageIds?: number[]
  requestableFlg?: boolean
}

/** A set that users may ask for, unless it is said otherwise. */
async function made({
  clientId = null,
  systemIds = [ledger, mail],
  pageIds = [entries],
  requestableFlg = true,
}: Made = {}) {
  const body = { setNm: `Clerk ${++count}`, descriptionTxt: 'Keeps the books', systemIds, pageIds }
  return (
    await staff.call(createPermissionSet, {
      params: { uid: staff.userId },
      body: { ...body, clientId, requestableFlg },
    })
  ).setId
}

/** An administrator of the employer, of these systems, who holds the page. */
async function systemAdmin(...systemIds: number[]) {
  const admin = await portal.make.user({ client_id: user.clientId })
  await portal.make.adminPages(admin, ['User Administration'])
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [admin.id])
  for (const systemId of systemIds)
    await portal.make.grant(admin, { systemId, isAdmin: true, ...(systemId === ledger && { pageId: entries }) })
  return openSession(portal, admin)
}

const uid = (browser: Browser) => ({ uid: browser.userId })
const offered = async (browser = home) =>
  (await browser.call(listRequestableSets, { params: uid(browser) })).map(({ setId: id, requestableStateCd }) => [
    id,
    requestableStateCd,
  ])
const ask = (id = setId) =>
  home.send(requestPermissionSet, { params: uid(home), body: { setId: id, reasonTxt: 'I keep the books' } })
async function asked(): Promise<number> {
  const body = { setId, reasonTxt: 'I keep the books' }
  return (await home.call(requestPermissionSet, { params: uid(home), body })).accessRequestId
}
const own = () => home.call(listOwnAccessRequests, { params: uid(home) })
const listed = (browser: Browser, query = {}) => browser.call(listAccessRequests, { params: uid(browser), query })
const decide = (
  browser: Browser,
  accessRequestId: number,
  body: { decisionCd: 'grant' | 'decline'; decisionTxt?: string; endDt?: Date } = { decisionCd: 'grant' },
) => browser.send(decideAccessRequest, { params: { ...uid(browser), accessRequestId }, body })
const held = async () =>
  (await staff.call(listPermissionSetsOfUser, { params: { uid: staff.userId, userId: user.id } })).map(
    ({ setId: id }) => id,
  )
const gives = () => [`Ledger ${count - 1}`, `Ledger ${count - 1} / Entries ${count - 1}`, `Mail ${count - 1}`]
const stateOf = async () => (await own()).map(({ requestStateCd }) => requestStateCd)
const syncRequests = () => accessRequestSyncJob({ db: portal.database.jobs }).run({}, jobContext())

describe('permission sets that can be asked for', () => {
  test('are those that are marked, of all clients and of my own, with what they give', async () => {
    const ofMine = await made({ clientId: user.clientId })
    await made({ clientId: await portal.make.client() })
    await made({ requestableFlg: false })
    expect((await offered()).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [setId, 'open'],
      [ofMine, 'open'],
    ])
    const [first] = await home.call(listRequestableSets, { params: uid(home) })
    expect(first).toMatchObject({ descriptionTxt: 'Keeps the books' })
    expect(first?.givesList.map((name) => name.replaceAll(/ \d+/g, ''))).toEqual(['Ledger', 'Ledger / Entries', 'Mail'])
  })

  test('never have pages of the administration, nor for me those of internal users', async () => {
    const [portalPage] = await portal.owner(`select id from pages where system_id = 2 and name = 'User Administration'`)
    await made({ systemIds: [2], pageIds: [Number(portalPage?.['id'])] })
    await portal.owner('update pages set is_internal_only = true where id = $1', [entries])
    expect(await offered()).toEqual([])
    const internal = await portal.make.user({ is_internal: true })
    expect(await offered(await openSession(portal, internal))).toEqual([[setId, 'open']])
  })

  test('that I have or have asked for are said to be so, and others are unknown to me', async () => {
    await asked()
    expect(await offered()).toEqual([[setId, 'waiting']])
    await permissionSets(staff).give(setId, user)
    expect(await offered()).toEqual([[setId, 'held']])
    const hidden = await made({ requestableFlg: false })
    const [there, nowhere] = [await ask(hidden), await ask(2_000_000_000)]
    expect([there.status, there.message]).toEqual([403, nowhere.message])
    expect((await ask()).status).toBe(403)
  })

  test('are marked in the form of the set, which is recorded; a change that does not say so leaves it', async () => {
    const change = async (versionNr: number, requestableFlg?: boolean) =>
      staff.call(updatePermissionSet, {
        params: { uid: staff.userId, setId },
        body: {
          setNm: `Clerk ${count}`,
          descriptionTxt: '',
          systemIds: [ledger],
          pageIds: [],
          versionNr,
          ...(requestableFlg !== undefined && { requestableFlg }),
        },
      })
    await change(1)
    expect(await offered()).toEqual([[setId, 'open']])
    await change(2, false)
    expect(await offered()).toEqual([])
    const [event] = await portal.owner(
      `select after from audit_events where event = 'permission_set_changed' and target_id = $1 order by id desc limit 1`,
      [String(setId)],
    )
    expect(event?.['after']).toEqual({ isRequestable: false })
  })
})

describe('a request for a permission set', () => {
  test('goes to who administers what it gives and may give all of it, with what it gives', async () => {
    const [all, part] = [await systemAdmin(ledger, mail), await systemAdmin(ledger)]
    await asked()
    expect(await listed(all)).toMatchObject([
      { pageNm: `Clerk ${count}`, systemNm: null, givesList: gives(), reasonTxt: 'I keep the books' },
    ])
    expect(await listed(part)).toEqual([])
    const sent = await readMailbox(portal.database.requests, createMailComposer(portal.config))
    expect(sent).toHaveLength(1)
    expect(sent[0]?.mail?.text).toContain(`Clerk ${count}`)
  })

  test('gives the set when it is granted, with a mail, and is recorded', async () => {
    const admin = await systemAdmin(ledger, mail)
    const id = await asked()
    await portal.owner('delete from outbox_mails')
    expect((await decide(admin, id)).message).toBe(`Bea Ivers now has Clerk ${count}. We’ll email them.`)
    expect(await held()).toEqual([setId])
    expect(await own()).toMatchObject([{ pageNm: `Clerk ${count}`, sectionNm: null, requestStateCd: 'granted' }])
    const events = await portal.owner(
      `select event, after from audit_events where subject_user_id = $1 and event <> 'session_created' order by id`,
      [user.id],
    )
    expect(events.map(({ event }) => event)).toEqual([
      'access_requested',
      'access_request_granted',
      'permission_set_given',
      'user_permissions_changed',
    ])
    expect(events[0]?.['after']).toEqual({ setId })
    expect(events[1]?.['after']).toMatchObject({ permissionSet: `Clerk ${count}` })
    expect(await readMailbox(portal.database.requests, createMailComposer(portal.config))).toHaveLength(1)
    expect((await decide(admin, id)).status).toBe(409)
  })

  test('is granted until a moment, not one that has passed', async () => {
    const id = await asked()
    const past = await decide(staff, id, { decisionCd: 'grant', endDt: new Date(Date.now() - 86_400_000) })
    expect([past.status, past.message]).toEqual([422, 'The end of the permission set is in the past.'])
    expect(await held()).toEqual([])
    const endDt = new Date(Date.now() + 86_400_000)
    expect((await decide(staff, id, { decisionCd: 'grant', endDt })).status).toBe(200)
    const ends = await portal.owner(
      `select ends_at from permission_set_holders where user_id = $1 and valid_to is null
       union all select ends_at from user_system_grants where user_id = $1 and by_group and valid_to is null`,
      [user.id],
    )
    expect(ends.length).toBeGreaterThan(1)
    expect(new Set(ends.map(({ ends_at: end }) => String(end)))).toEqual(new Set([String(endDt)]))
    expect(await own()).toMatchObject([{ requestStateCd: 'granted', endDt }])
  })

  test('is asked for again as soon as the set has ended', async () => {
    const id = await asked()
    await decide(staff, id, { decisionCd: 'grant', endDt: new Date(Date.now() + 86_400_000) })
    expect((await ask()).status).toBe(403)
    await portal.owner(
      `update permission_set_holders set valid_from = now() - interval '2 days', ends_at = now() - interval '1 day'
        where user_id = $1`,
      [user.id],
    )
    expect((await ask()).status).toBe(200)
    await syncRequests()
    expect(await stateOf()).toEqual(['pending', 'granted'])
  })

  test('is for nobody who may give only a part of the set', async () => {
    const id = await asked()
    expect((await decide(await systemAdmin(ledger), id)).status).toBe(404)
    expect(await held()).toEqual([])
    expect(await stateOf()).toEqual(['pending'])
  })

  test('is declined with a reason, and can be sent again; there is one at a time', async () => {
    const id = await asked()
    expect((await ask()).status).toBe(422)
    await decide(staff, id, { decisionCd: 'decline', decisionTxt: 'Ask your manager first' })
    expect(await own()).toMatchObject([{ requestStateCd: 'declined', decisionTxt: 'Ask your manager first' }])
    expect(await held()).toEqual([])
    expect((await ask()).status).toBe(200)
  })

  test('is withdrawn by its sender, and not granted then', async () => {
    const id = await asked()
    await home.call(withdrawAccessRequest, { params: { ...uid(home), ownAccessRequestId: id } })
    expect(await stateOf()).toEqual(['withdrawn'])
    expect((await decide(staff, id)).status).toBe(409)
    expect(await held()).toEqual([])
  })

  test('closes once its sender has the set otherwise', async () => {
    await asked()
    await permissionSets(staff).give(setId, user)
    expect(await stateOf()).toEqual(['closed'])
    await permissionSets(staff).take(setId, user)
    await asked()
    await portal.owner('insert into permission_set_holders (set_id, user_id) values ($1, $2)', [setId, user.id])
    await syncRequests()
    expect(await stateOf()).toEqual(['closed', 'closed'])
  })

  test('is not granted where the set is not to be asked for any more, or is for another client', async () => {
    const id = await asked()
    await portal.owner('update permission_sets set is_requestable = false where id = $1', [setId])
    expect((await decide(staff, id)).status).toBe(422)
    await portal.owner('update permission_sets set is_requestable = true, client_id = $2 where id = $1', [
      setId,
      await portal.make.client(),
    ])
    expect((await decide(staff, id)).status).toBe(422)
    expect(await own()).toMatchObject([{ requestStateCd: 'pending' }])
    expect(await listed(await systemAdmin(ledger, mail))).toEqual([])
  })

  test('waits in the overview of its sender', async () => {
    await asked()
    const { requests } = await staff.call(getUserOverview, { params: { uid: staff.userId, userId: user.id } })
    expect(requests).toMatchObject([{ pageNm: `Clerk ${count}`, systemNm: null, decidableFlg: true }])
  })
})
