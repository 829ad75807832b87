import {
  addSsoMapping,
  addSsoMappingApplications,
  addSsoMappingCustomers,
  deleteSsoMapping,
  deleteSsoMappingApplication,
  deleteSsoMappingCustomer,
  listMappableApplications,
  listMappableCustomers,
  listSsoMappings,
  restoreSsoMapping,
} from '@portico/contract/sso-mappings/sso-mappings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { eventsAbout } from '../../../test/events.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
let admin: MadeUser
let browser: Browser
let pageId: number
beforeAll(async () => {
  ;({ portal, admin, browser } = await startWithAdmin(['Database Maintenance']))
  pageId = await portal.make.page({
    system_id: await portal.make.system(),
    section_id: await portal.make.section(),
    name: 'Invoices',
  })
})
afterAll(() => portal.close())

const uid = () => admin.id
const mappingOf = async (employerId: number) =>
  (await browser.call(listSsoMappings, {})).find((one) => one.employerId === employerId)

async function employer(): Promise<number> {
  const employerId = await portal.make.client()
  await browser.call(addSsoMapping, { params: { uid: uid(), employerId } })
  return employerId
}

async function customer(name: string, parent: number | null = null): Promise<number> {
  const [row] = await portal.owner(
    `insert into customers (facility_code, name, parent_id) values ('EDH', $1, $2) returning id`,
    [name, parent],
  )
  return Number(row?.['id'])
}

test('an employer is added once; a duplicate is refused in the specification’s words (DBMT-094, DBMT-130, DBMT-133, DBMT-157)', async () => {
  const employerId = await employer()
  expect(await mappingOf(employerId)).toMatchObject({ employerApplications: [], employerCustomers: [] })
  const again = await browser.send(addSsoMapping, { params: { uid: uid(), employerId } })
  expect(again).toMatchObject({
    status: 422,
    message: 'Cannot add duplicate SSO Employer',
    data: [{ field: 'employerId' }],
  })
  const unknown = await browser.send(addSsoMapping, { params: { uid: uid(), employerId: 2_147_483_647 } })
  expect(unknown.status).toBe(404)
  expect(await eventsAbout(portal, admin)).toContain('sso_mapping_changed')
})

test('applications are added, listed with the id of their row, and removed (DBMT-072..074, DBMT-091, DBMT-131, DBMT-134)', async () => {
  const employerId = await employer()
  const add = (applications: { pageId: number }[]) =>
    browser.send(addSsoMappingApplications, { params: { uid: uid() }, body: { employerId, applications } })
  expect(await add([])).toMatchObject({ status: 422, message: 'Please select at least one application. ' })
  expect(await add([{ pageId }])).toMatchObject({ code: '200' })
  expect(await add([{ pageId }])).toMatchObject({ code: '200' })
  const [given, ...others] = (await mappingOf(employerId))?.employerApplications ?? []
  expect([given, others]).toMatchObject([{ pageId, pageNm: 'Invoices' }, []])
  const params = { uid: uid(), employerPageId: given?.employerPageId ?? 0 }
  expect((await browser.send(deleteSsoMappingApplication, { params })).code).toBe('200')
  expect((await browser.send(deleteSsoMappingApplication, { params })).status).toBe(404)
  expect((await mappingOf(employerId))?.employerApplications).toEqual([])
})

test('a page of the portal itself, or one that is gone, is given to nobody, and nothing else of the call either', async () => {
  const employerId = await employer()
  const [own] = await portal.owner(`select id from pages where system_id = 2 and name = 'User Administration'`)
  for (const wrong of [Number(own?.['id']), 2_147_483_647]) {
    const answer = await browser.send(addSsoMappingApplications, {
      params: { uid: uid() },
      body: { employerId, applications: [{ pageId }, { pageId: wrong }] },
    })
    expect(answer).toMatchObject({ status: 422, data: [{ field: 'applications' }] })
  }
  expect((await mappingOf(employerId))?.employerApplications).toEqual([])
})

