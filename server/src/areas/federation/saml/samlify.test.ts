import { randomUUID } from 'node:crypto'
import { getSamlMetadata, startFederatedSignIn } from '@portico/contract/federation/federation.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { check, federatedEmployer, federatedUser, post } from '../../../../test/federated-world.ts'
import { IdentityProvider } from '../../../../test/identity-provider.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { samlify } from '../../../../test/samlify.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  samlify.setSchemaValidator({ validate: () => Promise.resolve('skipped') })
})
afterAll(() => portal.close())

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

test('an identity provider built on another library reads our metadata and request, and signs its user in', async () => {
  const provider = new IdentityProvider()
  const employer = await federatedEmployer(portal, { provider })
  const email = `library.person@${employer.domain}`
  const user = await federatedUser(portal, employer, null, { email })
  const metadata = await portal.browser().request('GET', getSamlMetadata.path)
  const us = samlify.ServiceProvider({ metadata: metadata.text })
  const idp = samlify.IdentityProvider({
    entityID: provider.entityId,
    signingCert: provider.keys.certificate,
    privateKey: provider.keys.privateKey,
    isAssertionEncrypted: false,
    nameIDFormat: [EMAIL],
    singleSignOnService: [{ Binding: REDIRECT, Location: provider.signOnUrl }],
    loginResponseTemplate: { context: samlify.SamlLib.defaultLoginResponseTemplate.context, attributes: [] },
  })
  const browser = portal.browser()
  const start = await browser.request('GET', `${startFederatedSignIn.path}?provider=${employer.providerId}`)
  const query = Object.fromEntries(new URL(start.headers.get('location') ?? '').searchParams)
  const request = await idp.parseLoginRequest(us, 'redirect', { query })

  const now = Date.now()
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
  const id = `_${randomUUID()}`
  const statement = `<saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
  const fill = (template: string) => ({
    id,
    context: samlify.SamlLib.replaceTagsByValue(template.replace('{AuthnStatement}', statement), {
      ID: id,
      AssertionID: `_${randomUUID()}`,
      Destination: us.entityMeta.getAssertionConsumerService('post'),
      Audience: us.entityMeta.getEntityID(),
      EntityID: us.entityMeta.getEntityID(),
      SubjectRecipient: us.entityMeta.getAssertionConsumerService('post'),
      Issuer: provider.entityId,
      IssueInstant: at(0),
      ConditionsNotBefore: at(-5),
      ConditionsNotOnOrAfter: at(120),
      SubjectConfirmationDataNotOnOrAfter: at(120),
      AssertionConsumerServiceURL: us.entityMeta.getAssertionConsumerService('post'),
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      InResponseTo: request.extract.request.id,
      NameIDFormat: EMAIL,
      NameID: email,
      AttributeStatement: '',
    }),
  })
  const answer = await idp.createLoginResponse(us, request, 'post', { email }, fill)
  const posted = await post(portal, Buffer.from(answer.context, 'base64'), query['RelayState'] ?? '')
  expect(await check(browser, posted.ticket)).toMatchObject({ code: '200', data: { userId: user.id } })
})
