import { getIdpMetadata, receiveRedirectedSignOn } from '@portico/contract/single-sign-on/single-sign-on.ts'
import type { Profile, SAML } from '@node-saml/node-saml'
import { sql } from 'kysely'
import { type Db, everything, queries, run } from '@portico/server/for-demo.ts'
import { escapeHtml } from '@portico/contract/escape-html.ts'
import type { StandalonePage } from './standalone-page.ts'

const ENTITY_ID = 'urn:portico:demo:learning-center'
/** The system of the demo that is this application. */
const SYSTEM_CODE = 'LEARN'
const NAME = 'Learning Center'
const COLOR = '5A55B5'
const USED_MAX = 10_000

/** Addresses of the application: where it receives responses, and where it asks the portal for a sign-on. */
export const samlApplicationPaths = {
  receive: '/demo-application/learning-center',
  start: '/demo-application/learning-center/sign-on',
} as const

/** Attributes that it gets: their names and what they carry. */
const attributes = { email: 'email', firstName: 'first-name', lastName: 'last-name', company: 'client' }

/**
 * Registers the application of this demo under its public address, unless an administrator has given the system other
 * settings.
 */
export async function openDemoSamlApplication(db: Db, { origin }: URL): Promise<void> {
  const acs = JSON.stringify([{ url: origin + samlApplicationPaths.receive, index: '0' }])
  await db.transact(everything, async (tx) => {
    await run(
      tx,
      sql`
      insert into single_sign_on_settings (system_id, protocol, entity_id, acs_addresses, attributes)
      select id, 'saml', ${ENTITY_ID}, ${acs}::jsonb, ${JSON.stringify(attributes)}::jsonb
        from systems where code = ${SYSTEM_CODE} and deleted_at is null
       limit 1
      on conflict (system_id) do update set acs_addresses = excluded.acs_addresses
        where single_sign_on_settings.entity_id = ${ENTITY_ID}`,
    )
  })
}

/** A SAML application of the demo. It verifies what it receives with a library of its own, and shows it. */
export interface DemoSamlApplication {
  /** Returns the address at the portal that asks it to sign the visitor on. */
  start(): Promise<string>
  receive(form: Readonly<Record<string, unknown>>): Promise<StandalonePage>
}

export function demoSamlApplication(db: Db, { origin }: URL): DemoSamlApplication {
  const usedAssertions = new Set<string>()
  /** True for an assertion that has not been used; the oldest are forgotten, long after they have expired. */
  const isFirstUse = (id: string): boolean => {
    if (usedAssertions.has(id)) return false
    const [oldest] = usedAssertions
    if (oldest !== undefined && usedAssertions.size >= USED_MAX) usedAssertions.delete(oldest)
    usedAssertions.add(id)
    return true
  }
  return {
    start: async () => (await libraryFor(db, origin)).getAuthorizeUrlAsync('', undefined, {}),
    receive: async (form) => {
      const { SAMLResponse, RelayState } = form
      if (typeof SAMLResponse !== 'string') return refusedPage('There is no response of the portal.')
      try {
        const { profile } = await (await libraryFor(db, origin)).validatePostResponseAsync({ SAMLResponse })
        if (!profile) return refusedPage('The response names no user.')
        if (!isFirstUse(assertionIdOf(profile))) return refusedPage('The response has been used already.')
        return signedOnPage(profile, typeof RelayState === 'string' ? RelayState : '')
      } catch (error) {
        return refusedPage(error instanceof Error ? error.message : 'The response cannot be read.')
      }
    },
  }
}

/** The ID of the assertion, of which the library has verified the signature. */
const assertionIdOf = (profile: Profile): string => / ID="([^"]+)"/.exec(profile.getAssertionXml?.() ?? '')?.[1] ?? ''

/** The library is loaded at the first visit, and gets the certificates that the portal publishes now. */
async function libraryFor(db: Db, origin: string): Promise<SAML> {
  const { SAML: Library } = await import('@node-saml/node-saml')
  const keys = await run(db, queries.selectFrom('signing_keys').select('certificate').where('purpose', '=', 'saml'))
  return new Library({
    issuer: ENTITY_ID,
    audience: ENTITY_ID,
    callbackUrl: origin + samlApplicationPaths.receive,
    entryPoint: origin + receiveRedirectedSignOn.path,
    idpIssuer: origin + getIdpMetadata.path,
    idpCert: keys.length > 0 ? keys.map(({ certificate }) => certificate) : ['no key yet'],
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    signatureAlgorithm: 'sha256',
  })
}

function refusedPage(reason: string): StandalonePage {
  return {
    status: 400,
    title: `${NAME}: not signed on`,
    color: COLOR,
    body: `<p class="where">Demo</p><h1>You’re not signed on</h1>
<p>This application verifies every response of the portal, and refuses this one: ${escapeHtml(reason)}</p>
<p><a href="/">Go to the portal</a></p>`,
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function signedOnPage(profile: Profile, relayState: string): StandalonePage {
  const stated = (profile['attributes'] ?? {}) as Readonly<Record<string, unknown>>
  const facts: [string, string][] = [
    ['User name', profile.nameID],
    ...Object.entries(stated).map(([name, value]): [string, string] => [name, [value].flat().map(text).join(', ')]),
    ['Session', text(profile.sessionIndex)],
    ['Asked for', relayState],
  ]
  const rows = facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
  return {
    status: 200,
    title: `Welcome to ${NAME}`,
    color: COLOR,
    body: `<p class="where">Demo · an application with SAML single sign-on</p>
<h1>Welcome to ${NAME}</h1>
<p>You’re signed on by the portal. This application has verified its signature, audience and age, and that the response was not used before. It received:</p>
<dl>${rows.join('')}</dl>
<p>Close this tab, or <a href="/">go back to the portal</a>.</p>`,
  }
}
