import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import type { ClamdPlace } from '../../config/file-settings.ts'
import { type Scan, ScannerUnavailable, ScanRefused, type VirusScanner } from './virus-scanner.ts'

const CONNECT_MS = 3_000
/** Maximum time without data: clamd scans a large file only once it has all of it. */
const SILENCE_MS = 60_000
const LONGEST_ANSWER = 1_000

/** ClamAV's daemon with its command INSTREAM: the file in chunks, each after its length. */
export function clamd(place: ClamdPlace): VirusScanner {
  return {
    begin: async () => {
      const socket = createConnection(place)
      try {
        await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) })
      } catch (error) {
        socket.destroy()
        throw new ScannerUnavailable('no connection', { cause: error })
      }
      socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('the scanner is silent')))
      socket.write('zINSTREAM\0')
      return scanOver(socket)
    },
  }
}

function scanOver(socket: Socket): Scan {
  const answer = readAnswer(socket)
  answer.catch(() => undefined)
  const send = async (bytes: Buffer) => {
    // An early answer, such as that the file is too large, is reported by the verdict.
    if (!socket.writable || socket.write(bytes)) return
    await Promise.race([once(socket, 'drain'), answer]).catch(() => undefined)
  }
  return {
    write: async (chunk) => {
      await send(lengthOf(chunk.length))
      await send(chunk)
    },
    verdict: async () => {
      await send(lengthOf(0))
      return verdictOf(await answer)
    },
    abort: () => socket.destroy(),
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

function readAnswer(socket: Socket): Promise<string> {
  let received = ''
  return new Promise((resolve, reject) => {
    socket.on('data', (bytes: Buffer) => {
      received = (received + bytes.toString('latin1')).slice(0, LONGEST_ANSWER)
      if (received.includes('\0')) resolve(received)
    })
    socket.once('error', (error) => reject(new ScannerUnavailable('the connection broke', { cause: error })))
    socket.once('close', () => (received ? resolve(received) : reject(new ScannerUnavailable('the scanner hung up'))))
  })
}

/** `stream: OK`, `stream: Eicar-Test-Signature FOUND`; everything else means that the file was not scanned. */
function verdictOf(answer: string): string | null {
  const received = answer.replaceAll('\0', '').trim()
  if (received === 'stream: OK') return null
  const found = /^stream: (.+) FOUND$/.exec(received)
  if (found?.[1]) return found[1]
  throw new ScanRefused(received)
}
