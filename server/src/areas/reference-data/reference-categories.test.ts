import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { callsOf, requestsOf } from '@portico/contract/kit/reference-table.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Browser, Raw } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { makeEmployers, type ReferenceSample, referenceSamples } from '../../../test/reference-samples.ts'

let portal: Portal
let ann: Browser
let bob: Browser
let strangers: Browser[]
beforeAll(async () => {
  portal = await startPortal()
  const { make } = portal
  await makeEmployers(portal)
  const staff = await Promise.all(
    [1, 2].map(() => make.user({ is_internal: true, first_name: 'Bob', last_name: 'Khan' })),
  )
  for (const one of staff) await make.adminPages(one, ['Database Maintenance'])
  ;[ann, bob] = (await Promise.all(staff.map((one) => openSession(portal, one)))) as [Browser, Browser]
  const customer = await make.user()
  await make.adminPages(customer, ['Database Maintenance'])
  const colleague = await make.user({ is_internal: true })
  await make.adminPages(colleague, ['User Administration'])
  strangers = await Promise.all([await make.user(), customer, colleague].map((one) => openSession(portal, one)))
})
afterAll(() => portal.close())

type Id = number | string
type Row = Readonly<Record<string, unknown>> & { version: number }
interface Request {
  params: Readonly<Record<string, unknown>>
  query?: object
  body?: object
}

