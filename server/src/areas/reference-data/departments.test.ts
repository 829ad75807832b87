import type { CallContext } from '../../http/caller.ts'
import * as contract from '@portico/contract/reference-data/reference-data.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { everything } from '../../db/scope.ts'
import { sentences } from '../../http/sentences.ts'
import { categoryRows } from './category-rows.ts'
import { referenceCommands } from './reference-commands.ts'

/** Departments have no secrets. */
const noKeys = { encrypt: (_purpose: string, text: string) => text }

let portal: Portal
let user: MadeUser
let ann: Browser
let bob: Browser
beforeAll(async () => {
  portal = await startPortal()
  const clientId = await portal.make.client()
  await portal.owner("insert into resource_texts (key, client_id, content) values ('used_by_users', $1, 'people')", [
    clientId,
  ])
  const first = await portal.make.user({ is_internal: true, first_name: 'Ann', last_name: 'Miller' })
  const second = await portal.make.user({
    is_internal: true,
    first_name: 'Bob',
    last_name: 'Khan',
    client_id: clientId,
  })
  for (const holder of [first, second]) await portal.make.adminPages(holder, ['Database Maintenance'])
  ann = await openSession(portal, first)
  bob = await openSession(portal, second)
  user = await portal.make.user()
})
afterAll(() => portal.close())

const uidOf = (browser: Browser) => ({ uid: browser.userId })
const add = (browser: Browser, departmentNm: string) =>
  browser.call(contract.addDepartment, { params: uidOf(browser), body: { departmentNm } })
const change = (browser: Browser, departmentId: number, body: { departmentNm?: string; version?: number }) =>
  browser.send(contract.changeDepartment, { params: { ...uidOf(browser), departmentId }, body })
