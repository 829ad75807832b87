import { getProfile } from '@portico/contract/account/account.ts'
import { checkDirectoryUser, startDirectorySignIn } from '@portico/contract/directory/directory.ts'
import { checkSecondFactorUser, secondFactorLogin, verifyCode } from '@portico/contract/second-factor/second-factor.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { check, federatedEmployer, federatedUser, post, signOn } from '../../test/federated-world.ts'
import { type Portal, startPortal } from '../../test/portal.ts'
import { codeNow, giveApp } from '../areas/second-factor/test/authenticator-app.ts'
import type { Database } from '../db/database.ts'
import { createMetrics, type Metrics } from '../ops/metrics.ts'
import { statementTimes } from '../ops/statement-times.ts'

const SECRET = 'a-secret-between-proxy-and-portal-0123'

let portal: Portal
let metrics: Metrics
const count = (database: Database) => {
  const build = { version: '1.2.3', commit: 'abc' }
  const storageFolder = import.meta.dirname
  metrics = createMetrics({ build, database, statements: statementTimes(), verifications: () => 0, storageFolder })
  return metrics
}
beforeAll(async () => {
  portal = await startPortal({
    environment: {
      PORTAL_SECOND_FACTOR: 'built-in',
      PORTAL_DIRECTORY: 'trusted-proxy:127.0.0.0/8,::1',
      PORTAL_DIRECTORY_PROXY_SECRET: SECRET,
    },
    metrics: count,
  })
})
afterAll(() => portal.close())

/** The counts of a metric by its labels. */
async function counted(name: string): Promise<Record<string, number>> {
  const { body } = await metrics.text()
  const lines = [...body.matchAll(new RegExp(`^${name}{(.*)} (\\d+)$`, 'gm'))]
  return Object.fromEntries(lines.map(([, labels, number]) => [labels, Number(number)]))
}

async function signInByPassword() {
  const user = await portal.make.user()
  await portal.as(user)
  await portal.browser().trySignIn(user.userName, 'Another-password-1')
  const inactive = await portal.make.user({ status: 2 })
  await portal.browser().trySignIn(inactive.userName, inactive.password)
}

async function signInBySecondFactor() {
  const user = await portal.make.user({ second_factor_required: true })
  await giveApp(portal, user)
  const browser = portal.browser()
  await browser.trySignIn(user.userName, user.password)
  const shown = await browser.call(verifyCode, { body: { code: await codeNow(portal), trustDevice: false } })
  const query = await browser.call(secondFactorLogin, { body: { token: shown.token } })
  for (const code of ['200', '401'])
    expect(await browser.send(checkSecondFactorUser, { query: { token: query.token } })).toMatchObject({ code })
}

async function signInByProvider() {
  const employer = await federatedEmployer(portal)
  await federatedUser(portal, employer, 'nils')
  const { browser, posted, entry } = await signOn(portal, employer, { nameId: 'nils' })
  expect(entry.code).toBe('200')
  expect((await check(browser, posted.ticket)).code).toBe('401')
  expect((await post(portal, 'no document', 'no state')).status).toBe(401)
}

async function signInByDirectory() {
  await portal.make.user({ user_name: 'kerberos.user', sign_in_kind: 'directory', password_hash: null })
  const browser = portal.browser()
  const headers = { 'x-remote-user': 'kerberos.user', 'x-portal-proxy-secret': SECRET }
  const arrived = await browser.request('GET', startDirectorySignIn.path, { headers })
  const token = /#directory=([\w-]{43})$/.exec(arrived.headers.get('location') ?? '')?.[1] ?? ''
  for (const code of ['200', '401'])
    expect(await browser.send(checkDirectoryUser, { query: { token } })).toMatchObject({ code })
}

test('an operator sees each end of each way to sign in, as it was answered', async () => {
  await signInByPassword()
  await signInBySecondFactor()
  await signInByProvider()
  await signInByDirectory()
  expect(await counted('portal_login_total')).toEqual({
    'kind="password",outcome="opened"': 1,
    'kind="password",outcome="204"': 1,
    'kind="password",outcome="not-opened"': 1,
    'kind="password",outcome="207"': 1,
    'kind="second-factor",outcome="opened"': 1,
    'kind="second-factor",outcome="401"': 1,
    'kind="federated",outcome="opened"': 1,
    'kind="federated",outcome="401"': 2,
    'kind="directory",outcome="opened"': 1,
    'kind="directory",outcome="401"': 1,
  })
})

test('an operator sees a call that a guard refuses, under the guard and among the calls', async () => {
  const [denied, calls] = [await counted('portal_authz_denied_total'), await counted('http_server_requests_total')]
  expect((await portal.browser().send(getProfile, {})).status).toBe(401)
  expect(await counted('portal_authz_denied_total')).toEqual({ ...denied, 'rule="session"': 1 })
  const refused = 'group="own-reads",status="4xx"'
  expect(await counted('http_server_requests_total')).toEqual({ ...calls, [refused]: (calls[refused] ?? 0) + 1 })
})
