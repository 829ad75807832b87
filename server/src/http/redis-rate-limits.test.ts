import { createServer as createWebServer } from 'node:http'
import { connect, createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import pg from 'pg'
import { cloneDatabase } from '../../test/database.ts'
import { freePort } from '../../test/free-port.ts'
import { type Portal, startPortal } from '../../test/portal.ts'
import { type RedisServer, startRedis } from '../../test/redis-server.ts'
import { selfSigned } from '../../test/self-signed.ts'
import { redisAddress } from '../config/redis-address.mjs'
import { socketPlace } from '../db/host-probe.ts'
import { createLogger } from '../logging.ts'
import { openSharedCounts } from './shared-counts.ts'

const tokenPath = '/ccservices/secure/user/rest/db/signin/prelogin-csrf-token'
const LIMIT = 300
const LOST = 'the store of rate limits is lost: each node counts by itself'
const FOUND = 'the store of rate limits is found: nodes count together again'

describe('nodes with a store for rate limits', () => {
  let redis: RedisServer
  let nodes: Portal[]
  let host = 0
  beforeAll(async () => {
    redis = await startRedis()
    const PORTAL_RATE_LIMIT_STORE = redis.url
    const environment = { PORTAL_RATE_LIMIT: 'on', PORTAL_RATE_LIMIT_STORE, PORTAL_TRUSTED_PROXIES: '127.0.0.1' }
    const one = await startPortal({ environment })
    nodes = [one, await startPortal({ environment, beside: one })]
  })
  afterAll(async () => {
    for (const node of nodes?.toReversed() ?? []) await node.close()
    await redis?.close()
  })

  /** Asks nodes in turn from one address, and answers how often each status came. */
  async function ask(times: number, address: string, asked = nodes): Promise<Record<number, number>> {
    const statuses: Record<number, number> = {}
    for (let n = 0; n < times; n += 20)
      await Promise.all(
        Array.from({ length: Math.min(20, times - n) }, async (_, at) => {
          const node = asked[(n + at) % asked.length] as Portal
          const { status } = await node.browser({ 'x-forwarded-for': address }).request('GET', tokenPath)
          statuses[status] = (statuses[status] ?? 0) + 1
        }),
      )
    return statuses
  }
  const newAddress = () => `203.0.113.${++host}`
  const lines = (node: Portal, text: string) => node.logged.filter((line) => line.includes(text)).length
  const found = () => nodes.map((node) => lines(node, FOUND))

  test('allow a caller as many calls together as one of them alone, and say when to come back', async () => {
    // A machine that is busy for a second looks like a store that is away.
    const together = () => ask(LIMIT + 40, newAddress())
    await expect.poll(together, { timeout: 30_000 }).toEqual({ 200: LIMIT, 429: 40 })
    const address = `203.0.113.${host}`
    expect(await ask(20, newAddress())).toEqual({ 200: 20 })
    const client = new Redis(redis.url)
    expect(await client.keys(`*${address}*`)).toEqual([`portico-calls sign-in ${address}`])
    client.disconnect()
    const refused = await nodes[1]?.browser({ 'x-forwarded-for': address }).request('GET', tokenPath)
    const seconds = Number(refused?.headers.get('retry-after'))
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  test('count each by itself while the store is killed, with one line in the log, and together once it is back', async () => {
    await redis.kill()
    const address = newAddress()
    // Twice as many as the limit, because each of two nodes has its own.
    expect(await ask(2 * LIMIT + 40, address)).toEqual({ 200: 2 * LIMIT, 429: 40 })
    const lost = nodes.map((node) => lines(node, LOST))
    expect(lost).toEqual(found().map((times) => times + 1))
    await redis.start()
    await expect.poll(found, { timeout: 20_000 }).toEqual(lost)
    await expect.poll(() => ask(LIMIT + 40, newAddress()), { timeout: 30_000 }).toEqual({ 200: LIMIT, 429: 40 })
  })

  test('do not wait for a store that no longer answers', async () => {
    redis.freeze()
    try {
      expect(await ask(200, newAddress())).toEqual({ 200: 200 })
      expect(nodes.map((node) => lines(node, LOST))).toEqual(found().map((times) => times + 1))
    } finally {
      redis.thaw()
    }
    await expect.poll(found, { timeout: 20_000 }).toEqual(nodes.map((node) => lines(node, LOST)))
    await expect.poll(() => ask(LIMIT + 20, newAddress()), { timeout: 30_000 }).toEqual({ 200: LIMIT, 429: 20 })
  })

  test('stop without a word about the store', async () => {
    const client = new Redis(redis.url)
    const connected = async () => String(await client.client('LIST')).split('name=portico ').length - 1
    const before = await connected()
    const environment = { PORTAL_RATE_LIMIT: 'on', PORTAL_RATE_LIMIT_STORE: redis.url }
    const node = await startPortal({ environment, ...(nodes[0] && { beside: nodes[0] }) })
    expect(await connected()).toBe(before + 1)
    await node.close()
    await expect.poll(connected).toBe(before)
    // The answer to what is asked after the store has hung up comes after that.
    await client.ping()
    client.disconnect()
    expect(lines(node, LOST)).toBe(0)
  })

  test('start while the store is away, and count by themselves', async () => {
    const PORTAL_RATE_LIMIT_STORE = `redis://127.0.0.1:${await freePort()}`
    const [beside] = nodes
    const environment = { PORTAL_RATE_LIMIT: 'on', PORTAL_RATE_LIMIT_STORE, PORTAL_TRUSTED_PROXIES: '127.0.0.1' }
    const node = await startPortal({ environment, ...(beside ? { beside } : {}) })
    try {
      expect(await ask(LIMIT + 20, newAddress(), [node])).toEqual({ 200: LIMIT, 429: 20 })
      expect(lines(node, LOST)).toBe(1)
    } finally {
      await node.close()
    }
  })
})

describe('a start with a store for rate limits', () => {
  let redis: RedisServer | undefined
  let other: Server | undefined
  afterEach(async () => {
    await redis?.close()
    other?.close()
    redis = other = undefined
  })

  const open = (url: string) => openSharedCounts(redisAddress(url), createLogger('silent', 'test'))

  /** A server of something else, with what it says to each command. */
  async function serveWords(words: string): Promise<string> {
    const port = await freePort()
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      // A command begins with the number of its parts.
      socket.on('data', (sent) => socket.write(words.repeat(sent.toString().split('*').length - 1)))
    })
    await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
    other = server
    return `redis://127.0.0.1:${port}`
  }

  test('is refused where the store refuses the password, or none was given', async () => {
    redis = await startRedis(['--requirepass', 'the-right-one'])
    const url = `redis://:the-right-one@127.0.0.1:${redis.port}/3`
    const counts = await open(url)
    expect(counts.isHere()).toBe(true)
    counts.close()
    const refusal = /^PORTAL_RATE_LIMIT_STORE names a server that refuses these credentials: \w+ /
    await expect(open(url.replace('right', 'wrong'))).rejects.toThrow(refusal)
    await expect(open(redis.url)).rejects.toThrow(refusal)
  })

  test('is refused where the store has no such database', async () => {
    redis = await startRedis()
    await expect(open(`${redis.url}/99`)).rejects.toThrow('PORTAL_RATE_LIMIT_STORE names a server that cannot count')
  })

  test.each([
    ['is a web server', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['agrees to everything', '+OK\r\n'],
    ['has nothing to say', '$-1\r\n'],
  ])('is refused where what answers %s', async (_, words) => {
    await expect(open(await serveWords(words))).rejects.toThrow(
      'PORTAL_RATE_LIMIT_STORE names a server that answers otherwise than Redis or Valkey do.',
    )
  })

  const elsewhere = 'PORTAL_RATE_LIMIT_STORE names a server that answers otherwise than Redis or Valkey do.'

  test('is refused where a web server listens, which hangs up', async () => {
    const port = await freePort()
    other = createWebServer().listen(port, '127.0.0.1')
    await expect(open(`redis://127.0.0.1:${port}`)).rejects.toThrow(elsewhere)
    await expect(open(`redis://portal:secret@127.0.0.1:${port}/1`)).rejects.toThrow(elsewhere)
  })

  test('is refused where PostgreSQL listens, which hangs up without a word', async () => {
    const database = await cloneDatabase()
    onTestFinished(() => database.drop())
    const { host, port } = new pg.Client(database.url)
    const server = createServer((socket) => {
      const postgres = connect(socketPlace(host, port))
      for (const each of [socket, postgres]) each.on('error', () => undefined)
      socket.pipe(postgres).pipe(socket)
    })
    const own = await freePort()
    await new Promise<void>((resolve) => void server.listen(own, '127.0.0.1', resolve))
    other = server
    await expect(open(`redis://127.0.0.1:${own}`)).rejects.toThrow(elsewhere)
  })

  test('takes a store that hangs up without a word for one that is away', async () => {
    const port = await freePort()
    other = createServer((socket) => socket.on('error', () => undefined).end()).listen(port, '127.0.0.1')
    const counts = await open(`redis://127.0.0.1:${port}`)
    expect(counts.isHere()).toBe(false)
    counts.close()
  })

  const info = 'loading:1\r\nloading_eta_seconds:60\r\n'
  test.each([
    ['reads its data from disk', `$${info.length}\r\n${info}\r\n`],
    ['has no connection left', '-ERR max number of clients reached\r\n'],
  ])('waits a moment for a store that %s, and counts by itself', async (_, words) => {
    const lines: string[] = []
    const logger = createLogger('info', 'test', { write: (line: string) => void lines.push(line) })
    const counts = await openSharedCounts(redisAddress(await serveWords(words)), logger)
    try {
      expect(counts.isHere()).toBe(false)
      expect(lines.filter((line) => line.includes(LOST))).toHaveLength(1)
    } finally {
      counts.close()
    }
  })

  test('is refused where the certificate of the store is not trusted', async () => {
    const { privateKey: key, certificate: cert } = selfSigned()
    const port = await freePort()
    const server = createTlsServer({ key, cert })
    server.on('tlsClientError', () => undefined)
    await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
    other = server
    await expect(open(`rediss://127.0.0.1:${port}`)).rejects.toThrow(
      /^PORTAL_RATE_LIMIT_STORE names a server with which no encrypted connection can be made: self-signed certificate/,
    )
  })
})
