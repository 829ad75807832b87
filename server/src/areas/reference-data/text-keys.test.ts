import type { CallContext } from '../../http/caller.ts'
import { text } from '@portico/contract/kit/codecs.ts'
import { entryName, referenceTable } from '@portico/contract/kit/reference-table.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { everything } from '../../db/scope.ts'
import { listPage } from '../../db/list-page.ts'
import { Refusal } from '../../http/answers.ts'
import { referenceCommands } from './reference-commands.ts'
import type { ReferenceRows } from './reference-rows.ts'
import { referenceSource, referenceStore } from './reference-store.ts'
import type { Tx } from '../../db/database.ts'

/** A category whose key administrators type. */
const places = referenceTable({
  name: 'Place',
  path: 'places',
  key: 'facilityCd',
  fields: { facilityCd: text(20), facilityNm: entryName(100) },
  labels: { facilityCd: 'department_name', facilityNm: 'department_name' },
  texts: { title: 'departments_title', entry: 'department_entry' },
})
const placeRows: ReferenceRows<'facilityCd' | 'facilityNm'> = {
  table: 'facilities',
  columns: { facilityCd: 'code', facilityNm: 'name' },
  inUse: [{ by: 'used_by_users', table: 'customers', column: 'facility_code' }],
  unique: { facilities_pkey: 'facilityCd' },
}
const commands = referenceCommands(places, placeRows, { encrypt: (_purpose, text) => text })

let portal: Portal
let by: CallContext
beforeAll(async () => {
  portal = await startPortal()
  by = { caller: { user: await portal.make.user() }, request: {} } as unknown as CallContext
})
afterAll(() => portal.close())

const act = <Result>(work: (tx: Tx) => Promise<Result>) => portal.database.requests.transact(everything, work)
const find = (keyword: string) =>
  act(async (tx) => (await listPage(tx, places.entries, referenceSource(places, placeRows), { keyword })).rows)
const add = (facilityCd: string) => act((tx) => commands.add(tx, by, { facilityCd, facilityNm: `Place ${facilityCd}` }))

test('an entry with a typed key is added, renamed, deleted and restored under its key, each in the audit trail', async () => {
  expect(await add('OAK')).toEqual({ facilityCd: 'OAK', facilityNm: 'Place OAK', version: 1 })
  expect(await act((tx) => commands.change(tx, by, 'OAK', { given: { facilityCd: 'OAK2' }, version: 1 }))).toEqual({
    facilityCd: 'OAK2',
    facilityNm: 'Place OAK',
    version: 2,
  })
  expect(await find('oak')).toEqual([{ facilityCd: 'OAK2', facilityNm: 'Place OAK', version: 2 }])
  const offer = await act((tx) => commands.remove(tx, by, 'OAK2', 2))
  if (offer instanceof Refusal) throw new Error('refused')
  expect(await find('oak')).toEqual([])
  expect(await act((tx) => commands.restore(tx, by, offer.undoId))).toMatchObject({
    facilityCd: 'OAK2',
    version: 3,
  })
  const events = await portal.owner(
    "select target_id, after from audit_events where event = 'reference_data_changed' order by id",
  )
  expect(events.map((event) => event['target_id'])).toEqual(['OAK', 'OAK', 'OAK2', 'OAK2'])
})

test('a key that is taken is refused at its field, an older version with who and when, an unknown one with 404', async () => {
  await add('ELM')
  await add('ASH')
  const conflict = { status: 422, data: [{ field: 'facilityCd' }] }
  expect(await add('ELM')).toMatchObject(conflict)
  expect(await act((tx) => commands.change(tx, by, 'ASH', { given: { facilityCd: 'ELM' } }))).toMatchObject(conflict)
  await act((tx) => commands.change(tx, by, 'ELM', { given: { facilityNm: 'Elm yard' } }))
  expect(await act((tx) => commands.remove(tx, by, 'ELM', 1))).toMatchObject({ status: 409 })
  expect(await act((tx) => commands.remove(tx, by, "ELM'; --"))).toMatchObject({ status: 404 })
})

test('what uses a typed key keeps it', async () => {
  expect(await act((tx) => referenceStore(tx, places, placeRows).countUses('EDH'))).toEqual([
    { by: 'used_by_users', usageCnt: 0, isLost: false },
  ])
  await portal.owner("insert into customers (facility_code, name) values ('EDH', 'Root')")
  expect(await act((tx) => commands.remove(tx, by, 'EDH'))).toMatchObject({ status: 422 })
})

test('in an address a typed key is text, in the body of a new entry it is required', () => {
  const { changePlace, addPlace } = places.endpoints
  const params: z.output<typeof changePlace.params> = changePlace.params.parse({ uid: 1, facilityCd: 'OAK' })
  expect(params).toEqual({ uid: 1, facilityCd: 'OAK' })
  expect(addPlace.body.safeParse({ facilityNm: 'No key' }).success).toBe(false)
})
