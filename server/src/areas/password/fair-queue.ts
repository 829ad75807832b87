import { TooBusy } from '../../http/too-busy.ts'

/** How much may wait; beyond that people are told to come back instead of waiting longer and longer. */
export interface QueueLimits {
  /** Places of one lane. */
  ofLane: number
  /** Places of all lanes. */
  inAll: number
  /** Callers who share one place. */
  atPlace: number
}

interface Rider {
  done(): void
  fail(error: unknown): void
}

/** One work's turn. Without a work of its own the filler takes its time. */
interface Place {
  work: (() => Promise<void>) | null
  riders: Rider[]
}

export interface FairQueue {
  /** Does the work when it is its lane's turn. */
  run<T>(lane: string, work: () => Promise<T>): Promise<T>
  /** Waits as long as a work would that came now. Any number who only wait share one place. */
  waitAsLong(lane: string): Promise<void>
}

/**
 * Runs at most `width` works at a time. Lanes take turns, so that whoever floods his own waits behind
 * himself; where all places are taken, the longest lane gives up its last for a shorter one.
 *
 * A place whose work nobody has brought yet takes the next work that comes. Who brings a work and who only
 * waits are thus treated alike at every moment, and the time of an answer does not tell them apart.
 */
export function fairQueue(width: number, filler: () => Promise<unknown>, limits: QueueLimits): FairQueue {
  /** In the order of their turns; none is empty. */
  const lanes = new Map<string, Place[]>()
  let running = 0
  let waiting = 0

  const serve = async ({ work, riders }: Place) => {
    running++
    try {
      await (work ?? filler)()
      for (const rider of riders) rider.done()
    } catch (error) {
      for (const rider of riders) rider.fail(error)
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

  /** True if a lane longer than this one by two gave up its last place, so that this one may have it. */
  const makeRoom = (length: number): boolean => {
    const longest = [...lanes.values()].reduce((one, other) => (other.length > one.length ? other : one), [])
    if (longest.length < length + 2) return false
    for (const rider of longest.pop()?.riders ?? []) rider.fail(new TooBusy('password hashing'))
    waiting--
    return true
  }

  const enter = (lane: string, work: Place['work'], rider: Rider) => {
    if (running < width) return void serve({ work, riders: [rider] })
    const line = lanes.get(lane) ?? []
    const last = line.at(-1)
    if (last?.work === null && last.riders.length < limits.atPlace) {
      last.work = work
      last.riders.push(rider)
      return
    }
    if (line.length >= limits.ofLane || (waiting >= limits.inAll && !makeRoom(line.length)))
      return rider.fail(new TooBusy('password hashing'))
    line.push({ work, riders: [rider] })
    lanes.set(lane, line)
    waiting++
  }

  return {
    run: (lane, work) =>
      new Promise((resolve, reject) =>
        enter(lane, () => work().then(resolve, reject), { done: () => undefined, fail: reject }),
      ),
    waitAsLong: (lane) => new Promise((resolve, reject) => enter(lane, null, { done: resolve, fail: reject })),
  }
}
