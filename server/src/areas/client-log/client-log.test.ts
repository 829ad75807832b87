import { logAnonymously, logForUser } from '@portico/contract/client-log/client-log.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const newest = async () => (await portal.owner('select * from client_log_entries order by id desc limit 1'))[0]

test('a signed-in person’s browser reports an error (LOGG-001, LOGG-002, LOGG-005..009)', async () => {
  const user = await portal.make.user()
  const browser = await portal.as(user)
  const entry = {
    url: 'https://portal/home?token=secret#x',
    message: 'Boom',
    type: 'error',
    stackTrace: 'at a\n at b',
    cause: 'click',
  }
  expect((await browser.send(logForUser, { params: { uid: user.id }, body: entry })).text).toBe(
    '{"code":"200","data":null,"message":""}',
  )
  expect(await newest()).toMatchObject({
    user_id: user.id,
    url: 'https://portal/home',
    message: 'Boom',
    kind: 'error',
    stack: 'at a  at b',
    cause: 'click',
    build: '0.0.0+test',
  })
})

test('before sign-in every one of the specified addresses accepts a report (LOGG-003, LOGG-004)', async () => {
  for (const path of ['/ccservices/logger', '/ccservices/clientlogger', '/logger', '/clientlogger']) {
    const answer = await portal.browser().request('POST', path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: path }),
    })
    expect(answer.code).toBe('200')
    expect(await newest()).toMatchObject({ user_id: null, message: path })
  }
  expect(logAnonymously.alsoAt).toHaveLength(3)
})

test('a report cannot forge lines, and is cut to eight kilobytes (S61c)', async () => {
  const before = portal.logged.length
  const hostile = `\r\n{"level":"fatal","msg":"forged"}\u001b[31m\u2028${'x'.repeat(20_000)}`
  await portal.browser().request('POST', '/logger', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: hostile, stackTrace: hostile }),
  })
  const lines = portal.logged.slice(before).filter((line) => line.includes('error in a browser'))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    client: { message: expect.stringMatching(/^\{"level"/) },
  })
  expect(Buffer.byteLength(lines[0] ?? '')).toBeLessThan(9_000)
  const row = await newest()
  expect(JSON.stringify(row)).not.toMatch(/\\u001b|\\n|\\r/)
})

test.each(['"', '\\', '€', '😀', '\n', '\u0001x', '\ud800', '<'])(
  'a report full of %j is one line of eight kilobytes at most (S61c)',
  async (sign) => {
    const before = portal.logged.length
    const full = sign.repeat(4_000)
    const body = JSON.stringify({ url: full, message: full, type: full, stackTrace: full, cause: full })
    const headers = { 'content-type': 'application/json' }
    expect((await portal.browser().request('POST', '/logger', { headers, body })).code).toBe('200')
    const lines = portal.logged.slice(before).filter((line) => line.includes('error in a browser'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^\{"level":"warn",[^\n]*\}\n$/)
    expect(Buffer.byteLength(lines[0] ?? '')).toBeLessThanOrEqual(8192)
  },
)

test('a violation of the content security policy is reported by the browser itself', async () => {
  const report = {
    'csp-report': {
      'document-uri': 'https://portal/login?a=b',
      'effective-directive': 'script-src',
      'blocked-uri': 'https://evil.test/x.js?y',
    },
  }
  const answer = await portal.browser().request('POST', '/clientlogger', {
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify(report),
  })
  expect(answer.code).toBe('200')
  expect(await newest()).toMatchObject({
    kind: 'malicious_csp_violation',
    url: 'https://portal/login',
    message: 'script-src refused https://evil.test/x.js',
  })
})
