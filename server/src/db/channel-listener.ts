import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { connectionSettings, type PoolSettings } from './connection-settings.ts'
import { endAtOnce } from './host-probe.ts'

const ASK_EVERY_MS = 10_000
const ANSWER_MS = 5_000
const FIRST_PAUSE_MS = 1_000
const LAST_PAUSE_MS = 30_000

interface Listening {
  readonly settings: PoolSettings
  readonly channel: string
  readonly onNotification: (payload: string) => void
  /** Called at each connection: what was missed before it has to be looked for. */
  readonly onConnected: () => void
  readonly onError: (error: Error) => void
}

/**
 * Listens to a channel over a connection of its own, and over another one whenever it is lost.
 * @throws where the first one cannot be made
 */
export async function listenTo(listening: Listening): Promise<{ close(): Promise<void> }> {
  const ends = new AbortController()
  let subscription = await subscribe(listening)
  const follow = async () => {
    while (!ends.signal.aborted) {
      const loss = await untilLost(subscription, ends.signal)
      endAtOnce(subscription.client)
      if (ends.signal.aborted) return
      listening.onError(loss)
      const next = await again(listening, ends.signal)
      if (next) subscription = next
    }
  }
  const following = follow()
  return {
    close: async () => {
      ends.abort()
      await following
    },
  }
}

interface Subscription {
  readonly client: pg.Client
  /** Resolves with the reason when the connection breaks. */
  readonly broken: Promise<Error>
}

async function subscribe({ settings, channel, onNotification, onConnected }: Listening): Promise<Subscription> {
  const client = new pg.Client({ ...connectionSettings(settings), query_timeout: ANSWER_MS })
  const broken = new Promise<Error>((resolve) => {
    client.on('error', resolve)
    client.on('end', () => resolve(new Error('The connection that listens ended.')))
  })
  client.on('notification', ({ payload = '' }) => onNotification(payload))
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    endAtOnce(client)
    throw error
  }
  onConnected()
  return { client, broken }
}

/** Asks now and then, because a connection may be lost without a word. Returns the reason; any after the signal. */
async function untilLost({ client, broken }: Subscription, signal: AbortSignal): Promise<Error> {
  const isOver = new Error('The connection is not needed any more.')
  const pause = () => delay(ASK_EVERY_MS, undefined, { signal, ref: false }).catch(() => isOver)
  for (;;) {
    const loss = await Promise.race([broken, pause()])
    if (loss) return loss
    const failure = await client.query('select from pg_listening_channels()').then(
      ({ rowCount }) => (rowCount ? undefined : new Error('The channel is not listened to any more.')),
      (error: Error) => error,
    )
    if (failure) return failure
  }
}

/** Connects again, with longer and longer pauses; undefined after the signal. */
async function again(listening: Listening, signal: AbortSignal): Promise<Subscription | undefined> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS)) {
    await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return undefined
    try {
      const made = await subscribe(listening)
      if (!signal.aborted) return made
      endAtOnce(made.client)
      return undefined
    } catch (error) {
      listening.onError(error as Error)
    }
  }
}
