import { TooBusy } from '../too-busy.ts'

/** Limits of the queue; beyond them it throws TooBusy instead of waiting longer. */
export interface QueueLimits {
  /** Places of one lane. */
  ofLane: number
  /** Places of all lanes. */
  inAll: number
  /** Callers that share one place. */
  atPlace: number
}

interface Waiter {
  done(): void
  fail(error: unknown): void
}

/** One turn. Without a task it runs the dummy work. */
interface Place {
  work: (() => Promise<void>) | null
  waiters: Waiter[]
}

export interface FairQueue {
  /** Runs the task when it is its lane's turn. */
  run<T>(lane: string, work: () => Promise<T>): Promise<T>
  /** Waits as long as a task queued now would. Any number of such waiters share one place. */
  waitForTurn(lane: string): Promise<void>
}

/**
 * Runs at most `width` tasks at a time. Lanes take turns, so that a flooding lane waits behind itself; when all places
 * are taken, the longest lane gives up its last one for a shorter lane.
 * A place without a task takes the next task that arrives. Callers with and without a task thus wait equally long at
 * every moment, and the response time does not distinguish them.
 */
export function fairQueue(width: number, dummyWork: () => Promise<unknown>, limits: QueueLimits): FairQueue {
  /** In the order of their turns; none is empty. */
  const lanes = new Map<string, Place[]>()
  let running = 0
  let waiting = 0

  const serve = async ({ work, waiters }: Place) => {
    running++
    try {
      await (work ?? dummyWork)()
      for (const waiter of waiters) waiter.done()
    } catch (error) {
      for (const waiter of waiters) waiter.fail(error)
    }
    running--
    next()
  }

  const next = () => {
    const [turn] = lanes
    if (!turn) return
    const [lane, line] = turn
    const place = line.shift()
    lanes.delete(lane)
    if (line.length > 0) lanes.set(lane, line)
    waiting--
    if (place) void serve(place)
  }

  /** Returns true when a lane longer than this one by two gave up its last place. */
  const dropLongestLast = (length: number): boolean => {
    const longest = [...lanes.values()].reduce((one, other) => (other.length > one.length ? other : one), [])
    if (longest.length < length + 2) return false
    for (const waiter of longest.pop()?.waiters ?? []) waiter.fail(new TooBusy('password hashing'))
    waiting--
    return true
  }

  const enqueue = (lane: string, work: Place['work'], waiter: Waiter) => {
    if (running < width) return void serve({ work, waiters: [waiter] })
    const line = lanes.get(lane) ?? []
    const last = line.at(-1)
    if (last?.work === null && last.waiters.length < limits.atPlace) {
      last.work = work
      last.waiters.push(waiter)
      return
    }
    if (line.length >= limits.ofLane || (waiting >= limits.inAll && !dropLongestLast(line.length)))
      return waiter.fail(new TooBusy('password hashing'))
    line.push({ work, waiters: [waiter] })
    lanes.set(lane, line)
    waiting++
  }

  return {
    run: (lane, work) =>
      new Promise((resolve, reject) =>
        enqueue(lane, () => work().then(resolve, reject), { done: () => undefined, fail: reject }),
      ),
    waitForTurn: (lane) => new Promise((resolve, reject) => enqueue(lane, null, { done: resolve, fail: reject })),
  }
}
