import { setTimeout as delay } from 'node:timers/promises'
import { hostAddresses } from '../config/database-hosts.mjs'
import { callPlace, positionOf } from './call-place.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { type Db, isRefused } from './pool-db.ts'
import { LAG_MAX_MS, type Lineage, ReplicaHost, type ReplicaPools, type Sample } from './replica-host.ts'
import type { RowStream, StreamRows, StreamSettings } from './row-stream.ts'

const CHECK_EVERY_MS = 1_000
/** How long a report waits until the replica has what was written before it was asked for. */
const REPORT_WAIT_MS = 2_000
const REPORT_CHECK_MS = 100
/** How long a read that the primary cannot answer, or that streams many rows, waits for what a replica says. */
const ASKED_CHECK_MS = 300
const ALONE_PAUSE_MS = 50
/** After such a wait none for a minute: some jobs read many streams one after the other. */
const NO_WAIT_MS = 60_000
/** After a session's write could not be noted: longer than a replica may lag. */
const PAUSE_MS = 15_000

/** What happened to a replica. Each comes once until it is used again. */
export type ReplicaEvent =
  | { readonly type: 'lost'; readonly host: string; readonly reason: string }
  | { readonly type: 'lags'; readonly host: string; readonly seconds: number }
  | { readonly type: 'used'; readonly host: string }

/** For the operator. */
export interface ReplicaFigures {
  /** Of the replica that is the least behind; NaN before the first answer. */
  readonly lagSeconds: number
  /** Reads of calls, by the server that answered them. */
  readonly reads: { readonly replica: number; readonly primary: number }
  /** Reads that the primary answered because the replica failed. */
  readonly failed: number
}

export interface ReplicaSettings {
  readonly url: string
  readonly streams: StreamSettings
  readonly poolsOf: (address: string) => ReplicaPools
  /** A connection to the primary itself, for its position. */
  readonly primary: Pick<Db, 'send'>
  readonly onEvent?: ((event: ReplicaEvent) => void) | undefined
}

interface ReadOptions<Result> {
  /**
   * It streams many rows: it is answered there also after its call has changed something, and the replica is asked
   * first whether it has replayed what the session wrote a moment ago.
   */
  readonly isStream?: boolean
  /** Gets what the replica answers when the primary was asked already. */
  readonly undo?: (late: Result) => unknown
}

/** Of a session that reads from the primary, whatever is replayed. */
const EVERYTHING = positionOf('FFFFFFFF/FFFFFFFF')

const readPosition = `
  select pg_current_wal_flush_lsn()::text as flushed, pg_current_wal_insert_lsn()::text as inserted,
    (select system_identifier::text from pg_control_system()) as system,
    substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as timeline`

interface PrimaryPosition {
  readonly flushed: string
  readonly inserted: string
  readonly system: string
  /** Hexadecimal, as the names of WAL files begin: its control file learns of a promotion later. */
  readonly timeline: string
}

/** The servers of PORTAL_DATABASE_REPLICA_URL: the first one that is near enough to the primary answers reads. */
export class Replica {
  readonly #hosts: readonly ReplicaHost[]
  readonly #settings: ReplicaSettings
  readonly #states = new Map<ReplicaHost, ReplicaEvent['type']>()
  readonly #ending = new AbortController()
  #lineage: Lineage | undefined
  #checking: Promise<void> | undefined
  readonly #pauses = new Set<{ readonly until: number }>()
  #waitsFrom = Number.NEGATIVE_INFINITY
  readonly #reads = { replica: 0, primary: 0 }
  #failed = 0

