import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createWebServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeCertificate, makeExpiredCertificate } from '../../test/certificate.ts'
import { cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { freePort } from '../../test/free-port.ts'
import { startRedis } from '../../test/redis-server.ts'
import { startStreamingPair, type StreamingPair } from '../../test/streaming-pair.ts'
import { checkReplica } from '../doctor/check-replica.ts'
import { connectAsOwner } from './owner-connection.ts'
import { askHost } from './host-survey.ts'
import { findUnfitReplica, refuseUnfitReplica } from './replica-check.ts'

let pair: StreamingPair
let stranger: TestDatabase
beforeAll(async () => {
  ;[pair, stranger] = await Promise.all([startStreamingPair(), cloneDatabase()])
}, 120_000)
afterAll(async () => {
  await pair?.close()
  await stranger?.drop()
})

const port = (server: 0 | 1) => new URL(pair.urls[server]).port
const unfit = (replicaUrl: string) => findUnfitReplica(replicaUrl, pair.urls[0])
const addressOf = (hosts: string) => `postgres://portal@${hosts}/postgres`

test('a streaming replica is taken, and both servers of a pair that may change their roles', async () => {
  expect(await unfit(pair.urls[1])).toBeUndefined()
  expect(await unfit(addressOf(`127.0.0.1:${port(0)},127.0.0.1:${port(1)}`))).toBeUndefined()
  expect(await findUnfitReplica(pair.urls[1], pair.url)).toBeUndefined()
})

test('one that is away is taken: it may come back', async () => {
  expect(await unfit(addressOf(`127.0.0.1:${await freePort()}`))).toBeUndefined()
})

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
const another = (host: string) =>
  `PORTAL_DATABASE_REPLICA_URL leads to ${host}, where another program than PostgreSQL answers: name a streaming replica of the database.`

test('another program is no replica, whether it answers, greets or waits for a line', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.close())
  const web = await listen(createWebServer())
  const greets = await listen(createServer((socket) => socket.on('error', () => undefined).write('SSH-2.0-test\r\n')))
  const hosts = [web, greets, `127.0.0.1:${redis.port}`]
  // At once: each waits for some seconds for what it asked to speak.
  const found = await Promise.all(
    hosts.map((host) =>
      Promise.all([
        unfit(addressOf(host)),
        unfit(addressOf(`127.0.0.1:${port(1)},${host}`)),
        unfit(`${addressOf(host)}?sslmode=verify-full`),
      ]),
    ),
  )
  expect(found).toEqual(hosts.map((host) => [another(host), another(host), another(host)]))
})

test('one that lets in and says nothing is taken: it may be frozen', async () => {
  const sockets: Socket[] = []
  const host = await listen(createServer((socket) => void sockets.push(socket.on('error', () => undefined))))
  expect(await unfit(addressOf(host))).toBeUndefined()
  for (const socket of sockets) socket.destroy()
})

test('a replica whose certificate is refused, or that does not speak TLS, is a mistake of the setting, and none whose certificate has expired', async () => {
  const certificates = [await makeExpiredCertificate('localhost'), await makeCertificate('localhost')] as const
  const encrypted = await startStreamingPair(certificates)
  onTestFinished(() => encrypted.close())
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-authority-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const authority = path.join(folder, 'own.pem')
  writeFileSync(authority, certificates.map(({ cert }) => cert).join(''))
  const [expired, replica] = encrypted.urls.map((url) => new URL(url).port)
  const verified = (host: string, parameters: string) => `${addressOf(host)}?sslmode=verify-full${parameters}`
  const through = (host: string, parameters: string) =>
    findUnfitReplica(verified(`${host}:${replica}`, parameters), encrypted.urls[0])
  const trusting = `&sslrootcert=${encodeURIComponent(authority)}`
  const refused = (host: string, code: string) =>
    `PORTAL_DATABASE_REPLICA_URL leads to ${host}:${replica}, whose certificate is refused (${code}): name the host as its certificate does, and by sslrootcert the authority that signed it.`
  expect(await through('localhost', trusting)).toBeUndefined()
  expect(await through('localhost', '')).toBe(refused('localhost', 'DEPTH_ZERO_SELF_SIGNED_CERT'))
  expect(await through('127.0.0.1', trusting)).toBe(refused('127.0.0.1', 'ERR_TLS_CERT_ALTNAME_INVALID'))
  const past = verified(`localhost:${expired}`, trusting)
  expect(await askHost(past, 4_000)).toMatchObject({ failure: { code: 'CERT_HAS_EXPIRED' } })
  expect(await findUnfitReplica(past, encrypted.urls[0])).toBeUndefined()
  expect(await unfit(`${pair.urls[1]}?sslmode=require`)).toBe(
    `PORTAL_DATABASE_REPLICA_URL leads to 127.0.0.1:${port(1)}, which does not speak TLS as sslmode demands: set ssl = on there.`,
  )
})

