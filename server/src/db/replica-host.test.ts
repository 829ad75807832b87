import { describe, expect, test, vi } from 'vitest'
import { positionOf } from './call-place.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { type Lineage, ReplicaHost } from './replica-host.ts'

const primary: Lineage = { system: '7', timeline: 2 }
const at = (text: string) => positionOf(text)

/** A replica whose answers are given. */
function replica() {
  const state = { isStandby: true, replayed: '0/100', system: '7', timeline: 2 }
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
