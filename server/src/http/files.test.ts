import { Agent } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser, Raw } from '../../test/browser.ts'
import { documentNames, type KitServer, kit, startKitServer } from '../../test/guards/kit-server.ts'
import { sendRaw } from '../../test/guards/raw-http.ts'
import { changedTables, tableSums } from '../../test/guards/table-sums.ts'
import type { MadeUser } from '../../test/make.ts'
import { type Portal, startPortal } from '../../test/portal.ts'

let portal: Portal
let server: KitServer
let user: MadeUser
let browser: Browser
beforeAll(async () => {
  portal = await startPortal()
  server = await startKitServer(portal)
})
afterAll(async () => {
  await server.close()
  await portal.close()
})
beforeEach(async () => {
  user = await portal.make.user()
  browser = await server.open(user)
})

const uploadTo = (uid: number | string = user.id) => kit.upload.path.replace('{uid}', String(uid))

/** A form with fields before its file. */
function form(
  fields: Record<string, string> = {},
  file: File | null = new File(['hello'], 'note.txt', { type: 'text/plain' }),
): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  if (file) made.append('file', file)
  return made
}

const upload = (body: FormData, path = uploadTo()) => browser.request('POST', path, { body })

const sessionHeaders = (more: Record<string, string>) => ({
  origin: portal.origin,
  authorization: `Bearer ${browser.sessionToken}`,
  'x-csrf-token': browser.csrfToken ?? '',
  cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  ...more,
})

/** A multipart body as written, which FormData would tidy up. */
function rawUpload(parts: string): Promise<Raw> {
  return browser.request('POST', uploadTo(), {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `${parts.replaceAll(/\r?\n/g, '\r\n')}\r\n--b--\r\n`,
  })
}

