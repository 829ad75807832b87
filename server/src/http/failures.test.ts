import { saveLink } from '@portico/contract/links/links.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type KitServer, kit, startKitServer } from '../../test/guards/kit-server.ts'
import { sendBytes, sendRaw } from '../../test/guards/raw-http.ts'
import { type Portal, startPortal } from '../../test/portal.ts'

let portal: Portal
let server: KitServer
beforeAll(async () => {
  portal = await startPortal()
  server = await startKitServer(portal)
})
afterAll(async () => {
  await server.close()
  await portal.close()
})

const FAILED = {
  code: '500',
  data: null,
  message:
    'Something went wrong on our side. Try again. If it keeps happening, contact your Client Relations representative.',
}
const BAD = { code: '400', data: null, message: 'Please enter valid values for the fields identified below' }
const json = { 'content-type': 'application/json' }
const fail = (how: string) =>
  sendRaw(server.origin, kit.fail.path, { method: 'POST', headers: json, body: JSON.stringify({ how }) })
const post = (body: unknown) =>
  sendRaw(server.origin, kit.fail.path, { method: 'POST', headers: json, body: JSON.stringify(body) })
const manifest = '/ccservices/secure/user/rest/db/signin/manifest'

describe('what does not fit', () => {
  test('is missing, or of the wrong kind, and the answer names it (UIGN-024)', async () => {
    const messages = async (body: unknown) => {
      const { status, text } = await post(body)
      expect(status).toBe(400)
      return (JSON.parse(text) as { data: unknown }).data
    }
    expect(await messages({})).toEqual([{ field: 'how', message: 'This field is required' }])
    for (const how of [1, null, ['error'], {}])
      expect(await messages({ how })).toEqual([{ field: 'how', message: 'This field is invalid' }])
  })
})

describe('a bug (S76)', () => {
  test.each(['error', 'text', 'later', 'misfit'])(
    'thrown as %s is answered with a general text and lives in the log',
    async (how) => {
      const before = server.logged.length
      const { status, text, headers } = await fail(how)
      expect({ status, answer: JSON.parse(text) as unknown }).toEqual({ status: 500, answer: FAILED })
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      const lines = server.logged.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>)
      expect(lines.find(({ level }) => level === 'error')).toMatchObject({
        reqId: headers['x-request-id'],
        msg: 'unexpected error',
      })
      expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({ call: 'fail', status: 500 })
    },
  )

  test('does not affect the process', async () => {
    await Promise.all(Array.from({ length: 50 }, () => fail('later')))
    expect((await fail('refusal')).status).toBe(200)
  })

  test('is logged by the name of its kind, with its stack', async () => {
    const before = server.logged.length
    await fail('error')
    const line = server.logged.slice(before).find((each) => each.includes('"error"'))
    expect((JSON.parse(line ?? '{}') as { err: unknown }).err).toMatchObject({
      type: 'Error',
      message: expect.stringContaining('vault'),
      stack: expect.stringContaining('at '),
    })
  })
})

test('an answer carries nothing that its shape does not name', async () => {
  expect(JSON.parse((await fail('refusal')).text)).toEqual({
    code: '409',
    data: { device: 'a phone' },
    message: defaultTexts.not_found,
  })
})

