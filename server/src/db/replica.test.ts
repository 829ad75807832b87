import { expect, onTestFinished, test } from 'vitest'
import { inPlace, onPrimary } from './call-place.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { asDatabaseUnavailable, DatabaseUnavailable } from './database-unavailable.ts'
import { callsOn, isOfReplica, Replica } from './replica.ts'
import type { ReplicaPools } from './replica-host.ts'
import { streamsOf, StreamsBusy, turnsOfUsers } from './row-stream.ts'

const failure = (code: string, message = 'no') => asDatabaseUnavailable(Object.assign(new Error(message), { code }))

test.each([
  ['the server is shut down', failure('57P01')],
  ['the connection breaks', failure('ECONNRESET')],
  ['the replay of a change needs what it reads', failure('40001')],
  ['the server has no connection left', failure('53300')],
  ['no connection of the pool became free', failure('', 'timeout exceeded when trying to connect')],
])('a read is asked again at the primary where %s', (_, error) => {
  expect(isOfReplica(error)).toBe(true)
})

test.each([
  ['takes longer than it may', failure('57014')],
  ['names a column that is not there', failure('42703')],
  ['has a fault in its handler', new TypeError('undefined is not a function')],
])('a read is not asked again where it %s', (_, error) => {
  expect(isOfReplica(error)).toBe(false)
})

test('a job with many streams waits once for a replica that lacks something', async () => {
  let asked = 0
  const state = { isStandby: true, replayed: '0/100', received: '0/100', system: '7', timeline: 1 }
  const pool = {
    figures: { total: 0, idle: 0, waiting: 0 },
    use: (work: (connection: unknown) => unknown) => {
      asked += 1
      return work({ send: () => Promise.resolve({ rows: [state] }) })
    },
    end: () => Promise.resolve(),
  } as unknown as ConnectionPool
  const position = { flushed: '0/100', inserted: '0/200', system: '7', timeline: '00000001' }
  const used = Promise.withResolvers<unknown>()
  const replica = new Replica({
    url: 'postgres://portal@replica/portal',
    streams: { connections: 1, waitMs: 1 },
    poolsOf: () => ({ requests: pool, streams: pool, jobStreams: pool, watch: pool }) satisfies ReplicaPools,
    primary: { send: () => Promise.resolve({ rows: [position] } as never) },
    onEvent: used.resolve,
  })
  onTestFinished(() => replica.end())
  await used.promise
  const stream = replica.jobStream(() => Promise.resolve('of the primary' as never))
  const asksOf = async () => {
    const before = asked
    expect(await stream({ kind: 'everything' } as never, { text: '', values: [] })).toBe('of the primary')
    return asked - before
  }
  expect(await asksOf()).toBeGreaterThan(5)
  // One, and one of the watch that may come meanwhile.
  for (let n = 0; n < 5; n++) expect(await asksOf()).toBeLessThanOrEqual(2)
})

test.each([
  ['was committed', true, () => Promise.resolve('done')],
  ['was refused, and rolled back', false, () => Promise.resolve({ refused: true })],
  ['got no answer, and may have been committed', true, () => Promise.reject(new DatabaseUnavailable(true, null, true))],
  ['was cut off before its commit', false, () => Promise.reject(failure('57P01'))],
  ['failed in another way', true, () => Promise.reject(new TypeError('undefined is not a function'))],
])('a call whose write %s', async (_, isNoted, write: () => Promise<unknown>) => {
  const replica = { read: (_onReplica: unknown, onPrimary: () => unknown) => onPrimary() } as unknown as Replica
  const { db } = callsOn(replica, { db: { transact: write, write } as never, stream: undefined as never })
  for (const name of ['transact', 'write'] as const) {
    const place = { readsFrom: 0n, mayMissPrimary: true, hasWritten: false }
    await inPlace(place, () => (db[name] as () => Promise<unknown>)()).catch(() => undefined)
    expect(place.hasWritten).toBe(isNoted)
  }
})