describe('an upload', () => {
  test('hands name, type, bytes and decoded fields to its handler', async () => {
    const answer = await upload(
      form({ documentId: '7' }, new File(['x'.repeat(3_000_000)], 'Übersicht.csv', { type: 'text/csv' })),
    )
    expect(answer).toMatchObject({
      status: 200,
      code: '200',
      data: { name: 'Übersicht.csv', type: 'text/csv', bytes: 3_000_000, documentId: 7 },
    })
  })

  test.each(['../../etc/passwd', String.raw`..\..\evil.exe`, '/etc/passwd', 'a/b.txt', 'C:\\x\\y.txt'])(
    'never passes on a path, whatever the name %s contains',
    async (name) => {
      const { data } = (await rawUpload(
        `--b\nContent-Disposition: form-data; name="file"; filename="${name}"\nContent-Type: text/plain\n\nhello`,
      )) as Raw<{ name: string } | null>
      expect(data?.name ?? '').not.toMatch(/[/\\]/)
    },
  )

  test('without a file, with fields that do not fit or are unknown, is a bad request', async () => {
    expect(await upload(form({}, null))).toMatchObject({
      status: 400,
      data: [{ field: 'file', message: 'This field is required' }],
    })
    expect(await upload(form({ documentId: 'x' }))).toMatchObject({ status: 400, data: [{ field: 'documentId' }] })
    expect(await upload(form({ unknownKey: '1' }))).toMatchObject({ status: 400, data: [{ field: 'unknownKey' }] })
    expect((await upload(form({ __proto__: '1', constructor: '1' }))).status).toBeLessThan(500)
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('with a field given twice is a bad request', async () => {
    const twice = form({ documentId: '7' }, null)
    twice.append('documentId', '8')
    twice.append('file', new File(['hello'], 'note.txt'))
    expect((await upload(twice)).status).toBe(400)
  })

  test('of a thousand parts, many files, long fields or long names is too large (S74)', async () => {
    const parts = form(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`field${n}`, 'x'])))
    expect((await upload(parts)).status).toBe(413)
    expect((await upload(form({ documentId: 'x'.repeat(5000) }))).status).toBeOneOf([400, 413])
    expect((await upload(form({ ['x'.repeat(200)]: '1' }))).status).toBeOneOf([400, 413])
    expect((await browser.request('GET', kit.search.path)).status).toBe(200)
  })

  test.each([
    [
      'that ends in the middle',
      '--b\nContent-Disposition: form-data; name="file"; filename="a.txt"\n\nhello'.replace('hello', 'h'),
      '',
    ],
    ['without parts', '', ''],
    ['of headers only', '--b\nContent-Disposition: form-data', ''],
    [
      'with a part of 100 headers',
      `--b\n${Array.from({ length: 100 }, (_, n) => `X-${n}: y`).join('\n')}\nContent-Disposition: form-data; name="file"; filename="a"\n\nhello`,
      '',
    ],
  ])('%s is answered, and breaks nothing', async (_what, parts) => {
    const answer = await rawUpload(parts)
    expect(answer.status).toBeLessThan(500)
    expect(Object.keys(JSON.parse(answer.text) as object)).toEqual(['code', 'data', 'message'])
  })

  test('without a boundary, or as JSON or a form, is of the wrong type', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
      expect(
        (await browser.request('POST', uploadTo(), { headers: { 'content-type': type }, body: '{}' })).status,
      ).toBe(415)
    expect(
      (await browser.request('POST', uploadTo(), { headers: { 'content-type': 'multipart/form-data' }, body: 'x' }))
        .status,
    ).toBeOneOf([400, 415])
    expect((await browser.request('POST', uploadTo())).status).toBe(400)
  })

  test('under another name than file is not looked at', async () => {
    const other = new FormData()
    other.append('attachment', new File(['hello'], 'note.txt'))
    expect(await upload(other)).toMatchObject({ status: 400, data: [{ field: 'file' }] })
  })

  test.each([
    ['a second file', 'file', new File(['again'], 'other.txt')],
    ['a large second file', 'file', new File(['x'.repeat(3_000_000)], 'other.txt')],
    ['a file under another name', 'attachment', new File(['again'], 'other.txt')],
    ['a field of its own', 'documentId', '7'],
    ['a field that nobody knows', 'unknownKey', '1'],
  ])('with %s behind its file is a bad request (J10)', async (_what, name, value) => {
    const more = form()
    more.append(name, value)
    expect(await upload(more)).toMatchObject({ status: 400, message: 'We couldn’t read this request.' })
    expect(server.failedUploads.at(-1)).toMatchObject({ statusCode: 400 })
  })

  test('of more than 110 MB fails instead of being cut off', async () => {
    const head = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n')
    const megabyte = Buffer.alloc(1024 * 1024)
    const body = [head, ...Array.from({ length: 111 }, () => megabyte), Buffer.from('\r\n--b--\r\n')]
    const answer = await sendRaw(server.origin, uploadTo(), {
      method: 'POST',
      headers: sessionHeaders({ 'content-type': 'multipart/form-data; boundary=b' }),
      body,
    })
    expect(answer).toMatchObject({
      status: 413,
      text: JSON.stringify({ code: '413', data: null, message: 'The request is too large.' }),
    })
  })

  test('that is refused leaves its connection usable for the next call', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const head =
      '--b\r\nContent-Disposition: form-data; name="unknownKey"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    const body = `${head}${'x'.repeat(5_000_000)}\r\n--b--\r\n`
    const headers = sessionHeaders({ 'content-type': 'multipart/form-data; boundary=b' })
    for (let n = 0; n < 3; n++)
      expect((await sendRaw(server.origin, uploadTo(), { method: 'POST', headers, body, agent })).status).toBe(400)
    expect((await sendRaw(server.origin, kit.show.path, { agent })).status).toBe(200)
    agent.destroy()
  })

  test('that breaks off midway is no fault of the server', async () => {
    const before = server.logged.length
    const { hostname, port } = new URL(server.origin)
    const headers = Object.entries(
      sessionHeaders({ host: 'x', 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' }),
    )
    const head = [
      `POST ${uploadTo()} HTTP/1.1`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      '',
      '--b',
      'Content-Disposition: form-data; name="file"; filename="a.txt"',
      '',
      'hel',
    ].join('\r\n')
    const failed = server.failedUploads.length
    const begun = server.begunUploads
    const socket = connect(Number(port), hostname, () => socket.write(head))
    await expect.poll(() => server.begunUploads).toBe(begun + 1)
    socket.destroy()
    await expect.poll(() => server.failedUploads.slice(failed)).toMatchObject([{ statusCode: 400 }])
    expect(server.logged.slice(before).filter((line) => line.includes('unexpected error'))).toEqual([])
    expect((await browser.request('GET', kit.show.path)).status).toBe(200)
  })

  test.each([
    ['in its file, with its length', true, 'name="file"; filename="a.csv"\r\n\r\na,b\n'],
    ['in its file, in chunks', false, 'name="file"; filename="a.csv"\r\n\r\na,b\n'],
    ['in a boundary', true, 'name="file"; filename="a.csv"\r\n\r\na,b\r\n--b'],
    [
      'in a second file',
      true,
      'name="file"; filename="a.csv"\r\n\r\na,b\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="b.csv"\r\n\r\nc',
    ],
    ['in a field', true, 'name="documentId"\r\n\r\n7'],
  ])('that ends %s is answered at once (R09)', async (_where, hasLength, rest) => {
    const body = `--b\r\nContent-Disposition: form-data; ${rest}`
    const headers = sessionHeaders({
      'content-type': 'multipart/form-data; boundary=b',
      ...(hasLength ? { 'content-length': String(body.length) } : { 'transfer-encoding': 'chunked' }),
    })
    expect(await sendRaw(server.origin, uploadTo(), { method: 'POST', headers, body })).toMatchObject({
      status: 400,
      text: JSON.stringify({ code: '400', data: null, message: 'We couldn’t read this request.' }),
    })
  })

  test('of another user, without the request token or a session is refused before it is read (S32)', async () => {
    const other = await portal.make.user()
    const before = await tableSums(portal)
    expect((await upload(form(), uploadTo(other.id))).status).toBe(403)
    expect((await browser.request('POST', uploadTo(), { body: form(), without: ['x-csrf-token'] })).status).toBe(403)
    expect((await browser.request('POST', uploadTo(), { body: form(), without: ['authorization'] })).status).toBe(401)
    expect((await browser.request('POST', uploadTo(), { body: form(), without: ['cookie'] })).status).toBe(401)
    expect(changedTables(before, await tableSums(portal))).toEqual(['audit_events'])
  })
})

