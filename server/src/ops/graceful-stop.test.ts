import { EventEmitter } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPortal } from '../../test/portal.ts'
import { type IdleConnections, trackIdleConnections } from '../http/idle-connections.ts'
import { createLogger } from '../logging.ts'
import { type GracefulStop, installGracefulStop, type GracefulStopDeps } from './graceful-stop.ts'
import { NodeState } from './node-state.ts'

/** Replaces the process: receives signals of tests, and records the exit. */
class Host extends EventEmitter {
  readonly exits: number[] = []
  exit(code: number): void {
    this.exits.push(code)
  }
}

let host: Host
let state: NodeState
let server: Server
let agent: Agent
let connections: IdleConnections
let ended: string[]
let logged: string[]
let answerSlow: () => void
let slowArrived: Promise<void>
let stop: GracefulStop

beforeEach(async () => {
  host = new Host()
  state = new NodeState()
  agent = new Agent({ keepAlive: true })
  ended = []
  logged = []
  const arrived = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  slowArrived = arrived.promise
  answerSlow = mayAnswer.resolve
  server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url === '/') return void response.end('fast')
    if (request.url === '/stream') response.write('first ')
    arrived.resolve()
    void mayAnswer.promise.then(() => response.end(request.url === '/stream' ? 'last' : 'slow'))
  })
  connections = trackIdleConnections(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  state.started()
})
afterEach(() => {
  stop.uninstall()
  agent.destroy()
  server.closeAllConnections()
  server.close()
})

function install(deps: Partial<GracefulStopDeps> = {}): void {
  const close = (name: string) => ({ name, close: async () => void ended.push(name) })
  stop = installGracefulStop({
    app: { server, close: closeServer },
    state,
    logger: createLogger('info', 'test', { write: (line: string) => void logged.push(line) }),
    afterwards: ['jobs', 'database', 'database server'].map(close),
    process: host,
    ...deps,
  })
}

/** Closes as the portal does: running requests finish, idle connections are closed. */
async function closeServer(): Promise<void> {
  connections.closeFromNowOn()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  connections.stop()
  ended.push('requests')
}

/** The time for load balancers, which ends when a test says so. */
function drainAtWill() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked: number[] = []
  const pass = (milliseconds: number) => {
    asked.push(milliseconds)
    return promise
  }
  return { drain: { drainMs: 1500, pass }, asked, isOver: resolve }
}

interface Answer {
  body: string
  connection: string | undefined
}

const query = (path: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    get({ port, path, agent }, (answer: IncomingMessage) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (part: string) => (body += part))
      answer.on('end', () => resolve({ body, connection: answer.headers.connection }))
    }).on('error', reject)
  })

test('a stop lets my running request finish, then closes the jobs and the database in order', async () => {
  install()
  const mine = query('/slow')
  await slowArrived
  host.emit('SIGTERM')
  expect(state.phase).toBe('draining')
  await expect.poll(() => query('/').catch(() => 'refused')).toBe('refused')
  expect(ended).toEqual([])
  answerSlow()
  expect(await mine).toEqual({ body: 'slow', connection: 'close' })
  await expect.poll(() => host.exits).toEqual([0])
  expect(ended).toEqual(['requests', 'jobs', 'database', 'database server'])
})

test('while load balancers take notice, requests are answered and told to reconnect', async () => {
  const { drain, asked, isOver } = drainAtWill()
  install(drain)
  expect(await query('/')).toEqual({ body: 'fast', connection: 'keep-alive' })
  host.emit('SIGINT')
  expect(await query('/')).toEqual({ body: 'fast', connection: 'close' })
  expect([asked, ended, host.exits]).toEqual([[1500], [], []])
  isOver()
  await expect.poll(() => host.exits).toEqual([0])
})

test('an answer that had started before does not keep its connection open', async () => {
  install()
  const mine = query('/stream')
  await slowArrived
  host.emit('SIGTERM')
  answerSlow()
  expect(await mine).toEqual({ body: 'first last', connection: 'keep-alive' })
  await expect.poll(() => host.exits).toEqual([0])
})

test('R01 the portal answers during a stop and announces that its connections close', async () => {
  const portal = await startPortal()
  const { drain, isOver } = drainAtWill()
  stop = installGracefulStop({
    app: portal.app,
    state,
    logger: createLogger('silent', 'test'),
    afterwards: [{ name: 'database', close: async () => void ended.push('database') }],
    ...drain,
    process: host,
  })
  const address = `${portal.origin}/ccservices/openapi.json`
  // Read to the end: the client of Node.js fails when a connection closes under an unread answer.
  const read = async () => {
    const answer = await fetch(address)
    await answer.arrayBuffer()
    return answer
  }
  expect((await read()).headers.get('connection')).toBe('keep-alive')
  host.emit('SIGTERM')
  const during = await read()
  expect([during.status, during.headers.get('connection')]).toEqual([200, 'close'])
  expect(ended).toEqual([])
  isOver()
  await expect.poll(() => host.exits).toEqual([0])
  await expect(fetch(address)).rejects.toThrow('fetch failed')
  expect(ended).toEqual(['database'])
  await portal.close()
})

test('a second signal ends the process at once', async () => {
  install()
  void query('/slow').catch(() => {})
  await slowArrived
  host.emit('SIGINT')
  host.emit('SIGINT')
  expect(host.exits).toEqual([130])
  answerSlow()
  await expect.poll(() => host.exits).toEqual([130, 0])
})

test('a part that does not close is abandoned after a timeout', async () => {
  install({ hardStopMs: 50, afterwards: [{ name: 'jobs', close: () => new Promise(() => {}) }] })
  host.emit('SIGTERM')
  await expect.poll(() => host.exits).toEqual([1])
  expect(logged.join()).toContain('the hard way')
})

test('a part that fails to close does not prevent the others from closing', async () => {
  const broken = { name: 'jobs', close: () => Promise.reject(new Error('no connection')) }
  const database = { name: 'database', close: async () => void ended.push('database') }
  install({ afterwards: [broken, database] })
  host.emit('SIGTERM')
  await expect.poll(() => host.exits).toEqual([0])
  expect(ended).toEqual(['requests', 'database'])
  expect(logged.join()).toContain('no connection')
})

test('R23 an unhandled rejection is logged once and the portal continues', async () => {
  install()
  host.emit('unhandledRejection', new Error('forgotten'))
  expect(logged.filter((line) => line.includes('forgotten') && line.includes('"level":"error"'))).toHaveLength(1)
  expect(state.phase).toBe('serving')
  expect((await query('/')).body).toBe('fast')
  expect(host.exits).toEqual([])
})

test('R23 an uncaught exception is logged once, and the node closes everything and exits with 1', async () => {
  install()
  host.emit('uncaughtException', new Error('corrupt'))
  await expect.poll(() => host.exits).toEqual([1])
  expect(logged.filter((line) => line.includes('corrupt'))).toHaveLength(1)
  expect(ended).toEqual(['requests', 'jobs', 'database', 'database server'])
})
