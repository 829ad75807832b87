import fs from 'node:fs'

/** Lines are written together once there are so many bytes, or after so many milliseconds. */
const ENOUGH_BYTES = 16_000
const LATEST_MS = 100
/** More are not kept for an output that takes none. */
const MOST_BYTES = 8_000_000
/** Pauses before another try at an output that is busy, such as a pipe that is not read. */
const BUSY_MS = 50
const LAST_TRIES = 20
const NEW_LINE = 10

const isBusy = (error: unknown) => ['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Where a log is written to. */
export interface LogOutput {
  write(line: string): void
  /** Writes lines, and returns once their last byte is out. Throws where that may not be so, or the signal comes first. */
  writeWhole(lines: string, signal: AbortSignal): Promise<void>
  /** Writes what waits, before the process ends. */
  flushSync(): void
}

let standardOutput: LogOutput | undefined

/** One for the process: a second writer would tear its lines. What waits is written when the process ends. */
export function openStandardOutput(): LogOutput {
  if (standardOutput === undefined) {
    const output = openLogOutput(1)
    process.on('exit', () => output.flushSync())
    standardOutput = output
  }
  return standardOutput
}

/**
 * Writes lines to a file descriptor, many at a time: one write a line costs as much as a request. Lines that it cannot
 * take, as on a full disk, are lost: the portal serves without its log rather than not at all. pino's own destination
 * repeats a write to a full disk without end, and does not say when a line is out, which the event log has to know.
 */
export function openLogOutput(fd: number): LogOutput {
  const lines = waitingLines()
  /** What is being written, or waits for another try. */
  let written: Buffer | undefined
  let isUnderWay = false
  let timer: NodeJS.Timeout | undefined

  const next = () => {
    if (written === undefined && lines.bytes() > 0) send(lines.takeAll())
  }
  const sendSoon = () => {
    if (lines.bytes() >= ENOUGH_BYTES) next()
    else if (lines.bytes() > 0)
      timer ??= setTimeout(() => {
        timer = undefined
        next()
      }, LATEST_MS).unref()
  }
  const send = (chunk: Buffer) => {
    written = chunk
    isUnderWay = true
    fs.write(fd, chunk, (error, count) => {
      isUnderWay = false
      if (written !== chunk) return
      if (error && isBusy(error)) return void setTimeout(() => written === chunk && send(chunk), BUSY_MS).unref()
      if (error) lines.lose(chunk, error)
      else lines.note(chunk.subarray(0, count))
      const rest = error ? undefined : chunk.subarray(count)
      if (rest && rest.length > 0) return send(rest)
      written = undefined
      sendSoon()
    })
  }
  const write = (text: string, settle?: Settle) => {
    if (!lines.add(text, settle)) return settle?.(new Error('the output does not take what waits for it'))
    sendSoon()
  }
  return {
    write: (line) => write(line),
    writeWhole: (text, signal) => wholeOrAborted(signal, (settle) => write(text, settle)),
    flushSync: () => {
      // What is under way is written by the system, perhaps after this; once more would be twice.
      if (isUnderWay && written) lines.leave(written)
      const begun = isUnderWay || !written ? Buffer.alloc(0) : written
      written = undefined
      const chunk = Buffer.concat([begun, lines.takeAll(begun)])
      const { count, error } = writeSync(fd, chunk)
      lines.note(chunk.subarray(0, count))
      if (error) lines.lose(chunk.subarray(count), error)
    },
  }
}

type Settle = (error?: Error) => void

function wholeOrAborted(signal: AbortSignal, write: (settle: Settle) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Error('the node stops'))
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    write((error) => {
      signal.removeEventListener('abort', onAbort)
      if (error) reject(error)
      else resolve()
    })
  })
}

/** Lines that wait, in their order, and those who wait for them. Places are counted in bytes from the beginning. */
function waitingLines() {
  let waiting: Buffer[] = []
  let bytes = 0
  let added = 0
  let gone = 0
  let isCut = false
  const awaited: { end: number; settle: Settle }[] = []

  const settleGone = (count: number, error?: Error) => {
    gone += count
    while (awaited[0] && awaited[0].end <= gone) awaited.shift()?.settle(error)
  }
  return {
    bytes: () => bytes,
    /** Returns false where too many wait already. */
    add(text: string, settle?: Settle): boolean {
      if (bytes > MOST_BYTES) return false
      const chunk = Buffer.from(text)
      waiting.push(chunk)
      bytes += chunk.length
      added += chunk.length
      if (settle) awaited.push({ end: added, settle })
      return true
    },
    /** Returns all that wait. A line of which only the beginning was written is ended first, unless its rest is `begun`. */
    takeAll(begun?: Buffer): Buffer {
      const isEnding = isCut && bytes > 0 && !begun?.length
      // The byte that ends the line was not counted when it was added.
      if (isEnding) gone--
      const all = Buffer.concat(isEnding ? [Buffer.from([NEW_LINE]), ...waiting] : waiting)
      waiting = []
      bytes = 0
      return all
    },
    note(chunk: Buffer): void {
      if (chunk.length > 0) isCut = chunk.at(-1) !== NEW_LINE
      settleGone(chunk.length)
    },
    lose: (chunk: Buffer, error: Error) => settleGone(chunk.length, error),
    /** For what the system is still writing while the process ends. */
    leave(chunk: Buffer): void {
      isCut = false
      settleGone(chunk.length, new Error('the process ends'))
    },
  }
}

function writeSync(fd: number, chunk: Buffer): { count: number; error?: Error } {
  let count = 0
  for (let tries = 0; count < chunk.length;)
    try {
      count += fs.writeSync(fd, chunk, count)
    } catch (error) {
      if (!isBusy(error) || ++tries === LAST_TRIES) return { count, error: error as Error }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS)
    }
  return { count }
}
