import * as client from 'openid-client'
import { completeOpenIdSignOn, OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import { hashToken } from '../src/crypto/tokens.ts'
import type { Browser, Raw } from './browser.ts'
import type { MadeUser } from './make.ts'
import type { Portal } from './portal.ts'

export const CALLBACK = 'https://app.example.test/callback'
const SECRET = 'secret-of-the-application'

export interface MadeApplication {
  clientId: string
  systemId: number
  pageId: number
  name: string
  /** Null: a public client. By default that of this file. */
  secret?: string | null
}

interface ApplicationColumns {
  attributes?: object
  name_source?: string
  back_channel_logout_address?: string
}

/** An application that signs its users in by OpenID Connect, with one page. */
export async function makeApplication(
  portal: Pick<Portal, 'make' | 'owner'>,
  columns: ApplicationColumns = {},
): Promise<MadeApplication> {
  const { make } = portal
  const systemId = await make.system()
  const clientId = `app-${systemId}`
  const pageId = await make.page({ system_id: systemId, section_id: await make.section(), is_assignable: true })
  await portal.owner(
    `insert into single_sign_on_settings (system_id, protocol, client_id, client_secret_hash, redirect_addresses,
       attributes, name_source, back_channel_logout_address)
     values ($1, 'oidc', $2, $3, $4, $5, $6, $7)`,
    [
      systemId,
      clientId,
      hashToken(SECRET),
      [CALLBACK],
      JSON.stringify(columns.attributes ?? { email: 'email', 'https://portal.test/employer': 'client' }),
      columns.name_source ?? 'user-name',
      columns.back_channel_logout_address ?? null,
    ],
  )
  const [system] = await portal.owner('select name from systems where id = $1', [systemId])
  return { clientId, systemId, pageId, name: String(system?.['name']) }
}

/** Lets the user open the application. */
export async function permit(
  portal: Portal,
  user: MadeUser,
  { systemId, pageId }: Pick<MadeApplication, 'systemId' | 'pageId'>,
) {
  const held = await portal.owner('select from user_page_grants where user_id = $1 and page_id = $2', [user.id, pageId])
  await portal.make.grant(user, held.length > 0 ? { systemId } : { systemId, pageId })
}

export const forbid = (
  portal: Portal,
  user: { id: number },
  { systemId }: Pick<MadeApplication, 'systemId'>,
): Promise<unknown> =>
  portal.owner('update user_system_grants set valid_to = clock_now() where user_id = $1 and system_id = $2', [
    user.id,
    systemId,
  ])

interface Follower {
  origin: string
  request(method: string, path: string, more: { headers: Record<string, string> }): Promise<{ headers: Headers }>
}

/** Follows redirects of one server; the first address that is a page of it, or leads outside. */
export async function follow(browser: Follower, address: string): Promise<string> {
  const url = new URL(address, browser.origin)
  if (url.origin !== browser.origin) return url.href
  const answer = await browser.request('GET', url.pathname + url.search, { headers: { accept: 'text/html' } })
  const location = answer.headers.get('location')
  return location === null ? url.pathname + url.search : follow(browser, new URL(location, url).href)
}

/** The id in the address of the portal's page at which an authorization waits. */
export const interactionIn = (page: string): string =>
  /^\/content-authenticated\/sign-on-openid\/([\w-]+)$/.exec(page)?.[1] ?? ''

/** What the script of that page does. */
export const complete = (browser: Browser, page: string): Promise<Raw<{ returnUrl: string; permissionFlg: string }>> =>
  browser.send(completeOpenIdSignOn, { params: { interactionId: interactionIn(page) } }) as never

/** From the application to the portal's page and back with a code, or an error. */
export async function visit(browser: Browser, { url }: Pick<Peer, 'url'>): Promise<string> {
  const completed = await complete(browser, await follow(browser, url))
  if (completed.code !== '200') throw new Error(`Not completed: ${completed.text}`)
  return follow(browser, completed.data.returnUrl)
}

/** The application itself: openid-client, about to ask for a user. */
export interface Peer {
  config: client.Configuration
  /** Where it sends the browser. */
  url: string
  redeem(back: string, other?: object): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers>
  /** Asks for the facts of the user. */
  ask(token: string, subject: string): Promise<client.UserInfoResponse>
}

/** `origin`: the node that the application's own calls go to; by default the public address. */
export async function openPeer(
  issuerOrigin: string,
  { clientId, secret = SECRET }: MadeApplication,
  parameters: Readonly<Record<string, string>> = {},
  origin = issuerOrigin,
): Promise<Peer> {
  const via: client.CustomFetch = (url, options) =>
    fetch(url.replace(issuerOrigin, origin), options as unknown as RequestInit)
  const config = await client.discovery(
    new URL(issuerOrigin + OPENID_PATH),
    clientId,
    undefined,
    secret === null ? client.None() : client.ClientSecretBasic(secret),
    { [client.customFetch]: via, execute: [client.allowInsecureRequests] },
  )
  client.enableNonRepudiationChecks(config)
  const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()]
  const { href: url } = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid',
    state: expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...parameters,
  })
  return {
    config,
    url,
    redeem: (back, other = {}) =>
      client.authorizationCodeGrant(config, new URL(back), { pkceCodeVerifier, expectedState, ...other }),
    ask: (token, subject) => client.fetchUserInfo(config, token, subject),
  }
}
