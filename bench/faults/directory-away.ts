import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Browser } from '../../server/test/browser.ts'
import { freePort, onDatabase } from '../postgres.ts'
import { atLeast, type Experiment, type FaultBench, type Finding, none, within } from './experiment.ts'
import { underLoad } from './restarts.ts'
import { runTests } from './tests.ts'
import { isRunning, type World } from './world.ts'

/** The directory signs this one on. */
const USER = 'other.user'
const ATTEMPTS = 4
/** After three failures a node does not ask for 15 seconds. */
const COOLED_MS = 16_000

/** What the directory does; undefined: it is not there. */
const ways: readonly (readonly [name: string, answer: ((socket: Socket) => void) | undefined])[] = [
  ['is silent', () => undefined],
  ['is not there', undefined],
  ['hangs up', (socket) => socket.end()],
  ['answers as a web server', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n<html>')],
  ['answers half a message', (socket) => socket.write(Buffer.from('30847fffffff02', 'hex'))],
]

/** A server of one way; takes note of who comes. */
async function directoryAt(port: number, answer: (socket: Socket) => void): Promise<{ came(): number; end(): void }> {
  const sockets: Socket[] = []
  const server: Server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    came: () => sockets.length,
    end: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** How the users of the directory and all others fare with each way. */
async function away(bench: FaultBench): Promise<Finding[]> {
  const port = await freePort()
  const environment = { PORTAL_DIRECTORY: `ldap://127.0.0.1:${port}/dc=example,dc=test`, PORTAL_DIRECTORY_CA: '' }
  return underLoad(bench, { environment, without: USER, signIns: true }, async (world, load) => {
    await onDatabase(world.databaseUrl, (client) =>
      client.query("update users set sign_in_kind = 'directory', password_hash = null where user_name = $1", [USER]),
    )
    const pids = [world.a.pid, world.b.pid]
    const began = performance.now()
    const findings: Finding[] = []
    for (const [at, [name, answer]] of ways.entries()) {
      if (at > 0) await delay(COOLED_MS)
      findings.push(...(await tried(world, port, name, answer)))
    }
    await load.anotherRound()
    const until = performance.now()
    const { valid, of } = await load.validSessions()
    await load.stop()
    const [signIns, ...calls] = (['sign-in', 'read', 'write'] as const).map((kind) => load.figures(kind, began, until))
    return [
      ...findings,
      atLeast('sign-ins of others meanwhile', signIns?.requests ?? 0, 20),
      none('of them failed', signIns?.failed ?? Number.NaN),
      within('slowest of them', signIns?.slowestMs ?? Number.NaN, 1_000),
      none(
        'calls that failed',
        calls.reduce((sum, { failed }) => sum + failed, 0),
      ),
      none('sessions that ended', of - valid),
      none('nodes that ended', pids.filter((pid) => !isRunning(pid)).length),
    ]
  })
}

async function tried(
  world: World,
  port: number,
  name: string,
  answer: ((socket: Socket) => void) | undefined,
): Promise<Finding[]> {
  const directory = answer && (await directoryAt(port, answer))
  const times: number[] = []
  let wrong = 0
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const began = performance.now()
    const { status, headers } = await new Browser(world.origin).trySignIn(USER, 'Its-password-1', { confirmed: true })
    times.push(performance.now() - began)
    if (status !== 503 || !headers.has('retry-after')) wrong++
  }
  directory?.end()
  return [
    none(`the directory ${name}: answers other than 503 with Retry-After`, wrong),
    within('slowest of them', Math.max(...times), 5_000),
    ...(directory ? [atLeast('connections that it took', directory.came(), 1)] : []),
  ]
}

export const serversOfOthers: Experiment = {
  id: 'R21',
  title: 'A directory, identity provider or other service is down, slow or answers nonsense',
  run: async (bench) => {
    const figures = await away(bench)
    const tests = await runTests({
      project: 'server',
      files: [
        'server/src/areas/directory/ldap-sign-in.test.ts',
        'server/src/areas/directory/oidc-sign-in.test.ts',
        'server/src/areas/human-check/siteverify-human-check.test.ts',
        'server/src/areas/second-factor/sign-in/duo-second-factor.test.ts',
      ],
      titled: 'R21',
    })
    return { ...tests, findings: [...figures, ...tests.findings] }
  },
}