test('customers are added, none of them twice, and removed (DBMT-075..079, DBMT-092, DBMT-093, DBMT-132, DBMT-135)', async () => {
  const employerId = await employer()
  const parent = await customer('North')
  const child = await customer('North One', parent)
  const add = (customerIds: number[]) =>
    browser.send(addSsoMappingCustomers, {
      params: { uid: uid() },
      body: { employerId, customers: customerIds.map((customerId) => ({ customerId })) },
    })
  expect(await add([])).toMatchObject({ status: 422, message: 'Please Select at least one customer' })
  expect(await add([child, 987_654])).toMatchObject({ status: 422, message: 'This customer doesn’t exist.' })
  expect(await add([child])).toMatchObject({ code: '200' })
  expect(await add([parent, child])).toMatchObject({
    status: 422,
    message: 'Customer(s) have already been added to this employer',
  })
  const [given, ...others] = (await mappingOf(employerId))?.employerCustomers ?? []
  expect([given, others]).toMatchObject([{ customerId: child, customerNm: 'North One', parentCustId: parent }, []])
  const params = { uid: uid(), employerClientMasterId: given?.employerClientMasterId ?? 0 }
  expect((await browser.send(deleteSsoMappingCustomer, { params })).code).toBe('200')
  expect((await mappingOf(employerId))?.employerCustomers).toEqual([])
})

test('an employer is removed with all that its accounts begin with (DBMT-136)', async () => {
  const employerId = await employer()
  await browser.call(addSsoMappingApplications, {
    params: { uid: uid() },
    body: { employerId, applications: [{ pageId }] },
  })
  const params = { uid: uid(), employerId }
  expect((await browser.send(deleteSsoMapping, { params })).code).toBe('200')
  expect(await mappingOf(employerId)).toBeUndefined()
  expect((await browser.send(deleteSsoMapping, { params })).status).toBe(404)
  const rest = await portal.owner('select 1 from sso_employer_pages where client_id = $1', [employerId])
  expect(rest).toEqual([])
})

const undo = ({ data }: { data: unknown }) =>
  browser.send(restoreSsoMapping, { params: { uid: uid() }, body: { undoId: (data as { undoId: number }).undoId } })

test('a removed employer comes back with all that its accounts begin with, which the audit trail names (DBMT-136)', async () => {
  const employerId = await employer()
  const customerId = await customer('South')
  const params = { uid: uid() }
  await browser.call(addSsoMappingApplications, { params, body: { employerId, applications: [{ pageId }] } })
  await browser.call(addSsoMappingCustomers, { params, body: { employerId, customers: [{ customerId }] } })
  const removed = await browser.send(deleteSsoMapping, { params: { uid: uid(), employerId } })
  const lastEvent = async () => {
    const [event] = await portal.owner(
      `select before, after from audit_events where event = 'sso_mapping_changed' order by id desc limit 1`,
    )
    return event
  }
  const content = { createsAccounts: true, pageIds: [pageId], customerIds: [customerId] }
  expect(await lastEvent()).toMatchObject({ before: content })
  expect(await undo(removed)).toMatchObject({ code: '200', message: 'Changes saved successfully.' })
  expect(await lastEvent()).toMatchObject({ after: content })
  expect(await mappingOf(employerId)).toMatchObject({
    employerApplications: [{ pageId }],
    employerCustomers: [{ customerId }],
  })
  expect((await undo(removed)).status).toBe(404)
})

test('a removed application comes back to its employer, unless that is gone (DBMT-134)', async () => {
  const employerId = await employer()
  const body = { employerId, applications: [{ pageId }] }
  await browser.call(addSsoMappingApplications, { params: { uid: uid() }, body })
  const remove = async () => {
    const [given] = (await mappingOf(employerId))?.employerApplications ?? []
    const params = { uid: uid(), employerPageId: given?.employerPageId ?? 0 }
    return browser.send(deleteSsoMappingApplication, { params })
  }
  await undo(await remove())
  expect((await mappingOf(employerId))?.employerApplications).toMatchObject([{ pageId }])
  const again = await remove()
  await browser.call(deleteSsoMapping, { params: { uid: uid(), employerId } })
  expect(await undo(again)).toMatchObject({
    status: 409,
    message: 'This can’t be undone: the employer has been added again or deleted since.',
  })
})