test('the primary itself is no replica', async () => {
  expect(await unfit(pair.urls[0])).toBe(
    `PORTAL_DATABASE_REPLICA_URL leads to 127.0.0.1:${port(0)}, which accepts writes and is no standby: name a streaming replica of the database.`,
  )
  await expect(refuseUnfitReplica(pair.urls[0], pair.urls[0])).rejects.toThrow('is no standby')
})

test('doctor says the same, and nothing where there is no replica', async () => {
  const check = (replicaUrl?: string) => checkReplica(pair.urls[0], replicaUrl)
  expect(await check(pair.urls[1])).toMatchObject([{ name: 'replica', ok: true }])
  expect(await check(pair.urls[0])).toMatchObject([{ ok: false, message: expect.stringContaining('is no standby') }])
  expect(await check()).toEqual([])
})

test('a server of another cluster is refused, also beside a replica', async () => {
  const other = new URL(stranger.url)
  other.pathname = '/postgres'
  expect(await unfit(other.href)).toMatch(
    /^PORTAL_DATABASE_REPLICA_URL leads to another cluster than DATABASE_URL: \S+ has the system identifier \d+, and the primary \d+\.$/,
  )
})

test('hosts that both accept writes contradict each other', async () => {
  expect(await unfit(addressOf(`127.0.0.1:${port(0)},localhost:${port(0)}`))).toMatch(
    /^PORTAL_DATABASE_REPLICA_URL names several servers that accept writes: 127\.0\.0\.1:\d+ and localhost:\d+\./,
  )
})

test('another database of the same server is refused', async () => {
  expect(await unfit(pair.urls[1].replace(/postgres$/, 'template1'))).toBe(
    'PORTAL_DATABASE_REPLICA_URL leads to the database template1, and DATABASE_URL to postgres: both have to lead to the same one.',
  )
})

test('a user or a database that is not there is refused', async () => {
  expect(await unfit(pair.urls[1].replace('portal@', 'stranger@'))).toMatch(
    /^PORTAL_DATABASE_REPLICA_URL cannot be used: 127\.0\.0\.1:\d+ says .*role "stranger" does not exist/,
  )
  expect(await unfit(pair.urls[1].replace(/postgres$/, 'elsewhere'))).toMatch(/database "elsewhere" does not exist/)
})

test('a user who can sign in and may not act as portal_app is refused, with what lets them', async () => {
  const owner = await connectAsOwner(pair.urls[0], 'test')
  try {
    await owner.query('create role portal_reader login')
    await owner.query('create role portal_app nologin')
    // A standby knows the role once it has replayed it.
    await expect
      .poll(() => unfit(pair.urls[1].replace('portal@', 'portal_reader@')))
      .toBe(
        `PORTAL_DATABASE_REPLICA_URL names the role portal_reader, which may not act as portal_app on 127.0.0.1:${port(1)}: ask an administrator to run GRANT portal_app TO "portal_reader"; on the primary.`,
      )
  } finally {
    await owner.query('drop role if exists portal_reader, portal_app')
    await owner.end()
  }
})