  constructor(settings: ReplicaSettings) {
    this.#settings = settings
    this.#hosts = hostAddresses(settings.url).map(
      (address) => new ReplicaHost(address, settings.poolsOf(address), settings.streams),
    )
    void this.#watch()
  }

  get figures(): ReplicaFigures {
    const lagSeconds = Math.min(...this.#hosts.map(({ lagMs }) => lagMs)) / 1_000
    return {
      lagSeconds: Number.isFinite(lagSeconds) ? lagSeconds : Number.NaN,
      reads: { ...this.#reads },
      failed: this.#failed,
    }
  }

  /** Reads from the replica where the call allows it and the replica is near enough, and otherwise from the primary. */
  async read<Result>(
    onReplica: (host: ReplicaHost) => Promise<Result>,
    onPrimary: () => Promise<Result>,
    { isStream = false, undo }: ReadOptions<Result> = {},
  ): Promise<Result> {
    const place = callPlace()
    const position = isStream || !place?.hasWritten ? place?.readsFrom : undefined
    const host = this.#hostWith(position) ?? (isStream ? await this.#hostAsked(position) : undefined)
    if (host)
      try {
        const result = await host.attempt(() => onReplica(host), undo)
        this.#reads.replica += 1
        return result
      } catch (error) {
        if (!isOfReplica(error)) throw error
        this.#failed += 1
      }
    this.#reads.primary += 1
    const counted = (alone: ReplicaHost) => {
      this.#reads.replica += 1
      return onReplica(alone)
    }
    return this.readDespiteLoss(counted, onPrimary, undo)
  }

  /**
   * Reads from the primary, and while that is lost from a replica where the call allows it. What has waited for the
   * primary once in vain asks the replica first, and where that fails the primary, which may be back.
   */
  async readDespiteLoss<Result>(
    onReplica: (host: ReplicaHost) => Promise<Result>,
    onPrimary: () => Promise<Result>,
    undo?: (late: Result) => unknown,
  ): Promise<Result> {
    const place = callPlace()
    const findHost = () => (place?.mayMissPrimary && !place.hasWritten ? this.#hostAlone() : undefined)
    const known = place?.hasMissedPrimary ? await findHost() : undefined
    if (known)
      try {
        return await known.attempt(() => onReplica(known), undo)
      } catch (error) {
        if (!isOfReplica(error)) throw error
      }
    try {
      return await onPrimary()
    } catch (error) {
      const isLost = error instanceof DatabaseUnavailable && error.isLoss
      const host = isLost ? await findHost() : undefined
      if (!place || !host) throw error
      place.hasMissedPrimary = true
      return host.attempt(() => onReplica(host), undo)
    }
  }

  /** A report of a job, from a replica that has all that was written before it began. */
  readonly jobStream =
    (onPrimary: StreamRows): StreamRows =>
    async <Row>(...asked: Parameters<StreamRows>) => {
      const host = await this.#hostWithAll().catch(() => undefined)
      if (!host) return onPrimary<Row>(...asked)
      return host.attempt(() => host.jobStream<Row>(...asked), close).catch(() => onPrimary<Row>(...asked))
    }

  /**
   * All calls of this node read from the primary for a while: a session has written, and nothing says so.
   * @returns what ends it sooner
   */
  pause(): () => void {
    const pause = { until: performance.now() + PAUSE_MS }
    this.#pauses.add(pause)
    return () => void this.#pauses.delete(pause)
  }

  get #isPaused(): boolean {
    const now = performance.now()
    for (const pause of this.#pauses) if (pause.until <= now) this.#pauses.delete(pause)
    return this.#pauses.size > 0
  }

  async end(): Promise<void> {
    this.#ending.abort()
    await this.#checking
    await Promise.all(this.#hosts.map((host) => host.end()))
  }

  #hostWith(position: bigint | undefined): ReplicaHost | undefined {
    if (position === undefined || this.#isPaused) return undefined
    return this.#hosts.find((host) => host.has(position) && !host.isBusy)
  }

  /** The same, by what the replicas say now. */
  async #hostAsked(position: bigint | undefined): Promise<ReplicaHost | undefined> {
    if (position === undefined || position === EVERYTHING || this.#isPaused) return undefined
    if (!this.#hosts.some((host) => host.isServing)) return undefined
    // A check that had begun before may not know.
    const asking = (this.#checking ?? Promise.resolve()).then(() => this.#check())
    await Promise.race([asking, delay(ASKED_CHECK_MS, undefined, { ref: false })])
    return this.#hostWith(position)
  }

  /** One that says after the loss of the primary that it has all that it got from it. */
  async #hostAlone(): Promise<ReplicaHost | undefined> {
    const find = () => this.#hosts.find((host) => host.isFitAlone && !host.isBusy)
    const until = performance.now() + ASKED_CHECK_MS
    // A check that began before the loss says nothing of it.
    for (;;) {
      const host = find()
      const left = until - performance.now()
      if (host || left <= 0) return host
      await Promise.race([this.#check(), delay(left, undefined, { ref: false })])
      if (!find()) await delay(ALONE_PAUSE_MS, undefined, { ref: false })
    }
  }

  /** Waits for a moment, if it has not of late, until a replica has all that the primary has now. */
  async #hostWithAll(): Promise<ReplicaHost | undefined> {
    if (!this.#hosts.some((host) => host.isServing)) return undefined
    const { inserted } = await this.#askPrimary()
    const began = performance.now()
    const until = began < this.#waitsFrom ? began : began + REPORT_WAIT_MS
    for (;;) {
      await this.#check()
      const host = this.#hostWith(positionOf(inserted))
      if (host || performance.now() > until) return host
      this.#waitsFrom = began + NO_WAIT_MS
      await delay(REPORT_CHECK_MS, undefined, { signal: this.#ending.signal, ref: false })
    }
  }

  async #askPrimary(): Promise<PrimaryPosition> {
    const query = { name: 'replica: primary', text: readPosition, values: [] }
    const { rows } = await this.#settings.primary.send<PrimaryPosition>(query)
    return rows[0] as PrimaryPosition
  }

  async #watch(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      await this.#check()
      await delay(CHECK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  #check(): Promise<void> {
    this.#checking ??= this.#checkAll().finally(() => (this.#checking = undefined))
    return this.#checking
  }

  async #checkAll(): Promise<void> {
    const at = performance.now()
    const primary = await this.#askPrimary().catch(() => undefined)
    if (primary) this.#lineage = { system: primary.system, timeline: Number.parseInt(primary.timeline, 16) }
    const sample: Sample | undefined = primary && { position: positionOf(primary.flushed), at }
    await Promise.all(this.#hosts.map((host) => host.check(sample, this.#lineage)))
    if (!this.#ending.signal.aborted) for (const host of this.#hosts) this.#report(host)
  }

  #report(host: ReplicaHost): void {
    const { name, failure, isServing, lagMs } = host
    const type = failure === undefined ? (isServing ? 'used' : 'lags') : 'lost'
    const isStarting = type === 'lags' && lagMs <= LAG_MAX_MS
    if (isStarting || this.#states.get(host) === type) return
    this.#states.set(host, type)
    const { onEvent } = this.#settings
    if (type === 'lost') onEvent?.({ type, host: name, reason: failure ?? '' })
    else onEvent?.(type === 'used' ? { type, host: name } : { type, host: name, seconds: Math.round(lagMs / 1_000) })
  }
}

/** What ends a statement for the replay of what the primary has written, and what a server has no room for. */
const conflict = /^(40001|40P01|53...)$/
/** The message of a pool: nothing was read yet. */
const NO_CONNECTION = 'timeout exceeded when trying to connect'

/**
 * Whether a read failed because of the replica alone. What fails at the primary, too, is not asked again there, nor what
 * would take the time of both.
 */
export function isOfReplica(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false
  const { code = '', message = '' } = (error.cause ?? {}) as { code?: string; message?: string }
  return error.isLoss || conflict.test(code) || message === NO_CONNECTION
}

const close = (rows: Pick<RowStream<unknown>, 'close'>) => rows.close()

/** What stands before a call: it reads from the primary, and in a call that may lag from a replica while that is lost. */
export const guardsOn = (replica: Replica, db: Db): Db => ({
  ...db,
  read: (scope, work) =>
    replica.readDespiteLoss(
      (host) => host.db.read(scope, work),
      () => db.read(scope, work),
    ),
  send: <Row>(query: Parameters<Db['send']>[0]) =>
    replica.readDespiteLoss(
      (host) => host.db.send<Row>(query),
      () => db.send<Row>(query),
    ),
})

/** What handlers of calls use: reads go to the replica where their call allows it, and writes are noted with the call. */
export function callsOn(replica: Replica, primary: { db: Db; stream: StreamRows }): { db: Db; stream: StreamRows } {
  const { db } = primary
  const noted = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    const place = callPlace()
    let mayHaveWritten = true
    try {
      const result = await write()
      mayHaveWritten = !isRefused(result)
      return result
    } catch (error) {
      // Its commit was not even sent.
      if (error instanceof DatabaseUnavailable && !error.isUnknown) mayHaveWritten = false
      throw error
    } finally {
      if (place && mayHaveWritten) place.hasWritten = true
    }
  }
  return {
    db: {
      read: (scope, work) =>
        replica.read(
          (host) => host.db.read(scope, work),
          () => db.read(scope, work),
        ),
      send: <Row>(query: Parameters<Db['send']>[0]) =>
        replica.read(
          (host) => host.db.send<Row>(query),
          () => db.send<Row>(query),
        ),
      transact: (scope, work) => noted(() => db.transact(scope, work)),
      write: (query) => noted(() => db.write(query)),
    },
    // What a call has written before it exports is the record of the export.
    stream: <Row>(...asked: Parameters<StreamRows>) =>
      replica.read(
        (host) => host.stream<Row>(...asked),
        () => primary.stream<Row>(...asked),
        { isStream: true, undo: close },
      ),
  }
}
