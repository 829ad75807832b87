import { inTime } from '../in-time.ts'
import { type FileStorage, StorageAway } from './file-storage.ts'

/** A storage that takes or says nothing for so long is away. */
const SILENCE_MS = 90_000

const silent = () => new StorageAway('silent')

/** The storage, except that nobody waits for it for ever: neither through its silence nor beyond the sender's going. */
export function patientStorage(storage: FileStorage, patience = SILENCE_MS): FileStorage {
  const within = async <T>(work: Promise<T>, late: (result: T) => void = () => undefined): Promise<T> => {
    try {
      return await inTime(work, patience, silent)
    } catch (error) {
      work.then(late, () => undefined)
      throw error
    }
  }
  return {
    put: async (key, bytes, lost) => {
      const silence = silenceOf(patience)
      const iterator = bytes[Symbol.asyncIterator]()
      const given: Given = { isUp: false }
      silence.begin()
      const put = storage.put(key, watched(iterator, silence, given))
      try {
        await Promise.race([put, silence.over, ...(lost ? [lossOf(lost)] : [])])
      } catch (error) {
        given.isUp = true
        // Should what hangs be done one day all the same, it goes again.
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

interface Silence {
  /** Rejects once it has lasted too long. */
  over: Promise<never>
  begin(): void
  end(): void
}

function silenceOf(patience: number): Silence {
  const { promise: over, reject } = Promise.withResolvers<never>()
  over.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const end = () => clearTimeout(timer)
  return {
    over,
    begin: () => {
      end()
      timer = setTimeout(() => reject(silent()), patience)
    },
    end,
  }
}

function lossOf(lost: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const tell = () => reject(lost.reason as Error)
    if (lost.aborted) tell()
    else lost.addEventListener('abort', tell, { once: true })
  })
}

interface Given {
  isUp: boolean
}

const close = async (iterator: AsyncIterator<Buffer>): Promise<void> => void (await iterator.return?.())

/** The bytes; from one that is handed out to the next that is asked for, the storage is waited for. */
async function* watched(iterator: AsyncIterator<Buffer>, silence: Silence, given: Given): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      silence.end()
      if (given.isUp) throw new StorageAway('given up')
      const next = await iterator.next()
      silence.begin()
      if (next.done) return
      yield next.value
    }
  } finally {
    await close(iterator)
  }
}