/** What no screen of ours would send. */
const sendChange = (departmentId: number, body: object) =>
  ann.request(
    'PUT',
    fillPath(contract.changeDepartment.path, { uid: String(ann.userId), departmentId: String(departmentId) }),
    {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  )
const sendAdd = (body: object) =>
  ann.request('POST', fillPath(contract.addDepartment.path, { uid: String(ann.userId) }), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const remove = (browser: Browser, departmentId: number, version?: number) =>
  browser.send(contract.removeDepartment, {
    params: { ...uidOf(browser), departmentId },
    query: version === undefined ? {} : { version },
  })
const restore = (browser: Browser, undoId: number) =>
  browser.send(contract.restoreDepartment, { params: uidOf(browser), body: { undoId } })
const undoOf = (answer: { data: unknown }) => (answer.data as { undoId: number }).undoId
const find = async (keyword: string) => ann.call(contract.listDepartmentRows, { query: { keyword } })
const events = (id: number) =>
  portal.owner(
    `select actor_user_id, before, after from audit_events
      where event = 'reference_data_changed' and target_kind = 'departments' and target_id = $1::text order by id`,
    [id],
  )

describe('departments', () => {
  test('are added, renamed and deleted, and each act is in the audit trail with what differed (DBMT-013, DBMT-025..027, DBMT-105, DBMT-106)', async () => {
    const added = await add(ann, '  Claims  ')
    expect(added).toEqual({ departmentId: expect.any(Number), departmentNm: 'Claims', version: 1 })
    const { departmentId: id } = added
    expect(await change(bob, id, { departmentNm: 'Claims and appeals' })).toMatchObject({
      code: '200',
      data: { departmentId: id, departmentNm: 'Claims and appeals', version: 2 },
    })
    expect(await find('APPEALS')).toEqual([{ departmentId: id, departmentNm: 'Claims and appeals', version: 2 }])
    expect(await remove(ann, id)).toMatchObject({ code: '200', data: { undoId: expect.any(Number) } })
    expect(await find('appeals')).toEqual([])
    const [annId, bobId] = [ann.userId, bob.userId]
    expect(await events(id)).toEqual([
      { actor_user_id: annId, before: null, after: { departmentNm: 'Claims' } },
      { actor_user_id: bobId, before: { departmentNm: 'Claims' }, after: { departmentNm: 'Claims and appeals' } },
      { actor_user_id: annId, before: { departmentNm: 'Claims and appeals' }, after: null },
    ])
  })

  test('come all at once, or by page with the number of all; beyond the last page there are none', async () => {
    await portal.owner(
      "insert into departments (name) select 'Paged ' || lpad(n::text, 2, '0') from generate_series(1, 20) n",
    )
    expect(await find('paged')).toHaveLength(20)
    const page = (pageNo: number) =>
      ann.send(contract.listDepartmentRows, {
        query: { keyword: 'paged', sort: 'departmentNm', direction: 'desc', pageNo, pageSize: 15 },
      })
    const last = await page(2)
    expect((last.data as { departmentNm: string }[]).map((row) => row.departmentNm)).toEqual(
      [5, 4, 3, 2, 1].map((n) => `Paged 0${n}`),
    )
    const beyond = await page(3)
    expect(beyond).toMatchObject({ status: 200, data: [] })
    expect(beyond.headers.get('x-total-count')).toBe('20')
  })

  test('have a name of their own, whatever its case, and no empty one (DBMT-089)', async () => {
    const { departmentId: id } = await add(ann, 'Billing')
    const conflict = { status: 422, data: [{ field: 'departmentNm' }] }
    expect(
      await ann.send(contract.addDepartment, { params: uidOf(ann), body: { departmentNm: 'BILLING' } }),
    ).toMatchObject(conflict)
    const other = await add(ann, 'Archive')
    expect(await change(ann, other.departmentId, { departmentNm: 'billing' })).toMatchObject(conflict)
    for (const departmentNm of ['', '   ', 'x'.repeat(101), null])
      expect(await sendChange(id, { departmentNm })).toMatchObject({ status: 400, data: [{ field: 'departmentNm' }] })
    expect(await find('billing')).toHaveLength(1)
    expect(await events(other.departmentId)).toHaveLength(1)
  })

  test('have names of one line: control characters, bidirectional overrides and half characters are refused at the field', async () => {
    const { departmentId: id } = await add(ann, 'One line')
    const names = ['a\r\n=2', '\u202eabc', 'a\0', 'a\u001b[31m', 'a\u2028b', '\ud800', 'a\udc00b']
    const data = [{ field: 'departmentNm', message: 'Enter one line of text without control characters.' }]
    for (const departmentNm of names) {
      expect(await sendChange(id, { departmentNm })).toMatchObject({ status: 400, data })
      expect(await sendAdd({ departmentNm })).toMatchObject({ status: 400, data })
    }
    expect(await events(id)).toHaveLength(1)
  })

  test('with a name from before that rule are shown, and saved with another name', async () => {
    await portal.owner("insert into departments (name) values (E'Two\\nlines')")
    const [row] = await find('lines')
    expect(row?.departmentNm).toBe('Two\nlines')
    expect(await change(ann, row?.departmentId ?? 0, { departmentNm: 'Two lines' })).toMatchObject({ code: '200' })
  })

  test('in use are counted and stay, with a sentence that says by whom', async () => {
    const { departmentId: id } = await add(ann, 'Used')
    await portal.owner('update users set department_id = $1 where id = $2', [id, user.id])
    const announcement = await portal.make.announcement()
    await portal.owner('insert into announcement_departments values ($1, $2)', [announcement, id])
    const uses = await ann.call(contract.countDepartmentUses, { params: { ...uidOf(ann), departmentId: id } })
    expect(uses).toEqual([
      { usedByNm: 'users', usageCnt: 1, lostFlg: false },
      { usedByNm: 'announcements', usageCnt: 1, lostFlg: false },
    ])
    const reworded = await bob.call(contract.countDepartmentUses, { params: { ...uidOf(bob), departmentId: id } })
    expect(reworded.map(({ usedByNm }) => usedByNm)).toEqual(['people', 'announcements'])
    expect((await remove(bob, id)).message).toContain('people (1), announcements (1).')
    expect(await remove(ann, id)).toMatchObject({
      status: 422,
      message: 'This department can’t be deleted because it is in use: users (1), announcements (1).',
    })
    expect(await find('used')).toHaveLength(1)
  })

  test('that the portal itself needs are neither changed nor deleted (decision I9)', async () => {
    const { departmentId: id } = await add(ann, 'Needed')
    await portal.owner('alter table departments add column is_protected boolean not null default false')
    await portal.owner('update departments set is_protected = true where id = $1', [id])
    const commands = referenceCommands(
      contract.departments,
      { ...categoryRows.departments, protect: 'is_protected' },
      noKeys,
    )
    const by = { caller: { user: { id: ann.userId } }, request: {} } as CallContext
    const db = portal.database.requests
    const refused = {
      status: 422,
      message: sentences.reference_protected({ entry: sentences.department_entry }),
    }
    expect(
      await db.transact(everything, (tx) => commands.change(tx, by, id, { given: { departmentNm: 'Free' } })),
    ).toMatchObject(refused)
    expect(await db.transact(everything, (tx) => commands.remove(tx, by, id))).toMatchObject(refused)
    expect(await find('needed')).toHaveLength(1)
    await portal.owner('alter table departments drop column is_protected')
  })

  test('are counted by every foreign key that could keep them', async () => {
    const keys = await portal.owner(
      `select conrelid::regclass::text as "table", attname as "column" from pg_constraint
         join pg_attribute on attrelid = conrelid and attnum = conkey[1]
        where contype = 'f' and confrelid = $1::regclass and confdeltype in ('a', 'r')`,
      [categoryRows.departments.table],
    )
    const declared = categoryRows.departments.inUse.map(({ table, column }) => ({ table, column }))
    expect(keys).toEqual(expect.arrayContaining(declared))
    expect(keys).toHaveLength(declared.length)
  })
})

describe('two administrators at once', () => {
  test('never overwrite each other silently: the second sees who changed the entry and when', async () => {
    const { departmentId: id, version } = await add(ann, 'Shared')
    expect(await change(bob, id, { departmentNm: 'Shared by Bob', version })).toMatchObject({ code: '200' })
    const stale = await change(ann, id, { departmentNm: 'Shared by Ann', version })
    expect(stale).toMatchObject({
      status: 409,
      code: '409',
      data: { changedByNm: 'Bob Khan', changedDt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
      message: 'Bob Khan changed this department after you opened it. Reload it to see the changes, then try again.',
    })
    expect(await remove(ann, id, version)).toMatchObject({ status: 409 })
    expect((await find('shared'))[0]).toMatchObject({ departmentNm: 'Shared by Bob', version: 2 })
    // Nobody is named where the command line made the change.
    await portal.owner('update departments set changed_by = null where id = $1', [id])
    expect(await change(ann, id, { departmentNm: 'Shared by Ann', version })).toMatchObject({
      status: 409,
      message: 'This department was changed after you opened it. Reload it to see the changes, then try again.',
      data: { changedByNm: null },
    })
    // A call without a version does what the specification says.
    expect(await change(ann, id, { departmentNm: 'Shared by Ann' })).toMatchObject({ code: '200' })
  })

  test('who save in the same moment: one is saved, the other is refused', async () => {
    const { departmentId: id, version } = await add(ann, 'Raced')
    const answers = await Promise.all(
      [ann, bob, ann, bob].map((browser, at) => change(browser, id, { departmentNm: `Raced ${at}`, version })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await events(id)).toHaveLength(2)
  })

  test('who save what is there already change nothing, not even its version', async () => {
    const { departmentId: id, version } = await add(ann, 'Same')
    expect(await change(bob, id, { departmentNm: 'Same', version })).toMatchObject({ data: { version } })
    expect(await events(id)).toHaveLength(1)
  })
})

describe('a deletion', () => {
  test('is taken back with id and name by the administrator who did it, once', async () => {
    const { departmentId: id } = await add(ann, 'Deleted by mistake')
    const undoId = undoOf(await remove(ann, id))
    expect(await restore(bob, undoId)).toMatchObject({ status: 404, message: 'This can’t be undone any more.' })
    expect(await restore(ann, undoId)).toMatchObject({
      code: '200',
      data: { departmentId: id, departmentNm: 'Deleted by mistake', version: 2 },
    })
    expect(await restore(ann, undoId)).toMatchObject({ status: 404 })
    expect((await events(id)).at(-1)).toMatchObject({ before: null, after: { departmentNm: 'Deleted by mistake' } })
    // The version of before the deletion is that of yesterday.
    expect(await change(ann, id, { departmentNm: 'Other', version: 1 })).toMatchObject({ status: 409 })
  })

  test('is not taken back once somebody has added the same department again, and the offer stays', async () => {
    const { departmentId: id } = await add(ann, 'Twice')
    const undoId = undoOf(await remove(ann, id))
    const again = await add(bob, 'TWICE')
    expect(await restore(ann, undoId)).toMatchObject({
      status: 409,
      message: 'This can’t be undone: the same department has been added again since.',
    })
    expect(await events(id)).toHaveLength(2)
    await remove(bob, again.departmentId)
    expect(await restore(ann, undoId)).toMatchObject({ code: '200' })
  })

  test('is final after an hour', async () => {
    const { departmentId: id } = await add(ann, 'Long gone')
    const undoId = undoOf(await remove(ann, id))
    await portal.owner("update undo_offers set expires_at = clock_now() - interval '1 second' where id = $1", [undoId])
    expect(await restore(ann, undoId)).toMatchObject({ status: 404 })
    expect(await find('long gone')).toEqual([])
  })
})
