import { createRequire } from 'node:module'
import {
  getIdpMetadata,
  type Launch,
  launchPage,
  receiveRedirectedSignOn,
} from '@portico/contract/single-sign-on/single-sign-on.ts'
import type { KeyWithCertificate } from '../src/crypto/certificate.ts'
import type { Browser } from './browser.ts'
import type { MadeUser } from './make.ts'
import type { Portal } from './portal.ts'

/** What passport-saml found in a response. */
export interface Profile {
  issuer: string
  nameID: string
  nameIDFormat: string
  sessionIndex?: string
  inResponseTo?: string
  attributes?: Readonly<Record<string, string | string[]>>
}

interface PassportSaml {
  Strategy: new (options: object, signOn: (profile: Profile, done: Done) => void, signOut: () => void) => object
  SAML: new (options: object) => {
    getAuthorizeUrlAsync(relayState: string, host: undefined, options: object): Promise<string>
    getAuthorizeMessageAsync(
      relayState: string,
      host: undefined,
      options: object,
    ): Promise<{ SAMLRequest: string; RelayState: string }>
  }
}
type Done = (error: null, user: Profile) => void

// Required, not imported: its types would bring those of the browser and of express into the server.
const passportSaml = createRequire(import.meta.url)('@node-saml/passport-saml') as PassportSaml

/** A SAML application that a test has registered, as passport-saml runs it. */
export interface SamlApplication {
  systemId: number
  pageId: number
  entityId: string
  acsUrl: string
  options: Readonly<Record<string, unknown>>
  /** Verifies a form that the portal has made, as the application does when it is posted. */
  receive(fields: Launch['fields']): Promise<Profile>
  /** The address to which the application redirects to ask for a sign-on. */
  requestAddress(relayState?: string, more?: object): Promise<string>
  requestForm(relayState?: string, more?: object): Promise<{ SAMLRequest: string; RelayState: string }>
}

let count = 0

/** Registers an application with a page. `columns`: of its settings; `options`: of passport-saml. */
export async function samlApplication(
  portal: Portal,
  columns: Readonly<Record<string, unknown>> = {},
  options: Readonly<Record<string, unknown>> = {},
): Promise<SamlApplication> {
  const number = ++count
  const [entityId, acsUrl] = [`https://app${number}.example.test/saml`, `https://app${number}.example.test/acs`]
  const systemId = await portal.make.system({ is_saml_post: true, code: `APP${number}` })
  const section = await portal.make.section()
  const pageId = await portal.make.page({ system_id: systemId, section_id: section, location: '/courses' })
  const settings = {
    system_id: systemId,
    protocol: 'saml',
    entity_id: entityId,
    acs_addresses: JSON.stringify([{ url: acsUrl, index: '1' }]),
    attributes: JSON.stringify({ mail: 'email', givenName: 'first-name', sn: 'last-name' }),
    ...columns,
  }
  const names = Object.keys(settings)
  await portal.owner(
    `insert into single_sign_on_settings (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(settings),
  )
  const own = {
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    entryPoint: portal.origin + receiveRedirectedSignOn.path,
    idpIssuer: portal.origin + getIdpMetadata.path,
    idpCert: await certificatesOf(portal),
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    ...options,
  }
  return {
    systemId,
    pageId,
    entityId,
    acsUrl,
    options: own,
    receive: (fields) => received(own, fields),
    requestAddress: (relayState = '', more = {}) =>
      new passportSaml.SAML({ ...own, ...more }).getAuthorizeUrlAsync(relayState, undefined, {}),
    requestForm: (relayState = '', more = {}) =>
      new passportSaml.SAML({ ...own, ...more, skipRequestCompression: true }).getAuthorizeMessageAsync(
        relayState,
        undefined,
        {},
      ),
  }
}

/** The certificates of the portal's metadata, in their order. */
export async function certificatesOf(portal: Pick<Portal, 'browser'>): Promise<string[]> {
  const { text } = await portal.browser().request('GET', getIdpMetadata.path)
  return [...text.matchAll(/<ds:X509Certificate>([^<]+)</g)].map(([, base64]) => base64 ?? '')
}

/** passport expects this of a strategy: it calls back on the object itself. */
function received(options: object, body: Readonly<Record<string, string>>): Promise<Profile> {
  return new Promise((resolve, reject) => {
    const strategy = new passportSaml.Strategy(
      options,
      (profile, done) => done(null, profile),
      () => undefined,
    )
    const run = Object.assign(Object.create(strategy) as { authenticate(request: object, options: object): void }, {
      success: resolve,
      error: reject,
      fail: (challenge: unknown) => reject(new Error(`refused: ${JSON.stringify(challenge)}`)),
    })
    run.authenticate({ body, query: {} }, {})
  })
}

/** A user who may open the application, in a browser in which they have signed in. */
export async function holderOf(
  portal: Portal,
  application: SamlApplication,
  columns: Readonly<Record<string, unknown>> = {},
): Promise<{ user: MadeUser; browser: Browser }> {
  const user = await portal.make.user(columns)
  await portal.make.grant(user, application)
  return { user, browser: await portal.as(user) }
}

/** An account of the user in the system of an application; its id. */
export async function accountIn(
  portal: Pick<Portal, 'owner'>,
  systemId: number,
  user: { id: number },
  name: string,
): Promise<number> {
  const [type] = await portal.owner(
    `insert into system_account_types (system_id, description, code) values ($1, 'Full access', $2) returning id`,
    [systemId, name],
  )
  const [account] = await portal.owner(
    'insert into user_system_accounts (user_id, type_id, name) values ($1, $2, $3) returning id',
    [user.id, type?.['id'], name],
  )
  return Number(account?.['id'])
}

/** Opens the page of the application; a launch, not a choice of accounts. */
export async function launched(
  browser: Browser,
  { pageId }: Pick<SamlApplication, 'pageId'>,
  accountId?: number,
): Promise<Launch> {
  const query = accountId === undefined ? {} : { systemAccountUserId: accountId }
  const answer = await browser.call(launchPage, { params: { uid: browser.userId, pid: pageId }, query })
  if ('accounts' in answer) throw new Error('An account has to be chosen')
  return answer
}

/** The decoded response of a launch. */
export const responseXml = ({ fields }: Pick<Launch, 'fields'>): string =>
  Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString()

/** Options of passport-saml for an application with a key of its own. */
export const ownKey = ({ privateKey, certificate }: KeyWithCertificate) => ({
  privateKey,
  publicCert: certificate,
})
