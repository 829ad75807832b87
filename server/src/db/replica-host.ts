import { hostName } from '../config/database-hosts.mjs'
import { describeError } from '../error-cause.ts'
import { positionOf } from './call-place.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { DatabaseUnavailable, Outage } from './database-unavailable.ts'
import { type Db, openDb, readAlone } from './pool-db.ts'
import { type StreamRows, type StreamSettings, streamsOf } from './row-stream.ts'

/** Pools of connections to one replica. */
export type ReplicaPools = Readonly<Record<'requests' | 'streams' | 'jobStreams' | 'watch', ConnectionPool>>

/** A position that the primary had at a moment of `performance.now()`. */
export interface Sample {
  readonly position: bigint
  readonly at: number
}

/** Nothing is read from a replica that is further behind. */
export const LAG_MAX_MS = 10_000
/** Older knowledge of a replica is none. */
const KNOWN_FOR_MS = 5_000
const SAMPLES_MAX = 600
/** How long a replica answers without the primary: longer than a failover takes. */
const ALONE_MS = 30_000
/** The log that a dead primary sent may end within a record, which is never replayed. */
const BROKEN_RECORD_BYTES = 16_384n
const SETTLED_MS = 500
/** The primary answers what a replica does not, and at once. */
const NO_REPEAT_MS = 0

/** What all copies of a primary share with it: a standby that has replayed what a failover lost stays on another timeline. */
export interface Lineage {
  readonly system: string
  readonly timeline: number
}

// After a failover the control file of a standby has the new timeline with its next restart point at the latest.
const readState = `
  select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as replayed,
    pg_last_wal_receive_lsn()::text as received,
    (select system_identifier::text from pg_control_system()) as system,
    greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline) as timeline
    from pg_control_checkpoint() checkpoint, pg_control_recovery() recovery`

interface State extends Lineage {
  readonly isStandby: boolean
  readonly replayed: string | null
  /** Null: it has got nothing by streaming since its start. */
  readonly received: string | null
}

/** One server of those that PORTAL_DATABASE_REPLICA_URL names. */
export class ReplicaHost {
  readonly name: string
  readonly db: Pick<Db, 'read' | 'send'>
  readonly stream: StreamRows
  readonly jobStream: StreamRows
  readonly #pools: ReplicaPools
  /** Positions of the primary that it has not replayed yet, oldest first. */
  #ahead: Sample[] = []
  #newest: Sample | undefined
  /** Whether it has ever replayed a position of the primary that was read before: until then it may lack anything. */
  #hasCaughtUp = false
  #replayed = -1n
  #answeredAt = Number.NEGATIVE_INFINITY
  /** Since when it is where it is while the primary does not answer; undefined while it does. */
  #stillSince: number | undefined
  /** Whether it had replayed all that it had got from a primary that does not answer any more. */
  #hasAllOfLost = false
  /** Why nothing is read from it; undefined where it answers. */
  #failure: string | undefined = 'was not asked yet'
  readonly #waiting = new Set<(error: Error) => void>()

  constructor(address: string, pools: ReplicaPools, streams: StreamSettings) {
    this.name = hostName(address)
    this.#pools = pools
    this.db = openDb(pools.requests, new Outage(NO_REPEAT_MS))
    this.stream = streamsOf(pools.streams, streams)
    this.jobStream = streamsOf(pools.jobStreams, { connections: 1, waitMs: streams.waitMs })
  }

  get failure(): string | undefined {
    return this.#failure
  }

  /** Milliseconds by which it is behind the primary; of a primary that does not say how far it is, by which it may be. */
  get lagMs(): number {
    const since = this.#ahead[0]?.at ?? this.#newest?.at ?? this.#answeredAt
    const isUpToDate = this.#ahead.length === 0 && this.#newest !== undefined && this.#answeredAt >= this.#newest.at
    return isUpToDate && this.#failure === undefined && this.#isKnown ? 0 : performance.now() - since
  }

  /** Whether both have said lately how far they are. */
  get #isKnown(): boolean {
    const oldest = Math.min(this.#answeredAt, this.#newest?.at ?? Number.NEGATIVE_INFINITY)
    return performance.now() - oldest < KNOWN_FOR_MS
  }

  /** Whether reads wait there for a connection. */
  get isBusy(): boolean {
    return this.#pools.requests.figures.waiting > 0
  }