test('a removed application that was deleted since does not come back, which the administrator reads; its employer does', async () => {
  const employerId = await employer()
  const gone = await portal.make.page({
    system_id: await portal.make.system(),
    section_id: await portal.make.section(),
  })
  const body = { employerId, applications: [{ pageId: gone }, { pageId }] }
  await browser.call(addSsoMappingApplications, { params: { uid: uid() }, body })
  const given = (await mappingOf(employerId))?.employerApplications ?? []
  const { employerPageId = 0 } = given.find((one) => one.pageId === gone) ?? {}
  const removed = await browser.send(deleteSsoMappingApplication, { params: { uid: uid(), employerPageId } })
  await portal.owner('update pages set deleted_at = clock_now() where id = $1', [gone])
  const events = () => portal.owner(`select id from audit_events where event = 'sso_mapping_changed'`)
  const before = await events()
  expect(await undo(removed)).toMatchObject({
    status: 409,
    message: 'This can’t be undone: the application or customer has been deleted since.',
  })
  expect(await events()).toEqual(before)
  await portal.owner('update pages set deleted_at = null where id = $1', [gone])
  expect((await undo(removed)).code).toBe('200')
  const whole = await browser.send(deleteSsoMapping, { params: { uid: uid(), employerId } })
  await portal.owner('update pages set deleted_at = clock_now() where id = $1', [gone])
  expect((await undo(whole)).code).toBe('200')
  expect((await mappingOf(employerId))?.employerApplications).toMatchObject([{ pageId }])
})

test('applications to choose from are found by words in any order; the portal’s own are not among them', async () => {
  const found = await browser.call(listMappableApplications, { query: { keyword: 'INVOI' } })
  expect(found).toContainEqual({ pageId, pageNm: 'Invoices', systemNm: expect.any(String) })
  const keyword = `${found.find((each) => each.pageId === pageId)?.systemNm} invoi`
  expect((await browser.call(listMappableApplications, { query: { keyword } })).map((each) => each.pageId)).toEqual([
    pageId,
  ])
  expect(await browser.call(listMappableApplications, { query: { keyword: 'User Administration' } })).toEqual([])
  expect(await browser.call(listMappableApplications, { query: { keyword: '100%' } })).toEqual([])
})

test('customers to choose from come 150 at first and then 100 more, by level or by name (DBMT-162)', async () => {
  const top = await customer('Zürich Group')
  await portal.owner(
    `insert into customers (facility_code, name, parent_id) select 'EDH', 'Branch ' || lpad(n::text, 3, '0'), $1
       from generate_series(1, 300) n`,
    [top],
  )
  const children = (offset?: number) =>
    browser.call(listMappableCustomers, { query: { parentId: top, ...(offset !== undefined && { offset }) } })
  const first = await children()
  expect([first.length, first[0]?.customerNm, first[0]?.path]).toEqual([150, 'Branch 001', 'Zürich Group / Branch 001'])
  const more = await children(150)
  expect([more.length, more[0]?.customerNm]).toEqual([100, 'Branch 151'])
  expect((await children(250)).length).toBe(50)
  const [hit] = await browser.call(listMappableCustomers, { query: { keyword: 'zürich g' } })
  expect(hit).toMatchObject({ customerId: top, pathAsCustomerId: String(top), childCnt: 300 })
  const firstLevel = await browser.call(listMappableCustomers, { query: {} })
  expect(firstLevel.every(({ pathAsCustomerId }) => !pathAsCustomerId.includes('/'))).toBe(true)
})