describe('what is no request of ours (S76)', () => {
  test.each(['/%', '/%zz', '/x%ff', `${manifest}%`, '/ccservices/images/tiles/%c0%af.png', `/${'x'.repeat(300)}%`])(
    'the address %s is a bad request',
    async (path) => {
      const { status, text } = await sendRaw(portal.origin, path)
      expect({ status, answer: JSON.parse(text) as unknown }).toEqual({ status: 400, answer: BAD })
    },
  )

  test.each([
    ['an unknown address', 'GET', '/nothing/here', 404],
    ['an unknown address under the calls', 'POST', '/ccservices/secure/user/rest/db/nothing', 404],
    ['a parameter too many', 'GET', `${manifest}/1`, 404],
    ['another case', 'GET', manifest.toUpperCase(), 404],
    ['a doubled slash', 'GET', manifest.replace('/secure', '//secure'), 404],
    ['a way back', 'GET', `${manifest}/../manifest`, 404],
    ['a method that is not offered', 'DELETE', manifest, 405],
  ])('%s is reported without repeating it', async (_what, method, path, status) => {
    const answer = await sendRaw(portal.origin, `${path}?<script>`.replace('?<', '?%3C'), { method })
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toEqual({ code: String(status), data: null, message: expect.any(String) })
    expect(answer.text).not.toMatch(/script|nothing\/|manifest/i)
  })

  test.each([
    ['no JSON', '{"how"'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['text cut in the middle of a sign', Buffer.from([0x22, 0xe2, 0x82, 0x22])],
  ])('a body of %s is a bad request', async (_what, body) => {
    const { status, text } = await sendRaw(server.origin, kit.fail.path, { method: 'POST', headers: json, body })
    expect(status).toBe(400)
    expect(text).not.toMatch(/JSON|position|Unexpected/)
  })

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a line feed in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(20_000)}\r\n\r\n`],
  ])('%s is answered with the envelope and closed', async (_what, bytes) => {
    const [head = '', body = ''] = (await sendBytes(portal.origin, bytes)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(head).toMatch(/\r\nconnection: close/i)
    expect(JSON.parse(body)).toEqual({ code: '400', data: null, message: 'We couldn’t read this request.' })
  })
})

test('a request has its id in one header only, and does not choose it', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { headers, text } = await sendRaw(portal.origin, manifest, {
        headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
      })
      expect(text).not.toContain(headers['x-request-id'])
      return headers['x-request-id']
    }),
  )
  expect(new Set(ids).size).toBe(20)
  expect(ids).not.toContain('mine')
})

describe('while the database is unavailable (S76)', () => {
  test('calls are answered with 503 and Retry-After, and work again afterwards', async () => {
    const other = await startPortal()
    const user = await other.make.user()
    const browser = await other.as(user)
    const [row] = await other.owner('select current_database() as name')
    const name = String(row?.['name'])
    await portal.owner(`alter database ${name} with allow_connections false`)
    await portal.owner('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    const connections = () => portal.owner('select from pg_stat_activity where datname = $1', [name])
    await expect.poll(connections).toEqual([])
    for (const path of [
      '/ccservices/secure/user/rest/notif/announcements',
      '/ccservices/secure/user/rest/db/signin/application-resources',
    ]) {
      const answer = await browser.request('GET', path)
      expect(answer.status).toBe(503)
      expect(answer.text).toBe(
        JSON.stringify({
          code: '503',
          data: null,
          message: 'The portal can’t reach its database right now. Try again in a moment.',
        }),
      )
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
    expect((await browser.request('GET', manifest)).status).toBe(200)
    await portal.owner(`alter database ${name} with allow_connections true`)
    expect((await browser.request('GET', '/ccservices/secure/user/rest/notif/announcements')).status).toBe(200)
    await other.close()
  })

  test('a change whose commit was cut off is not said to be done, nor that nothing was changed', async () => {
    const other = await startPortal()
    onTestFinished(() => other.close())
    await other.owner(`
      create function cut_off() returns trigger language plpgsql security definer as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create constraint trigger cut_off after insert on user_links deferrable initially deferred
        for each row execute function cut_off()`)
    const user = await other.as(await other.make.user())
    const body = { linkNm: 'Weather', linkUrlTxt: 'https://weather.example' }
    const answer = await user.send(saveLink, { params: { uid: user.userId }, body })
    expect(answer.status).toBe(503)
    expect(answer).toMatchObject({ code: '503', message: defaultTexts.change_unknown })
    expect(answer.headers.get('retry-after')).toBe('2')
  })
})
