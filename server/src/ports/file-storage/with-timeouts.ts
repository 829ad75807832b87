import { withTimeout } from '../with-timeout.ts'
import { type FileStorage, StorageUnavailable } from './file-storage.ts'

/** Time without progress after which a storage is unavailable. */
const SILENCE_MS = 90_000

const silent = () => new StorageUnavailable('silent')

/** Adds timeouts to a storage: no caller waits forever for it, nor for a sender that is gone. */
export function withTimeouts(storage: FileStorage, timeoutMs = SILENCE_MS): FileStorage {
  const within = async <T>(work: Promise<T>, late: (result: T) => void = () => undefined): Promise<T> => {
    try {
      return await withTimeout(work, timeoutMs, silent)
    } catch (error) {
      work.then(late, () => undefined)
      throw error
    }
  }
  return {
    put: async (key, bytes, lost) => {
      const silence = silenceTimer(timeoutMs)
      const iterator = bytes[Symbol.asyncIterator]()
      const givenUp: GivenUp = { isGivenUp: false }
      silence.begin()
      const put = storage.put(key, watched(iterator, silence, givenUp))
      try {
        await Promise.race([put, silence.over, ...(lost ? [rejectOnAbort(lost)] : [])])
      } catch (error) {
        givenUp.isGivenUp = true
        // A write that completes after its timeout is removed.
        put.then(() => storage.remove(key)).catch(() => undefined)
        void close(iterator).catch(() => undefined)
        throw error
      } finally {
        silence.end()
      }
    },
    open: (key, range) => within(storage.open(key, range), (stream) => void stream.destroy()),
    remove: (key) => within(storage.remove(key)),
    close: () => storage.close(),
  }
}

interface SilenceTimer {
  /** Rejects at the timeout. */
  over: Promise<never>
  begin(): void
  end(): void
}

function silenceTimer(timeoutMs: number): SilenceTimer {
  const { promise: over, reject } = Promise.withResolvers<never>()
  over.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const end = () => clearTimeout(timer)
  return {
    over,
    begin: () => {
      end()
      timer = setTimeout(() => reject(silent()), timeoutMs)
    },
    end,
  }
}

function rejectOnAbort(lost: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(lost.reason as Error)
    if (lost.aborted) abort()
    else lost.addEventListener('abort', abort, { once: true })
  })
}

interface GivenUp {
  isGivenUp: boolean
}

const close = async (iterator: AsyncIterator<Buffer>): Promise<void> => void (await iterator.return?.())

/** The bytes; the timeout runs from one chunk handed to the storage to its request for the next. */
async function* watched(
  iterator: AsyncIterator<Buffer>,
  silence: SilenceTimer,
  givenUp: GivenUp,
): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      silence.end()
      if (givenUp.isGivenUp) throw new StorageUnavailable('given up')
      const next = await iterator.next()
      silence.begin()
      if (next.done) return
      yield next.value
    }
  } finally {
    await close(iterator)
  }
}
