import { logout } from '@portico/contract/session/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'

const SIGN_OUT = 'https://login.example.test/signout?from=portal'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ environment: { PORTAL_DIRECTORY_SIGN_OUT_URL: SIGN_OUT } })
})
afterAll(() => portal.close())

/** A browser with a session, whatever the kind of its user. */
async function sessionOf(user: MadeUser, actorId: number | null = null) {
  const browser = portal.browser()
  browser.sessionToken = newToken()
  browser.csrfToken = newToken()
  const binding = newToken()
  browser.cookies.set('__Host-portal-binding', binding)
  await portal.owner(
    `insert into sessions (token_hash, csrf_hash, binding_hash, user_id, expires_at)
     values ($1, $2, $3, $4, clock_now() + interval '1 hour')`,
    [hashToken(browser.sessionToken), hashToken(browser.csrfToken), hashToken(binding), user.id],
  )
  if (actorId !== null) await portal.make.emulation({ id: actorId }, user)
  return browser
}

test('a directory user is sent to the external sign-out at the configured address (LOUT-004, LOUT-005, LOUT-009)', async () => {
  const user = await portal.make.user({ sign_in_kind: 'directory', password_hash: null })
  const answer = await (await sessionOf(user)).call(logout, { params: { uid: user.id } })
  expect(answer?.signOutUrl).toBe(SIGN_OUT)
})

test('an emulated session of a directory user is not sent elsewhere (E9)', async () => {
  const user = await portal.make.user({ sign_in_kind: 'directory', password_hash: null })
  const admin = await portal.make.user({ is_internal: true })
  expect(await (await sessionOf(user, admin.id)).call(logout, { params: { uid: user.id } })).toBeNull()
})

test('all other users stay with the portal (LOUT-008)', async () => {
  const user = await portal.make.user()
  expect(await (await sessionOf(user)).call(logout, { params: { uid: user.id } })).toBeNull()
})
