import { createHmac, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import tls from 'node:tls'
import { makeCertificate } from './certificate.ts'
import { freePort } from './free-port.ts'

/** The portal at Duo. */
export const DUO_CLIENT = { id: 'DIAAAAAAAAAAAAAAAAAA', secret: 'only.for.tests.only.for.tests.only.tests' }

type Claims = Record<string, unknown>

/** How it answers one of its calls. */
export type Manner = 'well' | 'never' | 'hangs up' | 'half' | 'garbage' | 'another shape' | 'too much' | 'failure'

const misbehave: Record<Exclude<Manner, 'well'>, (response: ServerResponse) => void> = {
  never: () => undefined,
  'hangs up': (response) => void response.destroy(),
  half: (response) => void response.write('{"stat":'),
  garbage: (response) => void response.end('<html>Welcome to the hotel’s network</html>'),
  'another shape': (response) => void response.end('["stat"]'),
  'too much': (response) => void response.end(`{"stat":"${'OK'.repeat(100_000)}"}`),
  failure: (response) => void response.writeHead(500).end('{"stat":"FAIL","message":"broken"}'),
}

/** What it signs, for wrong answers. */
export interface Forgery {
  claims?: Claims
  header?: Claims
  secret?: string
}

/** A server that speaks the Duo Universal protocol and shares no code with the portal. */
export interface DuoPeer {
  /** Host and port for the portal's setting. */
  host: string
  /** Certificate to trust. */
  certificate: string
  /** The claims of the requests that browsers brought here. */
  requests: Claims[]
  /** Number of calls of the portal. */
  calls: number
  manners: Record<'health_check' | 'token', Manner>
  forgery: Forgery
  /** Returns the address to which a browser is redirected after the user has decided at the prompt. */
  decide(address: string, answer?: 'approve' | 'deny'): Promise<URL>
  /** Restores correct behavior. */
  reset(): void
  stop(): Promise<void>
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hmac = (text: string, secret: string) => createHmac('sha512', secret).update(text).digest('base64url')

function signed(claims: Claims, { header = {}, secret = DUO_CLIENT.secret }: Forgery): string {
  const text = `${encode({ alg: 'HS512', typ: 'JWT', ...header })}.${encode(claims)}`
  return `${text}.${header['alg'] === 'none' ? '' : hmac(text, secret)}`
}

/** The claims of a token that the portal made; throws where Duo would refuse it. */
function read(token: string, audience: string): Claims {
  const [header = '', body = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  const alg = (JSON.parse(Buffer.from(header, 'base64url').toString()) as Claims)['alg']
  if (alg !== 'HS512' || hmac(`${header}.${body}`, DUO_CLIENT.secret) !== signature) throw new Error('wrong signature')
  if (claims['iss'] !== DUO_CLIENT.id || claims['aud'] !== audience) throw new Error('not for this call')
  if (Number(claims['exp']) < Date.now() / 1000) throw new Error('too late')
  return claims
}

/** Browsers of journeys see a page with two links. */
const promptPage = (visit: string) => `<!doctype html><html lang="en"><title>Duo</title><main><h1>Is it you?</h1>
<a href="/decide?visit=${visit}&answer=approve">Approve</a> <a href="/decide?visit=${visit}&answer=deny">Deny</a></main></html>`

/** Starts it with a certificate of its own, which this process trusts from then on unless it is to be a stranger. */
export async function startDuoPeer({ isTrusted = true } = {}): Promise<DuoPeer> {
  const { key, cert } = await makeCertificate('localhost')
  if (isTrusted) tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert])
  const visits = new Map<string, Claims>()
  const codes = new Map<string, Claims>()
  // The default closes connections after five seconds, perhaps just when the portal calls again.
  const server = createServer({ key, cert, keepAliveTimeout: 600_000 })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const host = `localhost:${port}`
  const base = `https://${host}`
  const peer: DuoPeer = {
    host,
    certificate: cert,
    requests: [],
    calls: 0,
    manners: { health_check: 'well', token: 'well' },
    forgery: {},
    decide: async (address, answer = 'approve') => {
      const visit = takeVisit(new URL(address))
      return new URL(backAddress(visit, answer))
    },
    reset: () => {
      peer.manners = { health_check: 'well', token: 'well' }
      peer.forgery = {}
    },
    stop: () => closed(server),
  }

  const takeVisit = ({ searchParams }: URL): string => {
    const request = read(searchParams.get('request') ?? '', base)
    const isAsked = searchParams.get('client_id') === DUO_CLIENT.id && searchParams.get('response_type') === 'code'
    if (!isAsked || String(request['state']).length < 16) throw new Error('no request of the protocol')
    peer.requests.push(request)
    const visit = randomBytes(9).toString('base64url')
    visits.set(visit, request)
    return visit
  }

  const backAddress = (visit: string, answer: string): string => {
    const request = visits.get(visit) ?? {}
    const back = new URL(String(request['redirect_uri']))
    back.searchParams.set('state', String(request['state']))
    if (answer === 'deny') {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'The user denied the request')
      return back.href
    }
    const code = randomBytes(18).toString('base64url')
    codes.set(code, request)
    back.searchParams.set('duo_code', code)
    return back.href
  }

  const redeem = (form: URLSearchParams): object => {
    const code = form.get('code') ?? ''
    const request = codes.get(code)
    codes.delete(code)
    if (!request || form.get('redirect_uri') !== request['redirect_uri'])
      return { error: 'invalid_grant', error_description: 'The code is unknown' }
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: `${base}/oauth/v1/token`,
      aud: DUO_CLIENT.id,
      sub: request['duo_uname'],
      preferred_username: request['duo_uname'],
      nonce: request['nonce'],
      iat: now,
      auth_time: now,
      exp: now + 300,
      auth_result: { result: 'allow', status: 'allow', status_msg: 'Login Successful' },
      ...peer.forgery.claims,
    }
    return { access_token: 'x', token_type: 'Bearer', expires_in: 300, id_token: signed(claims, peer.forgery) }
  }

  const answerCall = (call: 'health_check' | 'token', form: URLSearchParams): object => {
    read(form.get('client_assertion') ?? '', `${base}/oauth/v1/${call}`)
    return call === 'token' ? redeem(form) : { stat: 'OK', response: { timestamp: 1 } }
  }

  const answerBrowser = ({ pathname, searchParams, href }: URL, response: ServerResponse): void => {
    if (pathname === '/oauth/v1/authorize')
      return void response.setHeader('content-type', 'text/html').end(promptPage(takeVisit(new URL(href))))
    // Browsers ask for an icon, too.
    if (pathname !== '/decide') return void response.writeHead(204).end()
    const location = backAddress(searchParams.get('visit') ?? '', searchParams.get('answer') ?? '')
    response.writeHead(303, { location }).end()
  }

  const answer = (address: URL, form: URLSearchParams, response: ServerResponse): void => {
    if (!/(token|health_check)$/.test(address.pathname)) return answerBrowser(address, response)
    const call = address.pathname === '/oauth/v1/token' ? 'token' : 'health_check'
    const manner = peer.manners[call]
    peer.calls++
    response.setHeader('content-type', 'application/json')
    if (manner !== 'well') return misbehave[manner](response)
    try {
      const data = answerCall(call, form)
      response.writeHead('error' in data ? 400 : 200).end(JSON.stringify(data))
    } catch {
      response.writeHead(401).end('{"stat":"FAIL","code":40102,"message":"invalid client"}')
    }
  }

  server.on('request', (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      answer(new URL(request.url ?? '/', base), form, response)
    })
  })
  return peer
}

function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => void server.close(() => resolve()))
  server.closeAllConnections()
  return done
}