describe('a download by form post (J8, S27)', () => {
  const download = (id: number, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    browser.request('POST', kit.download.path.replace('{id}', String(id)), {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
      without: ['authorization', 'x-csrf-token'],
    })
  const tokens = () => ({ sessionToken: browser.sessionToken ?? '', csrfToken: browser.csrfToken ?? '' })

  test('takes its tokens from the body only', async () => {
    expect((await download(1, tokens())).status).toBe(200)
    expect(
      (
        await download(
          1,
          {},
          { authorization: `Bearer ${browser.sessionToken}`, 'x-csrf-token': browser.csrfToken ?? '' },
        )
      ).status,
    ).toBe(401)
    expect(
      (await download(1, { ...tokens(), csrfToken: 'x' }, { 'x-csrf-token': browser.csrfToken ?? '' })).status,
    ).toBe(403)
    expect(
      (
        await download(
          1,
          { ...tokens(), sessionToken: 'A'.repeat(43) },
          { authorization: `Bearer ${browser.sessionToken}` },
        )
      ).status,
    ).toBe(401)
  })

  test('is refused from another site, origin or browser, and with tokens given twice', async () => {
    expect((await download(1, tokens(), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await download(1, tokens(), { 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await download(1, tokens(), { origin: 'https://evil.test' })).status).toBe(403)
    expect((await download(1, tokens(), { cookie: `__Host-portal-binding=${'A'.repeat(43)}` })).status).toBe(401)
    expect((await download(1, tokens(), { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    const body = `sessionToken=${browser.sessionToken}&sessionToken=x&csrfToken=${browser.csrfToken}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await browser.request('POST', kit.download.path.replace('{id}', '1'), { headers, body })).status).toBe(401)
  })

  test('is refused as JSON, although that too could carry the tokens', async () => {
    const answer = await browser.request('POST', kit.download.path.replace('{id}', '1'), {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(tokens()),
    })
    expect(answer.status).toBe(415)
  })

  test('is a bad request with a field too many, and reveals no token', async () => {
    const answer = await download(1, { ...tokens(), other: '1' })
    expect(answer).toMatchObject({ status: 400, data: [{ field: 'other' }] })
    expect(answer.text).not.toContain(browser.sessionToken)
  })

  test.each(documentNames.map((name, index) => [name, index + 1] as const))(
    'of %s is an attachment that no browser opens in our name',
    async (name, id) => {
      const { headers } = await download(id, tokens())
      const disposition = headers.get('content-disposition') ?? ''
      const [, plain = '', encoded = ''] =
        /^attachment; filename="([^"]*)"; filename\*=UTF-8''([\w%.!#$&+^`|~-]+)$/.exec(disposition) ?? []
      expect(decodeURIComponent(encoded)).toBe(name)
      expect(plain).toMatch(/^[\x20-\x7e]+$/)
      expect(plain).not.toMatch(/[\\;%]/)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
    },
  )
})

test('a file shown in place has its tag, its policy and no name', async () => {
  const shown = await browser.request('GET', kit.show.path)
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/png',
    etag: '"e1"',
    'cache-control': 'public, max-age=300',
    'content-security-policy': "sandbox; default-src 'none'",
  })
  expect(shown.headers.get('content-disposition')).toBeNull()
  const again = await browser.request('GET', kit.show.path, { headers: { 'if-none-match': '"e1"' } })
  expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' })
})
