import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import type { ClamdPlace } from '../../config/file-settings.ts'
import { type Scan, ScannerAway, ScanRefused, type VirusScanner } from './virus-scanner.ts'

const CONNECT_MS = 3_000
/** Longest silence: clamd scans a large file only once it has come as a whole. */
const SILENCE_MS = 60_000
const LONGEST_ANSWER = 1_000

/** ClamAV's daemon, spoken to by its command INSTREAM: the file in chunks, each behind its length. */
export function clamd(place: ClamdPlace): VirusScanner {
  return {
    begin: async () => {
      const socket = createConnection(place)
      try {
        await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) })
      } catch (error) {
        socket.destroy()
        throw new ScannerAway('no connection', { cause: error })
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
    // Whatever is said before the end, such as that the file is too large, comes out in the verdict.
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
  let said = ''
  return new Promise((resolve, reject) => {
    socket.on('data', (bytes: Buffer) => {
      said = (said + bytes.toString('latin1')).slice(0, LONGEST_ANSWER)
      if (said.includes('\0')) resolve(said)
    })
    socket.once('error', (error) => reject(new ScannerAway('the connection broke', { cause: error })))
    socket.once('close', () => (said ? resolve(said) : reject(new ScannerAway('the scanner hung up'))))
  })
}

/** `stream: OK`, `stream: Eicar-Test-Signature FOUND`; everything else means that the file was not scanned. */
function verdictOf(answer: string): string | null {
  const said = answer.replaceAll('\0', '').trim()
  if (said === 'stream: OK') return null
  const found = /^stream: (.+) FOUND$/.exec(said)
  if (found?.[1]) return found[1]
  throw new ScanRefused(said)
}
