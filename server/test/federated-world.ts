import {
  checkActiveUser,
  finishFederatedSignIn,
  startFederatedSignIn,
} from '@portico/contract/federation/federation.ts'
import type { LoginResult } from '@portico/contract/sign-in/sign-in.ts'
import type { Browser, Raw } from './browser.ts'
import { type AskedFor, IdentityProvider, readRequest, type AnswerOptions } from './identity-provider.ts'
import type { Portal } from './portal.ts'

/** An employer whose users sign on at its own identity provider. */
export interface FederatedEmployer {
  clientId: number
  domain: string
  provider: IdentityProvider
  providerId: number
}

let count = 0

/** Makes an employer with a provider of its own, or adds one to a provider that is there. */
export async function federatedEmployer(
  portal: Portal,
  { provider = new IdentityProvider(), providerId = 0, createsUsers = false } = {},
): Promise<FederatedEmployer> {
  const clientId = await portal.make.client()
  const domain = `federated-${++count}.test`
  await portal.owner(
    `insert into client_domains (client_id, domain, is_confirmed, sign_in_kind) values ($1, $2, true, 'federated')`,
    [clientId, domain],
  )
  const [known] = providerId
    ? [{ id: providerId }]
    : await portal.owner(
        `insert into saml_providers (name, entity_id, sign_on_url, certificate) values ('Test', $1, $2, $3) returning id`,
        [provider.entityId, provider.signOnUrl, provider.keys.certificate],
      )
  const id = Number(known?.['id'])
  await portal.owner('insert into saml_provider_clients (client_id, provider_id) values ($1, $2)', [clientId, id])
  if (createsUsers) await portal.owner('insert into sso_employers (client_id) values ($1)', [clientId])
  return { clientId, domain, provider, providerId: id }
}

/** A user of the employer whom the provider knows under this name. */
export async function federatedUser(
  portal: Portal,
  { clientId, providerId }: FederatedEmployer,
  nameId: string | null,
  columns: Readonly<Record<string, unknown>> = {},
) {
  const user = await portal.make.user({
    client_id: clientId,
    sign_in_kind: 'federated',
    password_hash: null,
    password_changed_at: null,
    security_question_id: null,
    ...columns,
  })
  if (nameId !== null)
    await portal.owner('insert into federated_identities (provider_id, name_id, user_id) values ($1, $2, $3)', [
      providerId,
      nameId,
      user.id,
    ])
  return user
}

/** Starts a sign-in at a provider in this browser; returns the request. */
export async function begin(browser: Browser, providerId: number, returnTo?: string): Promise<AskedFor> {
  const query = new URLSearchParams({ provider: String(providerId), ...(returnTo ? { returnTo } : {}) })
  const answer = await browser.request('GET', `${startFederatedSignIn.path}?${query.toString()}`)
  if (answer.status !== 303) throw new Error(`The start answered ${answer.status} ${answer.message}`)
  return readRequest(answer.headers.get('location') ?? '')
}

/** The provider's page posts an answer: from its own site, hence without any cookie of ours. */
export async function post(
  portal: Pick<Portal, 'browser'>,
  xml: string | Buffer,
  relayState: string,
): Promise<Raw & { ticket: string }> {
  const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState })
  const answer = await portal
    .browser({ origin: 'https://idp.example.test', 'sec-fetch-site': 'cross-site' })
    .request('POST', finishFederatedSignIn.path, {
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  return { ...answer, ticket: /#ticket=([\w-]+)/.exec(answer.headers.get('location') ?? '')?.[1] ?? '' }
}

/** Redeems the ticket, as the page does. */
export async function check(browser: Browser, token: string, confirmed = false): Promise<Raw<LoginResult>> {
  const confirmation = confirmed ? { confirmedHangingSession: 'true' as const } : {}
  const query = { ...(token === '' ? {} : { token }), ...confirmation }
  const answer = (await browser.send(checkActiveUser, { query })) as Raw<LoginResult>
  if (answer.code === '200' && answer.data.loginSessionId) {
    browser.sessionToken = answer.data.loginSessionId
    browser.csrfToken = answer.headers.get('x-csrf-token') ?? undefined
    browser.userId = answer.data.userId
  }
  return answer
}

/** The whole sign-on of one user: start, provider, answer, check. */
export async function signOn(
  portal: Portal,
  { provider, providerId }: FederatedEmployer,
  options: Partial<AnswerOptions>,
  browser: Browser = portal.browser(),
): Promise<{ browser: Browser; posted: Raw & { ticket: string }; entry: Raw<LoginResult> }> {
  const request = await begin(browser, providerId)
  const posted = await post(portal, provider.answer(request, options), request.relayState)
  return { browser, posted, entry: await check(browser, posted.ticket) }
}
