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

/** The library brings no types. */
interface S3rver {
  run(): Promise<AddressInfo>
  close(): Promise<void>
  httpServer: HttpServer
}
type Library = new (options: object) => S3rver

export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 'portico-s3-'))
  const Server = createRequire(import.meta.url)('s3rver') as Library
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'documents', configs: [] }],
  })
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
