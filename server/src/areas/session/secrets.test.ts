import { listSections, setFavorite } from '@portico/contract/home/home.ts'
import { logout } from '@portico/contract/session/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

/** Every row of every table as text. */
async function dump(): Promise<string> {
  const tables = await portal.owner(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'jobs')",
  )
  const rows = await Promise.all(
    tables.map(({ name }) =>
      portal.owner(`select coalesce(string_agg(t::text, chr(10)), '') as text from ${String(name)} t`),
    ),
  )
  return rows
    .flat()
    .map(({ text }) => String(text))
    .join('\n')
}

test('no token and no password of a whole visit is in the log or in the database (S29, S22)', async () => {
  const user = await portal.make.user({ password: 'a very private password' })
  const wrong = portal.browser()
  await wrong.trySignIn(user.userName, 'a mistyped private password')
  const browser = portal.browser()
  const preLogin = await browser.openSignInPage()
  await browser.signIn(user.userName, user.password)
  const secrets = [
    'a very private password',
    'a mistyped private password',
    preLogin,
    browser.sessionToken,
    browser.csrfToken,
    browser.cookies.get('__Host-portal-binding'),
  ]
  await browser.send(listSections, { params: { uid: user.id } })
  const params = { uid: user.id, sectionId: 1 }
  await browser.send(setFavorite, { params, body: { userSectionDetails: { favoriteFlg: true } } })
  await browser.request('GET', `/ccservices/nowhere?token=${browser.sessionToken}`)
  await browser.send(logout, { params: { uid: user.id } })
  const kept = `${portal.logged.join('\n')}\n${await dump()}`
  expect(portal.logged.length).toBeGreaterThan(5)
  expect(secrets.filter((secret) => secret === undefined || kept.includes(secret))).toEqual([])
})

test('every sign-in issues new tokens, and the old ones are invalid (S23)', async () => {
  const user = await portal.make.user()
  const browser = portal.browser()
  const preLogin = await browser.openSignInPage()
  await browser.signIn(user.userName, user.password)
  const [token, csrf] = [browser.sessionToken, browser.csrfToken]
  await browser.signIn(user.userName, user.password)
  expect(new Set([preLogin, token, csrf, browser.sessionToken, browser.csrfToken]).size).toBe(5)
  const headers = { authorization: `Bearer ${token}` }
  const path = listSections.path.replace('{uid}', String(user.id))
  expect((await browser.request('GET', path, { headers })).status).toBe(401)
  expect((await browser.request('GET', path)).status).toBe(200)
})
