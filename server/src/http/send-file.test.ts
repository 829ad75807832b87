import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { FileAnswer } from './answers.ts'
import { sendFile } from './send-file.ts'

/** What is sent for a file of ten bytes, with the headers that a browser sent. */
async function sent(file: Partial<FileAnswer> = {}, request: Record<string, string> = {}) {
  const answer: Record<string, unknown> = { status: 200 }
  const set = (name: string) => (value: unknown) => {
    answer[name] = value
    return reply
  }
  const reply = {
    request: { headers: request },
    header: (name: string, value: unknown) => set(name)(value),
    code: set('status'),
    type: set('type'),
    send: set('body'),
  }
  const body: FileAnswer['body'] = { bytes: 10, open: (range) => Promise.resolve(range ?? 'whole') as never }
  const whole: FileAnswer = { type: 'application/pdf', cacheControl: 'no-store', body, ...file }
  await sendFile(reply as unknown as FastifyReply, whole)
  return answer
}
const CLOSED = { 'cache-control': 'no-store', 'content-security-policy': "sandbox; default-src 'none'" }

describe('a file', () => {
  test('is sent whole, where no page of ours can run it (S55)', async () => {
    const plain = { ...CLOSED, status: 200, type: 'application/pdf' }
    expect(await sent()).toEqual({ ...plain, 'accept-ranges': 'bytes', 'content-length': 10, body: 'whole' })
    const bytes = Buffer.from('x')
    expect(await sent({ body: bytes })).toEqual({ ...plain, body: bytes })
    // A stream of a file can be opened too, but has no size.
    const stream = Object.assign(Readable.from([]), { open: () => {} })
    expect(await sent({ body: stream })).toEqual({ ...plain, body: stream })
    expect(await sent({ body: bytes, isForOtherSites: true })).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  test('is not sent again to a browser that has it', async () => {
    const file = { etag: '"e"', body: Buffer.from('x') }
    expect(await sent(file, { 'if-none-match': '"e"' })).toEqual({
      ...CLOSED,
      status: 304,
      etag: '"e"',
      body: undefined,
    })
    expect(await sent(file, { 'if-none-match': '"f"' })).toMatchObject({ status: 200, etag: '"e"', body: file.body })
    expect(await sent({ body: file.body }, {})).not.toHaveProperty('etag')
  })

  test.each([
    ['report.pdf', `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ['a"b\\c%d;e.pdf', `attachment; filename="a_b_c_d_e.pdf"; filename*=UTF-8''a%22b%5Cc%25d%3Be.pdf`],
    ['ü\n.pdf', `attachment; filename="__.pdf"; filename*=UTF-8''%C3%BC%0A.pdf`],
    [`x'()*!~ .pdf`, `attachment; filename="x'()*!~ .pdf"; filename*=UTF-8''x%27%28%29%2A%21~%20.pdf`],
  ])('is saved under its name: %j', async (attachmentName, disposition) => {
    expect((await sent({ attachmentName }))['content-disposition']).toBe(disposition)
  })
})

describe('a part of a file (RFC 9110)', () => {
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=2-5', 2, 5],
    ['bytes=9-9', 9, 9],
    ['bytes=4-', 4, 9],
    ['bytes=4-99', 4, 9],
    ['bytes=-3', 7, 9],
    ['bytes=-1', 9, 9],
    ['bytes=-99', 0, 9],
  ])('%s is sent as %d to %d', async (range, start, end) => {
    expect(await sent({}, { range })).toMatchObject({
      status: 206,
      'content-range': `bytes ${start}-${end}/10`,
      'content-length': end - start + 1,
      body: { start, end },
    })
  })

  test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])('%s is outside', async (range) => {
    const answer = await sent({}, { range })
    expect(answer).toMatchObject({ status: 416, 'content-range': 'bytes */10', body: Buffer.alloc(0) })
  })

  test.each([
    'bytes=5-2',
    'bytes=0-1,3-4',
    'bytes=-',
    'bytes=',
    'bytes=x-2',
    'bytes=1-2x',
    'xbytes=1-2',
    'items=1-2',
    'bytes=-3x',
    'xbytes=-3',
    'bytes=1234567890123456-',
    'bytes=-1234567890123456',
  ])('%s is none: the whole file is sent', async (range) => {
    const answer = await sent({}, { range })
    expect(answer).toMatchObject({ status: 200, body: 'whole', 'content-length': 10 })
    expect(answer).not.toHaveProperty('content-range')
  })
})
