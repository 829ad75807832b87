import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'

const compress = promisify(gzip)

/** Compressed answers by their tags: one for each language, and those of the last changes. */
const compressed = new LRUCache<string, Buffer>({ max: 10 })

/**
 * Sends data that are the same for everyone under an entity tag: nothing where the browser has them already, else
 * compressed. Public data alone may be compressed: the size of secrets beside input would tell of them.
 */
export async function sendTagged(reply: FastifyReply, etag: string, data: () => unknown): Promise<FastifyReply> {
  reply.headers({ etag, 'cache-control': 'no-cache' })
  const { headers } = reply.request
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  const text = () => JSON.stringify({ code: '200', data: data(), message: '' })
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(headers['accept-encoding'] ?? '')))
    return reply.send(text())
  const body = compressed.get(etag) ?? (await compress(text()))
  compressed.set(etag, body)
  return reply.header('content-encoding', 'gzip').send(body)
}
