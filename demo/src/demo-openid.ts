import { createHash, randomBytes } from 'node:crypto'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { OPENID_PATH, SIGN_ON_REFUSED_PAGE } from '@portico/contract/openid-provider/openid-provider.ts'
import { type Db, type HttpServer, int, run, statement, text, write } from '@portico/server/for-demo.ts'
import { escapeHtml } from '@portico/contract/escape-html.ts'
import { DEMO_CLIENT } from './demo-client.ts'
import type { StandalonePage } from './standalone-page.ts'

/** Its own addresses, besides those of its pages. */
const openIdPaths = {
  callback: '/demo-application/desk/callback',
  logout: '/demo-application/desk/logout',
  backChannel: '/demo-application/desk/back-channel-logout',
} as const

/** What the application remembers of a sign-on in progress, and of a user who came back. */
interface Started {
  verifier: string
  state: string
  nonce: string
  page: string
}
interface SignedOn {
  claims: Readonly<Record<string, unknown>>
  keyId: string
}

const STARTED = '__Host-demo-desk-start'
const SESSION = '__Host-demo-desk'
const MINUTES = 8 * 60

const registerAddresses = statement([text, text, text], {
  name: 'register addresses of the demo application',
  text: `
  update single_sign_on_settings
     set redirect_addresses = array[$2], back_channel_logout_address = $3
   where client_id = $1 and (redirect_addresses is distinct from array[$2] or back_channel_logout_address is distinct from $3)`,
})

const pageOfApplication = statement([int, text], {
  name: 'page of the demo application',
  text: `
  select page.id from pages page join single_sign_on_settings setting on setting.system_id = page.system_id
   where page.id = $1 and setting.client_id = $2 and setting.protocol = 'oidc' and page.deleted_at is null`,
  row: { id: int },
})

export interface DemoOpenId {
  /** Returns whether the page is one of this application. */
  has(pageId: number): Promise<boolean>
  /** Returns what the application shows a user who has signed on; undefined: they have to. */
  pageFor(cookie: string | undefined): StandalonePage | undefined
  /** Returns where the browser signs on, and what it keeps until it comes back. */
  start(pageId: number): Promise<{ location: string; cookie: string }>
}

/**
 * An application with OpenID Connect that really verifies what it gets, and shows it. It speaks to the provider as any
 * other application does, only without a network between them.
 */
