import type { FastifyReply } from 'fastify'
import type { FileAnswer, RangedBody } from './answers.ts'

/** Sends bytes that no page of ours may run: as an attachment where they have a name, and in a sandbox. */
export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply | Promise<FastifyReply> {
  reply.header('cache-control', file.cacheControl).header('content-security-policy', "sandbox; default-src 'none'")
  if (file.isForOtherSites) reply.header('cross-origin-resource-policy', 'cross-origin')
  if (file.attachmentName !== undefined) reply.header('content-disposition', attachment(file.attachmentName))
  if (file.etag) {
    reply.header('etag', file.etag)
    if (reply.request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  }
  reply.type(file.type)
  return isRanged(file.body) ? sendRange(reply, file.body) : reply.send(file.body)
}

const isRanged = (body: FileAnswer['body']): body is RangedBody => 'open' in body && 'bytes' in body

async function sendRange(reply: FastifyReply, body: RangedBody): Promise<FastifyReply> {
  reply.header('accept-ranges', 'bytes')
  const range = rangeOf(reply.request.headers.range, body.bytes)
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${body.bytes}`).send(Buffer.alloc(0))
  const stream = await body.open(range)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${body.bytes}`)
  reply.header('content-length', range ? range.end - range.start + 1 : body.bytes)
  return reply.send(stream)
}

/**
 * Returns the requested range; undefined for the whole file, also when several are requested; 'none' when it is
 * outside.
 */
function rangeOf(header: string | undefined, bytes: number): { start: number; end: number } | 'none' | undefined {
  const range = boundsOf(header ?? '', bytes)
  if (!range || range.end < range.start) return undefined
  return range.start >= bytes ? 'none' : { start: range.start, end: Math.min(range.end, bytes - 1) }
}

function boundsOf(header: string, bytes: number): { start: number; end: number } | undefined {
  const last = /^bytes=-(\d{1,15})$/.exec(header)?.[1]
  if (last !== undefined)
    return { start: Number(last) === 0 ? bytes : Math.max(0, bytes - Number(last)), end: Infinity }
  const [, from, to = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header) ?? []
  return from === undefined ? undefined : { start: Number(from), end: to === '' ? Infinity : Number(to) }
}

/** Content-Disposition of RFC 6266 with a plain and an RFC 8187 name. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
