import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { S3Place } from '../src/config/file-settings.ts'

/** An S3 server that others wrote, with a folder of its own. */
export interface S3Server {
  place: S3Place
  /** How many uploads in parts were begun and neither finished nor given up. */
  unfinished(): number
  stop(): Promise<void>
}

interface Exchange {
  method: string
  path: string
  query: Readonly<Record<string, string | undefined>>
  status: number
  type: string
  body: unknown
}

/** The library has no versions. For objects that are written once a marker that they are removed is all that they need. */
function withVersions(): (exchange: Exchange, next: () => Promise<void>) => Promise<void> {
  const removed = new Set<string>()
  return async (exchange, next) => {
    const { method, path: object, query } = exchange
    const answer = (status: number, body = '') => Object.assign(exchange, { status, type: 'application/xml', body })
    if (method === 'DELETE' && query['uploadId'] === undefined) {
      removed.add(object)
      answer(204)
    } else if (query['versions'] !== undefined) answer(200, listOf(query['prefix'] ?? ''))
    else if (method === 'GET' && removed.has(object) && query['versionId'] !== `before-${object}`)
      answer(404, '<Error><Code>NoSuchKey</Code></Error>')
    else await next()
  }
  function listOf(prefix: string): string {
    const keys = [...removed]
      .map((object) => object.replace(/^\/documents\//, ''))
      .filter((key) => key.startsWith(prefix))
    const entries = keys.map(
      (key) =>
        `<DeleteMarker><Key>${key}</Key><VersionId>marker</VersionId><IsLatest>true</IsLatest></DeleteMarker>` +
        `<Version><Key>${key}</Key><VersionId>before-/documents/${key}</VersionId><IsLatest>false</IsLatest></Version>`,
    )
    return `<ListVersionsResult><Name>documents</Name><IsTruncated>false</IsTruncated>${entries.join('')}</ListVersionsResult>`
  }
}

/** The library brings no types. */
interface S3rver {
  middleware: ((exchange: Exchange, next: () => Promise<void>) => Promise<void>)[]
  run(): Promise<AddressInfo>
  close(): Promise<void>
  httpServer: HttpServer
}
type Library = new (options: object) => S3rver

/** @param keepsVersions what is removed stays as a version of its object, as in a bucket with versioning */
export async function startS3({ keepsVersions = false } = {}): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 'portico-s3-'))
  const Server = createRequire(import.meta.url)('s3rver') as Library
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'documents', configs: [] }],
  })
  if (keepsVersions) server.middleware.unshift(withVersions())
  const { port } = await server.run()
  // The default closes connections after five seconds, perhaps just when the portal calls again.
  server.httpServer.keepAliveTimeout = 600_000
  let open = 0
  server.httpServer.on('request', ({ method, url = '' }: IncomingMessage) => {
    if (method === 'POST' && /[?&]uploads\b/.test(url)) open++
    // Finished, or given up: the server itself keeps the parts of those for ever.
    if ((method === 'POST' || method === 'DELETE') && url.includes('uploadId=')) open--
  })
  return {
    place: {
      endpoint: new URL(`http://127.0.0.1:${port}`),
      region: 'us-east-1',
      bucket: 'documents',
      prefix: 'portal/',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    },
    unfinished: () => open,
    stop: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
