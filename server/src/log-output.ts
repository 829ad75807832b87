import fs from 'node:fs'

/** Lines are written together once there are so many bytes, or after so many milliseconds. */
const ENOUGH_BYTES = 16_000
const LATEST_MS = 100
/** More are not kept for an output that takes none. */
const MOST_BYTES = 8_000_000
/** Pauses before another try at an output that is busy, such as a pipe that is not read. */
const BUSY_MS = 50
const LAST_TRIES = 20

const isBusy = (error: unknown) => ['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Where a log is written to. */
export interface LogOutput {
  write(line: string): void
  /** Writes what waits, before the process ends. */
  flushSync(): void
}

/**
 * Writes lines to a file descriptor, many at a time: one write a line costs as much as a request. Lines that it cannot
 * take, as on a full disk, are lost: the portal serves without its log rather than not at all.
 */
export function openLogOutput(fd: number): LogOutput {
  let waiting: Buffer[] = []
  let bytes = 0
  /** What is being written, or waits for another try. */
  let written: Buffer | undefined
  let isUnderWay = false
  let timer: NodeJS.Timeout | undefined

  const takeAll = () => {
    const all = Buffer.concat(waiting)
    waiting = []
    bytes = 0
    return all
  }
  const later = (ms: number, work: () => void) => {
    timer ??= setTimeout(() => {
      timer = undefined
      work()
    }, ms).unref()
  }
  const next = () => {
    if (written === undefined && bytes > 0) send(takeAll())
  }
  const send = (chunk: Buffer) => {
    written = chunk
    isUnderWay = true
    fs.write(fd, chunk, (error, count) => {
      isUnderWay = false
      if (written !== chunk) return
      if (error && isBusy(error)) return later(BUSY_MS, () => send(chunk))
      const rest = error ? undefined : chunk.subarray(count)
      if (rest && rest.length > 0) return send(rest)
      written = undefined
      if (bytes >= ENOUGH_BYTES) next()
      else if (bytes > 0) later(LATEST_MS, next)
    })
  }
  return {
    write: (line) => {
      if (bytes > MOST_BYTES) return
      const chunk = Buffer.from(line)
      waiting.push(chunk)
      bytes += chunk.length
      if (bytes >= ENOUGH_BYTES) next()
      else later(LATEST_MS, next)
    },
    flushSync: () => {
      // What is under way is written by the system; once more would be twice.
      const chunk = Buffer.concat([isUnderWay || !written ? Buffer.alloc(0) : written, takeAll()])
      written = undefined
      writeSync(fd, chunk)
    },
  }
}

function writeSync(fd: number, chunk: Buffer): void {
  for (let tries = 0, at = 0; at < chunk.length && tries < LAST_TRIES;)
    try {
      at += fs.writeSync(fd, chunk, at)
    } catch (error) {
      if (!isBusy(error)) return
      tries++
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS)
    }
}
