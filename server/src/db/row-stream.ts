import type { ConnectionPool } from './connection-pool.ts'
import type { Scope } from './scope.ts'
import { Semaphore } from './semaphore.ts'
import { Semaphores } from './semaphores.ts'
import { StatementPipeline } from './statement-pipeline.ts'

/** The rows of one statement in batches, with constant memory: a batch is emptied when the next is read. */
export interface RowStream<Row> extends AsyncIterable<readonly Row[]> {
  /** Returns the connection to its pool, also when no row was read. */
  close(): Promise<void>
}

/**
 * Opens a stream over one snapshot: its connection is taken and its first rows are read.
 * @param userId whose stream it is; undefined: the portal's own
 * @throws StreamsBusy when all connections stay in use, or too many of them by this user
 */
export type StreamRows = <Row>(
  scope: Scope,
  statement: { text: string; values: unknown[] },
  userId?: number,
) => Promise<RowStream<Row>>

/** Thrown when no connection for a stream became free in time. Becomes 503 with Retry-After. */
export class StreamsBusy extends Error {
  override readonly name = 'StreamsBusy'
}

/** How long a stream waits for a connection, in milliseconds. */
export const STREAM_WAIT_MS = 2_000
/** Streams of one user at once: a user with slow readers leaves connections to others. */
const STREAMS_OF_A_USER = 2

/** Waits until a user may open one more stream; what is returned ends it. */
export type TurnOfUser = (userId: number) => Promise<() => void>

/** How many streams there may be at once, and how long one waits for that, in milliseconds. */
export interface StreamSettings {
  readonly connections: number
  readonly waitMs: number
  /** Of several pools that a user may have streams on: together not more than on one. */
  readonly turnOfUser?: TurnOfUser
}

/** Opens streams on the connections of a pool. */
export function streamsOf(
  pool: ConnectionPool,
  { connections, waitMs, turnOfUser = turnsOfUsers(waitMs) }: StreamSettings,
): StreamRows {
  const turns = new Semaphore(connections, waitMs)
  return async <Row>(scope: Scope, statement: { text: string; values: unknown[] }, userId?: number) => {
    const leave = userId === undefined ? () => undefined : await turnOfUser(userId)
    const release = await turnOf((...task) => turns.run(...task), 'all streams').catch((error: unknown) => {
      leave()
      throw error
    })
    return openStream(
      streamRows<Row>(pool, scope, statement, () => {
        leave()
        release()
      }),
    )
  }
}

/** Hands out turns to each user. */
export function turnsOfUsers(waitMs: number): TurnOfUser {
  const turns = new Semaphores<number>(STREAMS_OF_A_USER, waitMs)
  return (userId) => turnOf((...task) => turns.run(userId, ...task), 'streams of one user')
}

/** Waits for a turn; returns what ends it. */
function turnOf(
  run: (work: () => Promise<void>, onTimeout: () => Error) => Promise<void>,
  what: string,
): Promise<() => void> {
  const turn = Promise.withResolvers<() => void>()
  const end = Promise.withResolvers<void>()
  const work = () => {
    turn.resolve(end.resolve)
    return end.promise
  }
  run(work, () => new StreamsBusy(what)).catch(turn.reject)
  return turn.promise
}

/** Reads the first batch, so that the stream is closed by close() even when nobody reads it. */
export async function openStream<Row>(batches: AsyncGenerator<readonly Row[]>): Promise<RowStream<Row>> {
  let first: IteratorResult<readonly Row[]> | undefined = await batches.next()
  const iterator: AsyncIterator<readonly Row[]> = {
    next: () => {
      const ready = first
      first = undefined
      return ready ? Promise.resolve(ready) : batches.next()
    },
    return: () => batches.return(undefined),
  }
  return {
    [Symbol.asyncIterator]: () => iterator,
    close: async () => {
      await batches.return(undefined)
    },
  }
}

/** Does what comes before the rows are sent, such as recording the export; when it throws, the stream is closed. */
export async function beforeSending<Result>(
  rows: Pick<RowStream<unknown>, 'close'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await rows.close()
    throw error
  }
}

/** Rows of a batch: reading one from the answer keeps other requests waiting. */
export const STREAMED_AT_ONCE = 200

/** Reads by a cursor; the fraction makes the plan deliver its first rows at once instead of sorting all of them first. */
async function* streamRows<Row>(
  pool: ConnectionPool,
  scope: Scope,
  { text, values }: { text: string; values: unknown[] },
  onEnd: () => void,
): AsyncGenerator<readonly Row[]> {
  try {
    const connection = await pool.connect()
    const fetchBatch = () => {
      const fetched = connection.send<Row>({ text: `fetch ${STREAMED_AT_ONCE} from streamed_rows`, values: [] })
      // Awaited with the next batch; without a handler an early rejection would count as unhandled.
      fetched.catch(() => undefined)
      return fetched
    }
    try {
      const begin = connection.begin(scope, 'isolation level repeatable read, read only')
      const pipeline = new StatementPipeline(connection, begin)
      pipeline.queue({ text: 'set local cursor_tuple_fraction = 0.01', values: [] })
      await pipeline.send({ text: `declare streamed_rows no scroll cursor for ${text}`, values })
      let next: ReturnType<typeof fetchBatch> | null = fetchBatch()
      while (next) {
        const { rows }: { rows: Row[] } = await next
        // The database reads the next batch while the reader works on this one.
        next = rows.length === STREAMED_AT_ONCE ? fetchBatch() : null
        yield rows
        // V8 would move them to where only a full collection frees them: promises of earlier batches, once moved there,
        // hold those of later ones.
        rows.length = 0
      }
    } finally {
      // Also when the reader is gone. A lost connection is discarded by its release.
      await connection.rollback()
      connection.release()
    }
  } finally {
    onEnd()
  }
}
