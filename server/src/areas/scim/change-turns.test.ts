import { defaultTexts } from '@portico/contract/texts/texts.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { type Directory, directoryCalls, message, newDirectory, patchOf, personOf } from '../../../test/scim.ts'
import { waitingStatements } from '../../../test/waiting-statements.ts'
import { changeTurns } from './change-turns.ts'

const SHORT_WAIT_MS = 200

let portal: Portal
/** A node on which changes of directories wait shortly. */
let hurried: Portal
let one: Directory
let other: Directory
let holder: pg.Client
let count = 0
beforeAll(async () => {
  portal = await startPortal()
  hurried = await startPortal({ beside: portal, timings: { changeTurnMs: SHORT_WAIT_MS } })
})
afterAll(async () => {
  await hurried.close()
  await portal.close()
})
beforeEach(async () => {
  one = await newDirectory(portal)
  other = await newDirectory(portal)
  holder = new pg.Client(portal.config.databaseUrl)
  await holder.connect()
  await holder.query('begin')
})
afterEach(() => {
  vi.useRealTimers()
  return holder.end()
})

const provide = ({ call }: Pick<Directory, 'call'>) => {
  const name = `turn.${++count}`
  return call('POST', '/Users', personOf(name, { externalId: name }))
}
/** Provides a person, and until the holder commits nobody else; the address of the person. */
async function hold(directory: Directory): Promise<string> {
  const { body } = await provide(directory)
  await holder.query('update user_counts set users = users where client_id = $1', [directory.clientId])
  return `/Users/${String(body['id'])}`
}
const atHurried = ({ token }: Directory) => ({ call: directoryCalls(hurried.origin, token) })
const statuses = async (answers: ReturnType<typeof provide>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

test('of a directory two changes are at work at a time, the others wait and succeed, and reads and other directories go on', async () => {
  const person = await hold(one)
  const provided = [provide(one), provide(one), provide(one), provide(one)]
  await expect.poll(() => waitingStatements(portal)).toBe(2)
  expect((await one.call('GET', '/Users')).body).toMatchObject({ totalResults: 1 })
  expect((await one.call('POST', '/Users/.search', { schemas: [message('SearchRequest')] })).status).toBe(200)
  expect((await provide(other)).status).toBe(201)
  expect(await waitingStatements(portal)).toBe(2)
  const patched = one.call('PATCH', person, patchOf({ op: 'replace', path: 'title', value: 'Clerk' }))
  await holder.query('commit')
  expect(await statuses(provided)).toEqual([201, 201, 201, 201])
  expect((await patched).body).toMatchObject({ title: 'Clerk' })
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s that waits too long for its turn is refused in the form of SCIM',
  async (method) => {
    const person = await hold(one)
    const atWork = [provide(atHurried(one)), provide(atHurried(one))]
    await expect.poll(() => waitingStatements(portal)).toBe(2)
    const address = method === 'POST' ? '/Users' : person
    const refused = await atHurried(one).call(method, address, method === 'DELETE' ? undefined : personOf('turn.late'))
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('content-type')).toContain('application/scim+json')
    expect(refused.body).toEqual({ schemas: [message('Error')], status: '503', detail: defaultTexts.busy })
    await holder.query('commit')
    expect(await statuses(atWork)).toEqual([201, 201])
    expect((await provide(atHurried(one))).status).toBe(201)
  },
)

test('of all directories three changes are at work at a time', async () => {
  await hold(one)
  await hold(other)
  const provided = [one, other, one, other].map((directory) => provide(atHurried(directory)))
  const refused = await Promise.race(provided)
  expect(refused.status).toBe(503)
  await holder.query('commit')
  expect((await statuses(provided)).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 503])
})

test('a change that has its turn in its own directory waits for the others no longer than it may in all', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const inTurn = changeTurns(1_000)
  const holds = [1, 1, 2, 3].map((clientId) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { end: resolve, done: inTurn(clientId, () => promise) }
  })
  const late = inTurn(1, () => Promise.resolve('its turn'))
  const states = { late: 'waits' }
  const settled = late.then(
    () => (states.late = 'had its turn'),
    () => (states.late = 'refused'),
  )
  await vi.advanceTimersByTimeAsync(600)
  // The place of the first one goes to the third directory, which has waited longer.
  holds[0]?.end()
  await vi.advanceTimersByTimeAsync(399)
  expect(states.late).toBe('waits')
  await vi.advanceTimersByTimeAsync(2)
  expect(states.late).toBe('refused')
  for (const { end } of holds) end()
  await Promise.all([settled, ...holds.map(({ done }) => done)])
})
