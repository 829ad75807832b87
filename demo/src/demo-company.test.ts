import { finishFederatedSignIn, startFederatedSignIn } from '@portico/contract/federation/federation.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '@portico/server/test/federated-world.ts'
import { type Portal, startPortal } from '@portico/server/test/portal.ts'
import { demoWorldOf } from '@portico/server/test/demo-world.ts'
import { newCompanyKey, openDemoCompany } from './demo-company.ts'
import { serveDemo } from './demo-pages.ts'
import { knownSecrets } from './demo-secrets.ts'
import { loadDemoWorld } from './load-demo-world.ts'

/** A node of the demo that plays the employer of federated.user. */
const startNode = () =>
  startPortal({
    beside: world,
    openDemo: async ({ database, config }) => {
      const company = await openDemoCompany(database.jobs, config.publicUrl, await newCompanyKey())
      return (app, deps) => serveDemo(app, { ...deps, company })
    },
  })

let world: Portal
let portal: Portal
beforeAll(async () => {
  world = await startPortal()
  await loadDemoWorld({ ...demoWorldOf(world), secrets: knownSecrets })
  portal = await startNode()
})
afterAll(async () => {
  await portal.close()
  await world.close()
})

const NILS = 'nils.soderstrom@lindqvist.example'
const hidden = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

/** Signs in as a user does: enters the address, and presses the one button of the employer's page. */
async function signInAtCompany(at: Portal) {
  const browser = at.browser()
  const led = await browser.trySignIn(NILS, '')
  const start = await browser.request('GET', led.data as unknown as string)
  const page = start.headers.get('location') ?? ''
  const shown = await browser.request('GET', page.replace(at.origin, ''))
  const form = new URLSearchParams({
    SAMLResponse: hidden(shown.text, 'SAMLResponse'),
    RelayState: hidden(shown.text, 'RelayState'),
  })
  const posted = await browser.request('POST', finishFederatedSignIn.path, {
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const ticket = /#ticket=([\w-]+)/.exec(posted.headers.get('location') ?? '')?.[1] ?? ''
  return { browser, led, page, shown, entry: await check(browser, ticket, true) }
}

describe('the employer that the demo plays', () => {
  test('signs federated.user in: they enter their address, press one button and have a session', async () => {
    const { led, page, shown, entry } = await signInAtCompany(portal)
    expect(led).toMatchObject({ code: '207' })
    expect(page.startsWith(`${portal.origin}/demo-company/sign-in?`)).toBe(true)
    expect(shown.status).toBe(200)
    expect(shown.text.match(/<button>[^<]*<\/button>/g)).toEqual(['<button>Sign in as Nils Söderström</button>'])
    expect(entry).toMatchObject({ code: '200', data: { userNm: 'federated.user', federatedUser: 'Y' } })
  })

  test('has a page without scripts, whose form posts to the portal only', async () => {
    const { shown } = await signInAtCompany(portal)
    const policy = shown.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).not.toContain('script-src')
    expect(shown.text).toContain(`action="${portal.origin}${finishFederatedSignIn.path}"`)
  })

  test.each(['', 'SAMLRequest=', 'SAMLRequest=AAAA', 'SAMLRequest=x&SAMLRequest=y', 'RelayState=%22%3E%3Cscript%3E'])(
    'signs in no user who was not sent by the portal (%s)',
    async (query) => {
      const { status, text } = await portal.browser().request('GET', `/demo-company/sign-in?${query}`)
      expect(status).toBe(400)
      expect(text).not.toMatch(/SAMLResponse|<script/)
      expect(text).toContain('href="/login"')
    },
  )

  test('confirms the sign-out there', async () => {
    const { status, text } = await portal.browser().request('GET', '/demo-company/signed-out')
    expect(status).toBe(200)
    expect(text).toContain('You’re signed out at Lindqvist &amp; Søn Bank')
  })

  test('has a new key at every start; the node that started before keeps working', async () => {
    const certificates = () =>
      portal.owner(`select certificate, previous_certificate from saml_providers where entity_id like 'urn:portico:%'`)
    const [before] = await certificates()
    const second = await startNode()
    const [after] = await certificates()
    await second.close()
    expect(after?.['certificate']).not.toBe(before?.['certificate'])
    expect(after?.['previous_certificate']).toBe(before?.['certificate'])
  })

  test('does not change an employer that has a provider of its own', async () => {
    const db = portal.database.jobs
    await portal.owner(`delete from saml_providers`)
    await portal.owner(
      `insert into saml_providers (name, entity_id, sign_on_url, certificate) values ('Own', 'https://own.test', 'https://own.test', 'x')`,
    )
    await portal.owner(`insert into saml_provider_clients select 8, id from saml_providers`)
    await openDemoCompany(db, portal.config.publicUrl, await newCompanyKey())
    expect(await portal.owner(`select entity_id from saml_providers`)).toEqual([{ entity_id: 'https://own.test' }])
  })
})

test('a real installation plays no employer: no page, no provider, no key (S77)', async () => {
  const real = await startPortal({ environment: { PORTAL_DEMO: 'off', PORTAL_RATE_LIMIT: 'on' } })
  for (const path of ['/demo-company/sign-in', '/demo-company/signed-out'])
    expect((await real.browser().request('GET', path)).status).toBe(404)
  expect(await real.owner('select 1 from saml_providers')).toEqual([])
  const start = await real.browser().request('GET', `${startFederatedSignIn.path}?provider=1`)
  expect(start.status).toBe(401)
  await real.close()
})
