import { beginLogoutChain, readLogoutChain } from '@portico/contract/logout-chain/logout-chain.ts'
import { OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import { saveSignOnSettings } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Apache, apacheOrigin, PageVisitor, PROTECTED_PAGE, shownTo, startApache } from '../../../test/apache.ts'
import type { Browser } from '../../../test/browser.ts'
import { freePort } from '../../../test/free-port.ts'
import type { MadeUser } from '../../../test/make.ts'
import { follow, forbid, permit, visit } from '../../../test/openid-application.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

const CALLBACK = '/protected/callback'

const directives = (issuer: string, client: { id: string; secret: string }) => `
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${client.id}
OIDCClientSecret ${client.secret}
OIDCRedirectURI {origin}${CALLBACK}
OIDCScope openid
OIDCPKCEMethod S256
OIDCProviderTokenEndpointAuth client_secret_basic
OIDCCryptoPassphrase a-passphrase-of-a-test-only
OIDCRemoteUserClaim sub
<Location /protected>
  AuthType openid-connect
  Require valid-user
</Location>
`

let portal: Portal
let apache: Apache
let application: { systemId: number; pageId: number }
let user: MadeUser
/** Two windows of one browser: cookies of the portal and of the application. */
let browser: Browser
let there: PageVisitor
beforeAll(async () => {
  portal = await startPortal()
  const port = await freePort()
  const { client, ...made } = await registered(apacheOrigin(port))
  application = made
  apache = await startApache({
    port,
    module: 'auth_openidc',
    directives: directives(portal.origin + OPENID_PATH, client),
    variables: ['REMOTE_USER', 'OIDC_CLAIM_iss', 'OIDC_CLAIM_email', 'OIDC_CLAIM_given_name'],
  })
})
afterAll(async () => {
  await apache.stop()
  await portal.close()
})
beforeEach(async () => {
  user = await portal.make.user({ first_name: 'Zoë' })
  await permit(portal, user, application)
  browser = await portal.as(user)
  there = new PageVisitor(apache.origin)
})

/** An administrator registers the application and is told its secret. */
async function registered(origin: string) {
  const administrator = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(administrator, ['Database Maintenance'])
  const admin = await portal.as(administrator)
  const systemId = await portal.make.system()
  const pageId = await portal.make.page({ system_id: systemId, section_id: await portal.make.section() })
  const { settings, clientSecretTxt } = await admin.call(saveSignOnSettings, {
    params: { uid: admin.userId, appSystemId: systemId },
    body: {
      protocolCd: 'oidc',
      redirectUrlList: [origin + CALLBACK],
      backChannelLogoutUrlTxt: `${origin}${CALLBACK}?logout=backchannel`,
      attributeList: [
        { attributeNm: 'email', factCd: 'email' },
        { attributeNm: 'given_name', factCd: 'first-name' },
      ],
    },
  })
  return { systemId, pageId, client: { id: settings.clientIdTxt ?? '', secret: clientSecretTxt ?? '' } }
}

/** Opens the protected page; where the application redirects to. */
const requested = () => follow(there, PROTECTED_PAGE)

/** Opens it with the session of the portal; the address that the application redirects to in the end. */
async function signOn(): Promise<string> {
  const back = await visit(browser, { url: await requested() })
  return follow(there, back)
}

const facts = () => ({
  REMOTE_USER: user.userName,
  OIDC_CLAIM_iss: portal.origin + OPENID_PATH,
  OIDC_CLAIM_email: `${user.userName}@example.test`,
  OIDC_CLAIM_given_name: 'Zoë',
})

const isSignedOut = async () => (await requested()).startsWith(portal.origin)

describe('a page behind Apache with mod_auth_openidc', () => {
  test('sends me to the portal, and knows me when I come back and at the next request', async () => {
    const address = new URL(await requested())
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
    })
    expect(await signOn()).toBe(PROTECTED_PAGE)
    expect(await shownTo(there)).toEqual(facts())
    expect(await shownTo(there)).toEqual(facts())
  })

  test('lets nobody in who has lost the permission', async () => {
    await forbid(portal, user, application)
    const back = await visit(browser, { url: await requested() })
    expect(new URL(back).searchParams.get('error')).toBe('access_denied')
    expect(await isSignedOut()).toBe(true)
  })

  test('knows me no longer once I sign out of the portal, and the receipt says so (LOUT-018, LOUT-022)', async () => {
    await signOn()
    expect(await shownTo(there)).toEqual(facts())
    const params = { uid: user.id }
    await browser.call(beginLogoutChain, { params, body: {} })
    await expect
      .poll(async () => (await browser.call(readLogoutChain, { params })).steps)
      .toMatchObject([{ systemId: application.systemId, outcome: 'done' }])
    expect(await isSignedOut()).toBe(true)
  })
})
