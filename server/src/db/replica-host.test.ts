import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { positionOf } from './call-place.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { type Lineage, ReplicaHost } from './replica-host.ts'

const primary: Lineage = { system: '7', timeline: 2 }
const at = (text: string) => positionOf(text)

interface State {
  isStandby: boolean
  replayed: string
  received: string | null
  system: string
  timeline: number
}

/** A replica whose answers are given. */
function replica() {
  const state: State = { isStandby: true, replayed: '0/100', received: '0/100', system: '7', timeline: 2 }
  const waiting = { total: 8, idle: 0, waiting: 0 }
  const watch = {
    use: (work: (connection: unknown) => unknown) => work({ send: () => Promise.resolve({ rows: [{ ...state }] }) }),
  }
  const pools = { requests: { figures: waiting }, streams: {}, jobStreams: {}, watch }
  const host = new ReplicaHost(
    'postgres://portal@replica/portal',
    pools as unknown as Record<keyof typeof pools, ConnectionPool>,
    { connections: 1, waitMs: 1 },
  )
  const check = (position: string | undefined, of = primary) =>
    host.check(position === undefined ? undefined : { position: at(position), at: performance.now() }, of)
  return { host, state, waiting, check }
}

describe('a replica is read', () => {
  test('while it has what the primary had, and says so', async () => {
    const { host, check } = replica()
    await check('0/100')
    expect(host.has(at('0/100'))).toBe(true)
    expect(host.has(at('0/101'))).toBe(false)
    expect(host.lagMs).toBe(0)
  })

  test('no longer when the primary has not said for five seconds how far it is, and lags for as long then', async () => {
    vi.useFakeTimers()
    try {
      const { host, check } = replica()
      await check('0/100')
      for (let second = 0; second < 5; second++) {
        vi.advanceTimersByTime(1_000)
        await check(undefined)
      }
      expect(host.failure).toBeUndefined()
      expect(host.isServing).toBe(false)
      expect(host.lagMs).toBe(5_000)
      await check('0/100')
      expect(host.isServing).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  test('only on the timeline of the primary: one that replayed what a failover lost is left', async () => {
    const { host, state, check } = replica()
    await check('0/100', { ...primary, timeline: 2 })
    expect(host.isServing).toBe(true)
    state.replayed = '0/900'
    await check('0/200', { ...primary, timeline: 3 })
    expect(host.has(at('0/200'))).toBe(false)
    expect(host.failure).toBe('it is on timeline 2, and the primary on 3')
    state.timeline = 3
    await check('0/200', { ...primary, timeline: 3 })
    expect(host.has(at('0/200'))).toBe(true)
    // One that was promoted, and made a standby again elsewhere.
    state.timeline = 4
    await check('0/200', { ...primary, timeline: 3 })
    expect(host.failure).toBe('it is on timeline 4, and the primary on 3')
    expect(host.has(at('0/200'))).toBe(false)
  })

  test('only where it is a standby of the same cluster', async () => {
    const { host, state, check } = replica()
    state.system = '8'
    await check('0/100')
    expect(host.failure).toBe('it belongs to another cluster')
  })

  test('only while no read waits for a connection there', async () => {
    const { host, waiting, check } = replica()
    await check('0/100')
    expect(host.isBusy).toBe(false)
    waiting.waiting = 1
    expect(host.isBusy).toBe(true)
  })
})

describe('while the primary is lost a replica is read', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** One that has what the primary had when it was last asked. */
  async function known() {
    const found = replica()
    await found.check('0/100')
    expect(found.host.isFitAlone).toBe(false)
    return found
  }

  test('for half a minute, not longer', async () => {
    const { host, check } = await known()
    for (let second = 0; second < 29; second++) {
      vi.advanceTimersByTime(1_000)
      await check(undefined)
      expect(host.isFitAlone).toBe(true)
    }
    vi.advanceTimersByTime(1_000)
    await check(undefined)
    expect(host.isFitAlone).toBe(false)
  })

  test('while it says itself how far it is, and no more when the primary answers', async () => {
    const { host, check } = await known()
    await check(undefined)
    vi.advanceTimersByTime(5_000)
    expect(host.isFitAlone).toBe(false)
    await check(undefined)
    expect(host.isFitAlone).toBe(true)
    await check('0/100')
    expect(host.isFitAlone).toBe(false)
  })

  test('only with all that it has got, but for a record that broke off', async () => {
    const { host, state, check } = await known()
    state.received = '0/9000'
    for (let second = 0; second < 5; second++) {
      vi.advanceTimersByTime(1_000)
      await check(undefined)
      expect(host.isFitAlone).toBe(false)
    }
    state.replayed = '0/8f00'
    await check(undefined)
    expect(host.isFitAlone).toBe(false)
    vi.advanceTimersByTime(500)
    await check(undefined)
    expect(host.isFitAlone).toBe(true)
    state.replayed = '0/9000'
    await check(undefined)
    expect(host.isFitAlone).toBe(true)
  })

  test.each<[string, Partial<State>]>([
    ['that gets nothing by streaming', { received: null }],
    ['that is the primary now', { isStandby: false }],
    ['of another timeline', { timeline: 3 }],
    ['of another cluster', { system: '8' }],
  ])('never one %s', async (_, change) => {
    const { host, state, check } = await known()
    Object.assign(state, change)
    await check(undefined)
    expect(host.isFitAlone).toBe(false)
  })

  test('never one that was more than ten seconds behind', async () => {
    const { host, state, check } = await known()
    await check('0/200')
    vi.advanceTimersByTime(10_001)
    await check('0/300')
    state.received = state.replayed
    await check(undefined)
    expect(host.isFitAlone).toBe(false)
  })
})
