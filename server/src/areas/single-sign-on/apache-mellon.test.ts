import { answerSignOnRequest, getIdpMetadata, type Launch } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { saveSignOnSettings } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Apache, PageVisitor, PROTECTED_PAGE, shownTo, startApache } from '../../../test/apache.ts'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { follow } from '../../../test/openid-application.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { launched, responseXml } from '../../../test/saml-application.ts'
import { selfSigned } from '../../../test/self-signed.ts'

/** With a key the module signs its requests, and its metadata ask for encrypted assertions. */
const directives = `
MellonLockFile {folder}/mellon.lock
<Location />
  MellonEndpointPath /mellon
  MellonSPentityId {origin}/application
  MellonSPPrivateKeyFile {folder}/application.key
  MellonSPCertFile {folder}/application.crt
  MellonIdPMetadataFile {folder}/portal.xml
  MellonUser mail
</Location>
<Location /protected>
  AuthType Mellon
  MellonEnable auth
  Require valid-user
</Location>
`

let portal: Portal
let admin: Browser
let apache: Apache
let application: { systemId: number; pageId: number }
let user: MadeUser
/** Two windows of one browser: cookies of the portal and of the application. */
let browser: Browser
let there: PageVisitor
beforeAll(async () => {
  portal = await startPortal()
  const administrator = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(administrator, ['Database Maintenance'])
  admin = await portal.as(administrator)
  const key = selfSigned()
  apache = await startApache({
    module: 'auth_mellon',
    directives,
    variables: ['REMOTE_USER', 'MELLON_mail', 'MELLON_givenName', 'MELLON_staff'],
    files: {
      'application.key': key.privateKey,
      'application.crt': key.certificate,
      'portal.xml': (await portal.browser().request('GET', getIdpMetadata.path)).text,
    },
  })
  application = await registered()
})
afterAll(async () => {
  await apache.stop()
  await portal.close()
})
beforeEach(async () => {
  user = await portal.make.user({ first_name: 'Zoë O’Neil' })
  await portal.make.grant(user, application)
  browser = await portal.as(user)
  there = new PageVisitor(apache.origin)
})

type Sent = Parameters<typeof admin.call<typeof saveSignOnSettings>>[1]['body']
const save = (systemId: number, body: Sent) =>
  admin.call(saveSignOnSettings, { params: { uid: admin.userId, appSystemId: systemId }, body })

/** An administrator hands over the metadata that the module has made, unchanged. */
async function registered() {
  const systemId = await portal.make.system()
  const sectionId = await portal.make.section()
  const pageId = await portal.make.page({ system_id: systemId, section_id: sectionId, location: PROTECTED_PAGE })
  const metadata = await new PageVisitor(apache.origin).request('GET', '/mellon/metadata')
  await save(systemId, {
    protocolCd: 'saml',
    metadataTxt: metadata.text,
    attributeList: [
      { attributeNm: 'mail', factCd: 'email' },
      { attributeNm: 'givenName', factCd: 'first-name' },
      { attributeNm: 'staff', factCd: 'is-internal' },
    ],
  })
  return { systemId, pageId }
}

/** What the page that the portal hands over to does: it posts the form to the application. */
const post = ({ url, fields }: Pick<Launch, 'url' | 'fields'>) =>
  there.request('POST', url.replace(apache.origin, ''), {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: portal.origin },
  })

/** Opens the protected page; the request to the portal to which the application redirects. */
const requested = () => follow(there, PROTECTED_PAGE)

/** What the portal answers to that request for the user of the tab. */
async function answered(address: string): Promise<Launch> {
  const visitor = portal.browser({ accept: 'text/html', origin: apache.origin })
  const { headers } = await visitor.request('GET', address.replace(portal.origin, ''))
  const ticket = new URLSearchParams(headers.get('location')?.split('#')[1]).get('request') ?? ''
  const answer = await browser.call(answerSignOnRequest, { params: { uid: browser.userId }, body: { ticket } })
  if ('accounts' in answer) throw new Error('An account has to be chosen')
  return answer
}

const facts = () => ({
  REMOTE_USER: `${user.userName}@example.test`,
  MELLON_mail: `${user.userName}@example.test`,
  MELLON_givenName: 'Zoë O’Neil',
  MELLON_staff: 'N',
})

const isSignedOut = async () => (await requested()).startsWith(portal.origin)

describe('a page behind Apache with mod_auth_mellon', () => {
  test('sends me to the portal, and knows me when I come back and at the next request (SSOA-001)', async () => {
    const back = await post(await answered(await requested()))
    expect(back.headers.get('location')).toBe(apache.origin + PROTECTED_PAGE)
    expect(await shownTo(there)).toEqual(facts())
    expect(await shownTo(there)).toEqual(facts())
    expect(await isSignedOut()).toBe(false)
  })

  test('opens from its tile, although it has not asked (SSOA-001)', async () => {
    const back = await post(await launched(browser, application))
    expect(new URL(back.headers.get('location') ?? '', apache.origin).href).toBe(apache.origin + PROTECTED_PAGE)
    expect(await shownTo(there)).toEqual(facts())
  })

  test('signs its requests and reads encrypted assertions, as its metadata say', async () => {
    const address = await requested()
    expect(new URL(address).searchParams.get('SigAlg')).toMatch(/rsa-sha256$/)
    const changed = address.replace(portal.origin, '').replace('RelayState=', 'RelayState=x')
    expect(await portal.browser().request('GET', changed)).toMatchObject({ status: 400 })
    const answer = await answered(address)
    expect(responseXml(answer)).toContain('EncryptedAssertion')
    expect(responseXml(answer)).not.toContain(user.userName)
  })

  test('refuses a response for another audience, and a changed one (S62, S63)', async () => {
    await save(application.systemId, { protocolCd: 'saml', audienceTxt: 'urn:another:application' })
    const other = await launched(browser, application)
    await save(application.systemId, { protocolCd: 'saml', audienceTxt: '' })
    expect((await post(other)).status).toBeGreaterThanOrEqual(400)
    expect(await apache.errors()).toContain('Invalid Audience')
    expect(await isSignedOut()).toBe(true)

    const launch = await launched(browser, application)
    const changed = responseXml(launch).replace(/(CipherValue>)(.)/, (_, tag: string, first: string) =>
      tag.concat(first === 'A' ? 'B' : 'A'),
    )
    const SAMLResponse = Buffer.from(changed).toString('base64')
    expect((await post({ ...launch, fields: { ...launch.fields, SAMLResponse } })).status).toBeGreaterThanOrEqual(400)
    expect(await isSignedOut()).toBe(true)
    await post(launch)
    expect(await shownTo(there)).toEqual(facts())
  })
})