/** Sends what the wire has, as other programs than our screens may. */
async function send(browser: Browser, { method, path }: Endpoint, { params, query = {}, body }: Request): Promise<Raw> {
  const ids = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, encodeURIComponent(String(value))]),
  )
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return browser.request(method, `${fillPath(path, ids)}${search && `?${search}`}`, {
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
}

function maintain({ category, restore }: ReferenceSample) {
  const calls = callsOf(category)
  const requests = requestsOf(category)
  const idOf = (row: Row) => row[category.key] as Id
  return {
    idOf,
    list: async (keyword = '') => {
      const answer = await ann.request('GET', `${calls.list.path}?keyword=${encodeURIComponent(keyword)}`)
      return answer.data as Row[]
    },
    add: (values: object, browser = ann) => send(browser, calls.add, requests.add(browser.userId as number, values)),
    change: (id: Id, values: object, browser = ann) =>
      send(browser, calls.change, requests.change(browser.userId as number, id, values)),
    remove: (id: Id, version?: number, browser = ann) =>
      send(browser, calls.remove, requests.remove(browser.userId as number, id, version)),
    restore: (undoId: number, browser = ann) =>
      send(browser, restore, { params: { uid: browser.userId }, body: { undoId } }),
    countUses: (id: Id) => send(ann, calls.countUses, { params: { uid: ann.userId, [category.key]: id } }),
    events: async (id: Id) =>
      (
        await portal.owner(
          `select before, after from audit_events where event = 'reference_data_changed' and target_id = $1::text
            and id > $2 order by id`,
          [id, marker],
        )
      ).map(({ before, after }) => ({ before, after })),
  }
}

/** Events of earlier tests are before this one. */
let marker = 0
const mark = async () => {
  const [last] = await portal.owner('select coalesce(max(id), 0)::int as id from audit_events')
  marker = Number(last?.['id'])
}

/** Values of the domain as the wire has them. */
const wireOf = (shape: unknown, values: object) => z.encode(shape as z.ZodMiniType, values as never) as object

const named = (samples: readonly ReferenceSample[]) =>
  samples.map((sample): [string, ReferenceSample] => [sample.category.path, sample])

describe.each(named(referenceSamples))('entries of %s', (_path, sample) => {
  const { category, make, refused } = sample
  const { fixed = [] } = category
  const act = maintain(sample)
  const added = async (values = make()) => {
    const answer = await act.add(values)
    expect(answer).toMatchObject({ status: 200, code: '200' })
    return answer.data as Row
  }
  /** Other values for an entry, without those that never change. */
  const others = () => {
    const values = make()
    return Object.fromEntries(Object.entries(values).filter(([field]) => !fixed.includes(field)))
  }

  test('are added, changed, deleted and restored, each with its event (DBMT-025..027, DBMT-095, DBMT-096)', async () => {
    await mark()
    const given = make()
    const row = await added(given)
    expect(row).toMatchObject({ ...given, version: 1 })
    const id = act.idOf(row)
    const next = { ...given, ...others() }
    const changed = await act.change(id, { ...next, version: 1 }, bob)
    expect(changed).toMatchObject({ code: '200', data: { ...next, version: 2 } })
    const after = act.idOf(changed.data as Row)
    const [word] = Object.values(next)
    expect(await act.list(String(word))).toEqual([changed.data])
    const removed = await act.remove(after, 2)
    expect(removed).toMatchObject({ code: '200', data: { undoId: expect.any(Number) } })
    expect(await act.list(String(word))).toEqual([])
    const { undoId } = removed.data as { undoId: number }
    expect(await act.restore(undoId, bob)).toMatchObject({ status: 404 })
    expect(await act.restore(undoId)).toMatchObject({ code: '200', data: { ...next, version: 3 } })
    expect(await act.restore(undoId)).toMatchObject({ status: 404 })
    const events = [...(await act.events(id)), ...(id === after ? [] : await act.events(after))]
    expect(events.map(({ before, after: now }) => [before !== null, now !== null])).toEqual([
      [false, true],
      [true, true],
      [true, false],
      [false, true],
    ])
  })

  test('are not overwritten: of a version that is not the newest they are neither changed nor deleted', async () => {
    const row = await added()
    const id = act.idOf(row)
    const changed = await act.change(id, { ...make(), version: 1 }, bob)
    expect(changed).toMatchObject({ code: '200' })
    const after = act.idOf(changed.data as Row)
    const stale = { status: 409, data: { changedByNm: 'Bob Khan', changedDt: expect.any(String) } }
    expect(await act.change(after, { ...make(), version: 1 })).toMatchObject(stale)
    expect(await act.remove(after, 1)).toMatchObject(stale)
  })

  test('that are not valid are refused at their field, and nothing changes (DBMT-089)', async () => {
    const row = await added()
    await mark()
    const [last] = await portal.owner('select count(*)::int as events from audit_events')
    for (const values of refused) {
      const [field = ''] = Object.keys(values).slice(-1)
      const answers = [await act.add({ ...make(), ...values })]
      if (!fixed.includes(field)) answers.push(await act.change(act.idOf(row), { ...make(), ...values }))
      for (const answer of answers)
        expect({ values, answer }).toMatchObject({
          answer: {
            status: expect.toSatisfy((status) => status === 400 || status === 422),
            data: expect.toSatisfy((issues: { field: string }[]) => issues.every(({ field: name }) => name in values)),
          },
        })
    }
    const [now] = await portal.owner('select count(*)::int as events from audit_events')
    expect(now).toEqual(last)
    expect(await act.list()).toContainEqual(row)
  })

  test('are for internal administrators with the page Database Maintenance only (DBMT-150, decision I1)', async () => {
    const row = await added()
    for (const browser of strangers) {
      expect(await browser.request('GET', callsOf(category).list.path)).toMatchObject({ status: 403 })
      expect(await act.add(make(), browser)).toMatchObject({ status: 403 })
      expect(await act.change(act.idOf(row), make(), browser)).toMatchObject({ status: 403 })
      expect(await act.remove(act.idOf(row), undefined, browser)).toMatchObject({ status: 403 })
    }
    expect(await act.list()).toContainEqual(row)
  })

  test('go out in a shape that the screen reads', async () => {
    const row = await added()
    const entry = z.decode(callsOf(category).add.data as z.ZodMiniType, row as never) as object
    expect(wireOf(callsOf(category).add.data, entry)).toEqual(row)
  })
})

const addTo = async ({ add }: ReturnType<typeof maintain>, values: object): Promise<Row> => {
  const answer = await add(values)
  expect(answer).toMatchObject({ code: '200' })
  return answer.data as Row
}

test.each(named(referenceSamples.filter(({ unique }) => unique !== undefined)))(
  'entries of %s have a name of their own',
  async (_path, sample) => {
    const { make, unique: field = '' } = sample
    const act = maintain(sample)
    const given = make()
    await addTo(act, given)
    const other = await addTo(act, make())
    const taken = { status: 422, data: [{ field, message: 'That text entered is taken, please try another' }] }
    expect(await act.add({ ...make(), [field]: given[field] })).toMatchObject(taken)
    expect(await act.change(act.idOf(other), { ...make(), [field]: given[field] })).toMatchObject(taken)
  },
)

test.each(named(referenceSamples.filter(({ use }) => use !== undefined)))(
  'entries of %s that are used are counted, and stay',
  async (_path, sample) => {
    const act = maintain(sample)
    const row = await addTo(act, sample.make())
    const id = act.idOf(row)
    await sample.use?.(portal, id)
    const { data } = await act.countUses(id)
    expect((data as { usageCnt: number }[]).reduce((sum, { usageCnt }) => sum + usageCnt, 0)).toBe(1)
    expect(await act.remove(id)).toMatchObject({ status: 422 })
    expect(await act.list()).toContainEqual(row)
  },
)

test.each(named(referenceSamples.filter(({ needed }) => needed !== undefined)))(
  'entries of %s that the portal itself needs stay as they are (decision I9)',
  async (_path, sample) => {
    const act = maintain(sample)
    const id = sample.needed as number
    const before = await act.list()
    expect(await act.change(id, sample.make())).toMatchObject({ status: 422, data: [] })
    expect(await act.remove(id)).toMatchObject({ status: 422, data: [] })
    expect(await act.list()).toEqual(before)
  },
)

test.each([
  ['sms-carriers', 'smsCarrierId'],
  ['notification-types', 'notificationTypeId'],
  ['facilities', 'facilityCd'],
  ['db-secure-questions', 'securityQuestionId'],
])('entries of %s carry their key as %s (DBMT-047, DBMT-051, DBMT-052, DBMT-055)', async (path, key) => {
  const sample = referenceSamples.find(({ category }) => category.path === path) as ReferenceSample
  const act = maintain(sample)
  const { [key]: id } = await addTo(act, sample.make())
  expect(typeof id).toBe(key === 'facilityCd' ? 'string' : 'number')
  expect((await act.list()).filter((row) => row[key] === id)).toHaveLength(1)
})

const positionsOf = async (path: string) => {
  const sample = referenceSamples.find(({ category }) => category.path === path) as ReferenceSample
  const act = maintain(sample)
  return { act, read: async () => (await act.list()).map((row) => row['displayOrderSeqCnt']) }
}

describe('positions', () => {
  test.each(['db-secure-questions', 'pswd-comp-rules', 'notification-types'])(
    'of %s have no gaps after an entry is added, moved, deleted and restored (DBMT-054, DBMT-161, decision I8)',
    async (path) => {
      const { act, read } = await positionsOf(path)
      const sample = referenceSamples.find(({ category }) => category.path === path) as ReferenceSample
      const before = (await read()).length
      const rows: Row[] = []
      for (let n = 0; n < 3; n++) rows.push((await act.add(sample.make())).data as Row)
      const [first, second, third] = rows as [Row, Row, Row]
      expect(rows.map((row) => row['displayOrderSeqCnt'])).toEqual([before + 1, before + 2, before + 3])
      // The last becomes the first, and then the second again.
      const values = (row: Row) =>
        Object.fromEntries(Object.keys(sample.category.fields).map((field) => [field, row[field]]))
      expect(await act.change(act.idOf(third), { ...values(third), displayOrderSeqCnt: 1 })).toMatchObject({
        data: { displayOrderSeqCnt: 1 },
      })
      expect(await act.change(act.idOf(third), { ...values(third), displayOrderSeqCnt: 2 })).toMatchObject({
        data: { displayOrderSeqCnt: 2 },
      })
      expect(await act.change(act.idOf(third), { ...values(third), displayOrderSeqCnt: 900 })).toMatchObject({
        data: { displayOrderSeqCnt: before + 3 },
      })
      // Those that only moved up or down have not been changed by anybody.
      expect(await act.list()).toContainEqual(first)
      const { undoId } = (await act.remove(act.idOf(first))).data as { undoId: number }
      const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
      expect(await read()).toEqual(numbers(before + 2))
      expect(await act.list()).toContainEqual({ ...second, displayOrderSeqCnt: before + 1 })
      expect(await act.restore(undoId)).toMatchObject({ data: { displayOrderSeqCnt: before + 1 } })
      expect(await read()).toEqual(numbers(before + 3))
      expect(await act.list()).toContainEqual(second)
    },
  )

  test('of values are counted within their type', async () => {
    const types = maintain(referenceSamples.find(({ category }) => category.path === 'clasfn-type') as ReferenceSample)
    const { act } = await positionsOf('clasfn-value')
    const value = (classificationTypeId: Id, valueMediumNm: string) =>
      act.add({ valueMediumNm, valueShortNm: 'V', classificationTypeId })
    const type = (await types.add({ descriptionTxt: 'Tones', classificationTypeCd: 'TONES' })).data as Row
    const id = types.idOf(type)
    expect(await value(id, 'High')).toMatchObject({ data: { displayOrderSeqCnt: 1, classificationTypeTxt: 'Tones' } })
    expect(await value(id, 'Low')).toMatchObject({ data: { displayOrderSeqCnt: 2 } })
    expect(await value(987_654, 'Nowhere')).toMatchObject({
      status: 422,
      data: [{ field: 'classificationTypeId', message: 'This field is invalid' }],
    })
  })
})

test('values go with their type and come back with it; without their type they do not come back (DBMT-088)', async () => {
  const sampleOf = (path: string) => referenceSamples.find(({ category }) => category.path === path) as ReferenceSample
  const types = maintain(sampleOf('clasfn-type'))
  const values = maintain(sampleOf('clasfn-value'))
  const type = (await types.add({ descriptionTxt: 'Shapes', classificationTypeCd: 'SHAPES' })).data as Row
  const id = types.idOf(type)
  for (const valueMediumNm of ['Round', 'Square'])
    await values.add({ valueMediumNm, valueShortNm: 'S', classificationTypeId: id })
  const before = await values.list('Shapes')
  expect(before.map((row) => row['valueMediumNm'])).toEqual(['Round', 'Square'])
  const [round] = before as [Row]
  const undoRound = ((await values.remove(values.idOf(round))).data as { undoId: number }).undoId
  const { undoId } = (await types.remove(id)).data as { undoId: number }
  expect(await values.list('Shapes')).toEqual([])
  expect(await values.restore(undoRound)).toMatchObject({
    status: 409,
    message: 'This can’t be undone: what this classification value belonged to is gone.',
  })
  expect(await types.restore(undoId)).toMatchObject({ code: '200' })
  expect((await values.list('Shapes')).map((row) => row['valueMediumNm'])).toEqual(['Square'])
  expect(await values.restore(undoRound)).toMatchObject({ code: '200' })
  expect((await values.list('Shapes')).map((row) => row['valueMediumNm'])).toEqual(['Round', 'Square'])
})

test('a password rule that contradicts a newer one does not come back (DBMT-111)', async () => {
  const rules = maintain(
    referenceSamples.find(({ category }) => category.path === 'pswd-comp-rules') as ReferenceSample,
  )
  const longest = await addTo(rules, { ruleTxt: 'At most 20 characters', typeCd: 'MAX_LENGTH', value: 20 })
  const { undoId } = (await rules.remove(rules.idOf(longest))).data as { undoId: number }
  const shortest = (await rules.list()).find((row) => row['typeCd'] === 'MIN_LENGTH') as Row
  expect(await rules.change(rules.idOf(shortest), { value: 30 })).toMatchObject({ code: '200' })
  expect(await rules.restore(undoId)).toMatchObject({
    status: 409,
    message: 'The shortest password would be longer than the longest one.',
  })
  expect(await rules.change(rules.idOf(shortest), { value: shortest['value'] })).toMatchObject({ code: '200' })
  expect(await rules.restore(undoId)).toMatchObject({ code: '200' })
})

test('the two notification types that the portal sends by are renamed, but not deleted (UIGN-031)', async () => {
  const act = maintain(
    referenceSamples.find(({ category }) => category.path === 'notification-types') as ReferenceSample,
  )
  const rows = (await act.list()).filter((row) => Number(act.idOf(row)) <= 2)
  expect(rows.map((row) => row['textMessageFlg'])).toEqual(['N', 'Y'])
  for (const row of rows) {
    expect(
      await act.change(act.idOf(row), { notificationTypeNm: `${String(row['notificationTypeNm'])} now` }),
    ).toMatchObject({
      code: '200',
    })
    expect(await act.remove(act.idOf(row))).toMatchObject({
      status: 422,
      message: 'The portal itself needs this notification type, so it can’t be deleted.',
    })
  }
})
