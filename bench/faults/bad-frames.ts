import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { login } from '@portico/contract/sign-in/sign-in.ts'
import { Browser } from '../../server/test/browser.ts'
import { atLeast, type Experiment, none } from './experiment.ts'
import { underLoad } from './restarts.ts'
import { runTests } from './tests.ts'
import { isRunning } from './world.ts'

const ROUNDS = 20
/** Bodies that no handler is made for. */
const BODIES = [
  '{',
  '[]',
  'null',
  '"text"',
  '{"userNm":{}}',
  `{"userNm":"${'x'.repeat(100_000)}"}`,
  `${'['.repeat(20_000)}`,
]

/** Bytes that are no request, or no whole one. */
function frames(random: () => number): Buffer[] {
  const noise = Buffer.from(Array.from({ length: 500 }, () => Math.floor(random() * 256)))
  return [
    noise,
    Buffer.from('16030100a5010000a10303', 'hex'),
    Buffer.from('GET /login HTTP/9.9\r\n\r\n'),
    Buffer.from(`GET /${'x'.repeat(100_000)} HTTP/1.1\r\nhost: a\r\n\r\n`),
    Buffer.from(`GET /login HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
    Buffer.from('POST /logger HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nnothing\r\n'),
    Buffer.from('POST /logger HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\ncontent-length: 20\r\n\r\n{}'),
    Buffer.from('GET /login HTTP/1.1\r\nhost: a\r\n\r\nGET /lo'),
  ]
}

/** Sends the bytes and closes, or waits until the server does. */
function throwAt(port: number, bytes: Buffer, cuts: boolean): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes)
      setTimeout(() => socket.destroy(), cuts ? 5 : 500)
    })
    socket.on('data', () => undefined).on('error', () => undefined)
    socket.on('close', () => resolve())
  })
}

export const badFrames: Experiment = {
  id: 'R23',
  title: 'An error in a handler, an unhandled rejection, or bytes that are no request',
  run: async (bench) => {
    const tests = await runTests({ project: 'server', files: ['server/src/ops/graceful-stop.test.ts'], titled: 'R23' })
    const frame = await underLoad(bench, {}, async (world, load) => {
      const pids = [world.a.pid, world.b.pid]
      const began = performance.now()
      let thrown = 0
      let answered500 = 0
      for (let round = 0; round < ROUNDS; round++) {
        const all = frames(bench.random).flatMap((bytes) => [world.a, world.b].map((node) => [node, bytes] as const))
        await Promise.all(
          all.map(([node, bytes]) => throwAt(Number(new URL(node.origin).port), bytes, bench.random() < 0.5)),
        )
        thrown += all.length
        for (const body of BODIES) {
          const { status } = await new Browser(world.origin).request(login.method, login.path, {
            body,
            headers: { 'content-type': 'application/json' },
          })
          if (status >= 500) answered500++
        }
      }
      await load.anotherRound()
      await delay(500)
      const until = performance.now()
      const { valid, of } = await load.validSessions()
      await load.stop()
      const [reads, writes] = [load.figures('read', began, until), load.figures('write', began, until)]
      return [
        atLeast('frames', thrown, 100),
        none('requests of others that failed', reads.failed + writes.failed),
        none('broken bodies answered by 500 and more', answered500),
        none('sessions that ended', of - valid),
        none('nodes that ended', pids.filter((pid) => !isRunning(pid)).length),
      ]
    })
    return {
      findings: [...frame, ...tests.findings],
      notes: tests.notes ?? [],
      open: ['the restart by a supervisor after a corruption: only the exit code 1 is tried'],
    }
  },
}