  get isServing(): boolean {
    return this.#failure === undefined && this.#hasCaughtUp && this.#isKnown && this.lagMs <= LAG_MAX_MS
  }

  /** Whether it may be read, and has everything up to the position. */
  has(position: bigint): boolean {
    return this.isServing && this.#replayed >= position
  }

  /**
   * Whether it may be read while the primary is lost: it has replayed all that it has got since the primary last
   * answered, was near enough then, and the primary answered less than ALONE_MS ago.
   */
  get isFitAlone(): boolean {
    if (!this.#newest || !this.#hasAllOfLost || !this.#hasCaughtUp || this.#failure !== undefined) return false
    const behindMs = this.#newest.at - (this.#ahead[0]?.at ?? this.#newest.at)
    const now = performance.now()
    return behindMs <= LAG_MAX_MS && now - this.#answeredAt < KNOWN_FOR_MS && now - this.#newest.at < ALONE_MS
  }

  /**
   * Asks it how far it is. Never fails.
   * @param sample the position of the primary, asked before
   * @param primary as it was when it last answered
   */
  async check(sample: Sample | undefined, primary: Lineage | undefined): Promise<void> {
    if (sample) this.#note(sample)
    try {
      const { rows } = await this.#pools.watch.use((connection) =>
        readAlone<State>(connection, { name: 'replica: state', text: readState, values: [] }),
      )
      const [state] = rows
      if (!state?.isStandby || state.replayed === null) throw new Error('it is no standby')
      if (primary && state.system !== primary.system) throw new Error('it belongs to another cluster')
      if (primary && state.timeline !== primary.timeline)
        throw new Error(`it is on timeline ${state.timeline}, and the primary on ${primary.timeline}`)
      this.#noteAlone(sample === undefined, state.replayed, state.received)
      this.#replayed = positionOf(state.replayed)
      this.#answeredAt = performance.now()
      const reached = this.#ahead.findLastIndex(({ position }) => position <= this.#replayed)
      if (reached >= 0) this.#hasCaughtUp = true
      this.#ahead.splice(0, reached + 1)
      this.#failure = undefined
    } catch (error) {
      this.#leave(describeError(error instanceof DatabaseUnavailable ? error.cause : error))
    }
  }

  /**
   * Reads from it.
   * @param undo gets what is answered too late
   * @throws DatabaseUnavailable as soon as it is known to be away, also while it is silent
   */
  async attempt<Result>(read: () => Promise<Result>, undo?: (late: Result) => unknown): Promise<Result> {
    const { promise: left, reject } = Promise.withResolvers<never>()
    this.#waiting.add(reject)
    const reading = read()
    try {
      return await Promise.race([reading, left])
    } catch (error) {
      if (undo) void reading.then(undo, () => undefined)
      // Until the next check says otherwise.
      if (error instanceof DatabaseUnavailable && error.isLoss) this.#failure ??= describeError(error.cause)
      throw error
    } finally {
      this.#waiting.delete(reject)
    }
  }

  async end(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.end()))
  }

  #note(sample: Sample): void {
    this.#newest = sample
    this.#ahead.push(sample)
    // The oldest one says how far it is behind; of the others fewer are enough.
    if (this.#ahead.length > SAMPLES_MAX) this.#ahead = this.#ahead.filter((_, index) => index % 2 === 0)
  }

  #noteAlone(isAlone: boolean, replayedNow: string, receivedNow: string | null): void {
    const [replayed, now] = [positionOf(replayedNow), performance.now()]
    if (!isAlone) this.#stillSince = undefined
    else if (this.#stillSince === undefined || replayed !== this.#replayed) this.#stillSince = now
    const missing = receivedNow === null ? undefined : positionOf(receivedNow) - replayed
    const isBrokenRecord = (bytes: bigint) =>
      bytes < BROKEN_RECORD_BYTES && now - (this.#stillSince ?? now) >= SETTLED_MS
    this.#hasAllOfLost = isAlone && missing !== undefined && (missing <= 0n || isBrokenRecord(missing))
  }

  /** Nothing is read from it until it answers again, and what waits for it waits no longer. */
  #leave(reason: string): void {
    this.#failure = reason
    const error = new DatabaseUnavailable(true, new Error(`The replica ${this.name} is away: ${reason}`))
    for (const reject of this.#waiting) reject(error)
  }
}
