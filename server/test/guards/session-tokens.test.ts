import { logout } from '@portico/contract/session/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../browser.ts'
import { type Portal, startPortal } from '../portal.ts'

const PEOPLE = 8
const SIGN_INS_EACH = 25

let portal: Portal
let browsers: Browser[]
const tokens: string[] = []
beforeAll(async () => {
  portal = await startPortal()
  const users = await Promise.all(Array.from({ length: PEOPLE }, () => portal.make.user()))
  browsers = await Promise.all(
    users.map(async (user) => {
      const browser = portal.browser()
      for (let n = 0; n < SIGN_INS_EACH; n++) {
        await browser.signIn(user.userName, user.password)
        tokens.push(browser.sessionToken ?? '', browser.csrfToken ?? '')
      }
      return browser
    }),
  )
})
afterAll(() => portal.close())

test('200 sign-ins bring 400 different tokens of 256 bits in which no sign is preferred (S22)', () => {
  expect(tokens).toHaveLength(2 * PEOPLE * SIGN_INS_EACH)
  expect(new Set(tokens).size).toBe(tokens.length)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  // The last sign holds only four of the bits.
  const signs = Map.groupBy(
    tokens.flatMap((token) => token.slice(0, 42).split('')),
    (sign) => sign,
  )
  const expected = (tokens.length * 42) / 64
  const chiSquared = [...signs.values()].reduce((sum, found) => sum + (found.length - expected) ** 2 / expected, 0)
  expect(signs.size).toBe(64)
  // 63 degrees of freedom: fair tokens exceed 150 once in a thousand million runs.
  expect(chiSquared).toBeLessThan(150)
})

test('the database holds none of them, in whatever spelling (S22)', async () => {
  const tables = await portal.owner("select tablename as name from pg_tables where schemaname = 'public'")
  const rows = await portal.owner(
    tables.map(({ name }) => `select to_jsonb(t)::text as row from ${String(name)} t`).join(' union all '),
  )
  const dump = rows.map(({ row }) => String(row)).join('\n')
  const live = browsers.flatMap((browser) =>
    [browser.sessionToken, browser.csrfToken, ...browser.cookies.values()].map(String),
  )
  for (const token of live) {
    const bytes = Buffer.from(token, 'base64url')
    for (const spelling of [token, Buffer.from(token).toString('hex'), bytes.toString('hex'), bytes.toString('base64')])
      expect(dump).not.toContain(spelling)
  }
  const [kept] = await portal.owner(
    'select count(*)::int as sessions, min(length(token_hash)) as least, max(length(token_hash)) as most from sessions',
  )
  expect(kept).toEqual({ sessions: PEOPLE * SIGN_INS_EACH, least: 32, most: 32 })
})

test('of all of one user’s tokens only the last is valid, and none after signing out (S23, S24)', async () => {
  const [browser] = browsers as [Browser, ...Browser[]]
  const path = '/ccservices/secure/user/rest/notif/announcements'
  const [live] = await portal.owner('select count(*)::int as open from sessions where ended_at is null')
  expect(live).toEqual({ open: PEOPLE })
  expect((await browser.request('GET', path)).status).toBe(200)
  await browser.call(logout, { params: { uid: browser.userId } })
  for (const token of tokens)
    expect((await browser.request('GET', path, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
})