/** A replica that is read, and what makes its primary fail from then on. */
async function serving() {
  const state = { isStandby: true, replayed: '0/100', received: '0/100', system: '7', timeline: 1 }
  const pool = {
    figures: { total: 0, idle: 0, waiting: 0 },
    use: (work: (connection: unknown) => unknown) =>
      hasDied ? Promise.reject(lost) : work({ send: () => Promise.resolve({ rows: [state] }) }),
    end: () => Promise.resolve(),
  } as unknown as ConnectionPool
  const position = { flushed: '0/100', inserted: '0/100', system: '7', timeline: '00000001' }
  const used = Promise.withResolvers<unknown>()
  const lost = failure('', 'Query read timeout')
  let [isAway, hasDied] = [false, false]
  const replica = new Replica({
    url: 'postgres://portal@replica/portal',
    streams: { connections: 1, waitMs: 1 },
    poolsOf: () => ({ requests: pool, streams: pool, jobStreams: pool, watch: pool }),
    primary: { send: () => (isAway ? Promise.reject(lost) : Promise.resolve({ rows: [position] } as never)) },
    onEvent: used.resolve,
  })
  onTestFinished(() => replica.end())
  await used.promise
  return { replica, lost, stopPrimary: () => void (isAway = true), stopReplica: () => void (hasDied = true) }
}

test('a call that a replica has answered since the primary is lost does not wait for the primary again', async () => {
  const { replica, lost, stopPrimary } = await serving()
  stopPrimary()
  let asked = 0
  const read = () =>
    replica.readDespiteLoss(
      async () => 'of the replica',
      () => ((asked += 1), Promise.reject(lost)),
    )
  const place = { readsFrom: undefined, mayMissPrimary: true, hasWritten: false }
  expect(await inPlace(place, async () => [await read(), await read(), await onPrimary(read)])).toEqual(
    Array(3).fill('of the replica'),
  )
  expect(asked).toBe(1)
  await inPlace({ ...place, mayMissPrimary: false }, () => expect(read()).rejects.toBe(lost))
  // Also where it has found out within a read of the primary.
  expect(
    await inPlace({ ...place, hasMissedPrimary: false }, async () => [await onPrimary(read), await read()]),
  ).toEqual(Array(2).fill('of the replica'))
  expect(asked).toBe(3)
})

test('a read that a replica breaks off while the primary was lost is asked again at the primary, which may be back', async () => {
  const { replica, stopPrimary } = await serving()
  stopPrimary()
  const place = { readsFrom: undefined, mayMissPrimary: true, hasWritten: false, hasMissedPrimary: true }
  const read = (error: unknown) =>
    inPlace(place, () =>
      replica.readDespiteLoss(
        () => Promise.reject(error),
        () => Promise.resolve('of the primary'),
      ),
    )
  expect(await read(failure('40001'))).toBe('of the primary')
  await expect(read(failure('42703'))).rejects.toThrow('no')
})

test('what a replica opens after a read has left it is closed', async () => {
  const { replica, stopReplica } = await serving()
  const late = Promise.withResolvers<string>()
  const closed = Promise.withResolvers<string>()
  const reading = inPlace({ readsFrom: 0n, mayMissPrimary: true, hasWritten: false }, () =>
    replica.read(
      () => late.promise,
      () => Promise.resolve('of the primary'),
      { undo: closed.resolve },
    ),
  )
  stopReplica()
  expect(await reading).toBe('of the primary')
  late.resolve('of the replica')
  expect(await closed.promise).toBe('of the replica')
})

test('a node reads from the primary until every session that asked for it is noted', async () => {
  const { replica } = await serving()
  const read = () =>
    inPlace({ readsFrom: 0n, mayMissPrimary: true, hasWritten: false }, () =>
      replica.read(
        () => Promise.resolve('of the replica'),
        () => Promise.resolve('of the primary'),
      ),
    )
  expect(await read()).toBe('of the replica')
  const [resume, resumeOther] = [replica.pause(), replica.pause()]
  resumeOther()
  expect(await read()).toBe('of the primary')
  resume()
  expect(await read()).toBe('of the replica')
})

test('a user has two streams at once on all servers together', async () => {
  const waitMs = 1
  const connection = {
    begin: () => [],
    send: () => Promise.resolve({ rows: [] }),
    rollback: () => Promise.resolve(),
    release: () => undefined,
  }
  const pool = { connect: () => Promise.resolve(connection) } as unknown as ConnectionPool
  const turnOfUser = turnsOfUsers(waitMs)
  const [one, two] = [pool, pool].map((each) => streamsOf(each, { connections: 4, waitMs, turnOfUser }))
  const leave = [await turnOfUser(7), await turnOfUser(7)]
  for (const open of [one, two])
    await expect(open?.({ kind: 'everything' } as never, { text: '', values: [] }, 7)).rejects.toThrow(StreamsBusy)
  for (const end of leave) end()
})
