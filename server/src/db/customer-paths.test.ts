import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner, cloneDatabase, type TestDatabase } from '../../test/database.ts'

let database: TestDatabase
let port: number
let north: number
let south: number
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const rows = async (text: string, values: unknown[] = []) =>
  (await asOwner(database, text, values)).rows as Record<string, unknown>[]

const INSERT = 'insert into customers (facility_code, name, parent_id) values ($1, $2, $3) returning id'
const place = async (name: string, parent: number | null = null, facility = 'EDH') =>
  Number((await rows(INSERT, [facility, name, parent]))[0]?.['id'])
const MOVE = 'update customers set parent_id = $2 where id = $1'
const move = (id: number, parent: number | null) => asOwner(database, MOVE, [id, parent])
const pathOf = async (id: number) => (await rows('select path from customers where id = $1', [id]))[0]?.['path']

beforeEach(async () => {
  ;[north, south] = [await place('North'), await place('South')]
  port = await place('Port', north)
})

test('a customer has the way from the top in its path, and a branch that moves takes all below it along', async () => {
  const pier = await place('Pier', port)
  expect([await pathOf(north), await pathOf(pier)]).toEqual([[north], [north, port, pier]])
  await move(port, south)
  expect([await pathOf(port), await pathOf(pier)]).toEqual([
    [south, port],
    [south, port, pier],
  ])
  await move(port, null)
  expect([await pathOf(port), await pathOf(pier)]).toEqual([[port], [port, pier]])
})

test('a customer belongs to the facility of the one above it, and stands below nothing of its own', async () => {
  const [other] = await rows(`select code from facilities where code <> 'EDH' order by code limit 1`)
  await expect(place('Elsewhere', north, String(other?.['code']))).rejects.toThrow(
    'belongs to the facility of its parent',
  )
  await expect(move(north, port)).rejects.toThrow('cannot be moved below itself')
  expect(await pathOf(port)).toEqual([north, port])
})

/** Adds a customer at one place, and moves it to another. */
async function placeAndMove(name: string, parent: number, next: number): Promise<number> {
  const id = await place(name, parent)
  await move(id, next)
  return id
}

test.each([
  ['is added', () => place('Quay', port)],
  ['moves', () => placeAndMove('Quay', south, port)],
])('a customer that %s below one that moves at that moment has the path of the new place', async (_how, act) => {
  const moving = new pg.Client({ connectionString: database.ownerUrl })
  await moving.connect()
  await moving.query('begin')
  await moving.query(MOVE, [port, south])
  let isSettled = false
  const placing = act().finally(() => (isSettled = true))
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => isSettled || (await rows(waiting)).length > 0).toBe(true)
  await moving.query('commit')
  await moving.end()
  const quay = await placing
  expect(await pathOf(quay)).toEqual([south, port, quay])
})
