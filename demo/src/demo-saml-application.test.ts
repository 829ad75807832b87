import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '@portico/server/test/browser.ts'
import type { MadeUser } from '@portico/server/test/make.ts'
import { type Portal, startPortal } from '@portico/server/test/portal.ts'
import { launched, responseXml, samlApplication } from '@portico/server/test/saml-application.ts'
import { type DemoSamlApplication, demoSamlApplication, openDemoSamlApplication } from './demo-saml-application.ts'

let portal: Portal
let demo: DemoSamlApplication
let page: { systemId: number; pageId: number }
let user: MadeUser
let browser: Browser
beforeAll(async () => {
  portal = await startPortal()
  const systemId = await portal.make.system({ code: 'LEARN', is_saml_post: true })
  const pageId = await portal.make.page({ system_id: systemId, section_id: await portal.make.section() })
  page = { systemId, pageId }
  await openDemoSamlApplication(portal.database.jobs, new URL(portal.origin))
  demo = demoSamlApplication(portal.database.requests, new URL(portal.origin))
})
afterAll(() => portal.close())
beforeEach(async () => {
  user = await portal.make.user({ first_name: 'Zoë <b>' })
  await portal.make.grant(user, page)
  browser = await portal.as(user)
})

const refusal = async (form: Readonly<Record<string, unknown>>) => {
  const { status, body } = await demo.receive(form)
  expect(body).toContain('You’re not signed on')
  return { status, body }
}

test('the application of the demo shows who the portal says that I am, once (S64)', async () => {
  const { fields } = await launched(browser, page)
  const { status, body } = await demo.receive(fields)
  expect([status, body]).toEqual([200, expect.stringContaining(`<dd>${user.userName}</dd>`)])
  expect(body).toContain('<dd>Zoë &lt;b&gt;</dd>')
  expect(await refusal(fields)).toMatchObject({ status: 400, body: expect.stringContaining('used already') as string })
})

test('it refuses a changed response, one for another application, and what is none (S62, S63)', async () => {
  const launch = await launched(browser, page)
  const changed = Buffer.from(responseXml(launch).replaceAll(user.userName, 'portal.admin')).toString('base64')
  expect((await refusal({ SAMLResponse: changed })).body).toMatch(/signature/i)
  const other = await samlApplication(portal)
  await portal.make.grant(user, other)
  expect((await refusal((await launched(browser, other)).fields)).body).toMatch(/audience/i)
  for (const form of [{}, { SAMLResponse: ['a', 'b'] }, { SAMLResponse: 'AAAA' }])
    expect((await refusal(form)).status).toBe(400)
  // Nothing was used up.
  expect((await demo.receive(launch.fields)).status).toBe(200)
})