export function serveDemoOpenId(app: HttpServer, db: Db, publicUrl: URL): DemoOpenId {
  const issuer = publicUrl.origin + OPENID_PATH
  const callback = publicUrl.origin + openIdPaths.callback
  const sessions = new LRUCache<string, SignedOn>({ max: 1000, ttl: MINUTES * 60_000 })
  const ask = askProvider(app, publicUrl)
  const jwks = createRemoteJWKSet(new URL(`${issuer}/jwks`), { [customFetch]: ask })
  let registered: Promise<unknown> | undefined
  const register = () =>
    (registered ??= write(
      db,
      registerAddresses(DEMO_CLIENT.clientId, callback, publicUrl.origin + openIdPaths.backChannel),
    ))
  serveRoutes(app, { ask, issuer, callback, jwks }, sessions)
  return {
    has: async (pageId) => (await run(db, pageOfApplication(pageId, DEMO_CLIENT.clientId))).length > 0,
    pageFor: (cookie) => {
      const signedOn = cookie === undefined ? undefined : sessions.get(cookie)
      return signedOn && claimsPage(signedOn)
    },
    start: async (pageId) => {
      await register()
      const random = () => randomBytes(32).toString('base64url')
      const started: Started = { verifier: random(), state: random(), nonce: random(), page: String(pageId) }
      const location = new URL(`${issuer}/authorize`)
      location.search = new URLSearchParams({
        client_id: DEMO_CLIENT.clientId,
        redirect_uri: callback,
        response_type: 'code',
        scope: 'openid',
        state: started.state,
        nonce: started.nonce,
        code_challenge: createHash('sha256').update(started.verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()
      return { location: location.href, cookie: Buffer.from(JSON.stringify(started)).toString('base64url') }
    },
  }
}

const cookieOptions = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const

/** Where the browser comes back with a code, where it signs out, and where the portal sends logout tokens. */
function serveRoutes(app: HttpServer, peer: Peer, sessions: LRUCache<string, SignedOn>): void {
  app.get<{ Querystring: Record<string, string> }>(openIdPaths.callback, async (request, reply) => {
    const started = readStarted(request.cookies[STARTED])
    const { code = '', state, error } = request.query
    reply.clearCookie(STARTED, cookieOptions)
    const signedOn =
      started && state === started.state && error === undefined
        ? await redeem(peer, code, started).catch(() => undefined)
        : undefined
    if (!signedOn || !started) return reply.code(303).header('location', SIGN_ON_REFUSED_PAGE).send()
    const id = randomBytes(24).toString('base64url')
    sessions.set(id, signedOn)
    reply.setCookie(SESSION, id, cookieOptions)
    return reply.code(303).header('location', `/demo-application/${started.page}`).send()
  })
  app.get<{ Querystring: Record<string, string> }>(openIdPaths.logout, async (request, reply) => {
    sessions.delete(request.cookies[SESSION] ?? '')
    reply.clearCookie(SESSION, cookieOptions)
    const mode = request.query['logoutMode'] === 'E' ? '&logoutMode=E' : ''
    return reply.code(303).header('location', `/logout?app=${DEMO_CLIENT.code}${mode}`).send()
  })
  app.post<{ Body: Record<string, string> | undefined }>(openIdPaths.backChannel, async (request, reply) => {
    const token = request.body?.['logout_token'] ?? ''
    const expected = { issuer: peer.issuer, audience: DEMO_CLIENT.clientId, typ: 'logout+jwt' }
    const verified = await jwtVerify(token, peer.jwks, expected).catch(() => undefined)
    if (!verified) return reply.code(400).send()
    for (const [id, { claims }] of sessions.entries())
      if (claims['sid'] === verified.payload['sid']) sessions.delete(id)
    return reply.code(200).send()
  })
}

export const demoOpenIdCookies = { started: STARTED, session: SESSION } as const

type Ask = (address: string | URL, init?: { method?: string; body?: unknown; headers?: unknown }) => Promise<Response>

/** Requests to the provider on this node, without a network: the public address may not lead here from here. */
function askProvider(app: HttpServer, publicUrl: URL): Ask {
  return async (address, init = {}) => {
    const { pathname, search } = new URL(address)
    const body = typeof init.body === 'string' ? { payload: init.body } : {}
    const answer = await app.inject({
      method: init.method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: { host: publicUrl.host, ...(init.method === 'POST' ? FORM : {}) },
      ...body,
    })
    const headers = { 'content-type': String(answer.headers['content-type']) }
    return new Response(answer.payload, { status: answer.statusCode, headers })
  }
}
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

function readStarted(cookie: string | undefined): Started | undefined {
  try {
    return cookie === undefined ? undefined : (JSON.parse(Buffer.from(cookie, 'base64url').toString()) as Started)
  } catch {
    return undefined
  }
}

interface Peer {
  ask: Ask
  issuer: string
  callback: string
  jwks: ReturnType<typeof createRemoteJWKSet>
}

/** Redeems the code, and verifies the ID token: signature, issuer, audience, times and nonce. */
async function redeem({ ask, issuer, callback, jwks }: Peer, code: string, started: Started): Promise<SignedOn> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: DEMO_CLIENT.clientId,
    code,
    redirect_uri: callback,
    code_verifier: started.verifier,
  })
  const answer = await ask(`${issuer}/token`, { method: 'POST', body: body.toString() })
  const { id_token: token = '' } = (await answer.json()) as { id_token?: string }
  const { payload, protectedHeader } = await jwtVerify(token, jwks, { issuer, audience: DEMO_CLIENT.clientId })
  if (payload['nonce'] !== started.nonce) throw new Error('The ID token answers another request')
  return { claims: payload, keyId: protectedHeader.kid ?? '' }
}

function claimsPage({ claims, keyId }: SignedOn): StandalonePage {
  const rows = Object.entries(claims).map(
    ([name, value]) =>
      `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</dd>`,
  )
  return {
    status: 200,
    title: 'Service Desk',
    color: '8A3B2E',
    body: `<p class="where">Support · Service Desk</p>
<h1>Welcome to Service Desk</h1>
<p>The portal signed you in by OpenID Connect. This application redeemed the code and verified the ID token: the signature by key ${escapeHtml(keyId)}, issuer, audience, times and nonce. This is what it learned:</p>
<dl>${rows.join('')}</dl>
<p><a href="/">Go back to the portal</a></p>`,
  }
}
