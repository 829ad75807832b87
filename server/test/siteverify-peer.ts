import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import tls from 'node:tls'
import { makeCertificate } from './certificate.ts'
import { freePort } from './free-port.ts'

/** The portal at the service. */
export const CHECK_KEYS = { site: 'site-key-of-the-portal', secret: 'only-for-tests-secret-at-the-service' }

type Manner = 'well' | 'never' | 'garbage' | 'another shape' | 'failure' | 'refuses the portal'

/** A service that checks browsers and speaks siteverify, as Turnstile, hCaptcha and reCAPTCHA do. */
export interface SiteVerifyPeer {
  origin: string
  /** Certificate to trust. */
  certificate: string
  manner: Manner
  /** Overrides of its answer. */
  overrides: Record<string, unknown>
  /** The forms that the portal has sent. */
  asked: Record<string, string>[]
  /** The token of the widget for a user who passed. */
  pass(hostname?: string): string
  stop(): Promise<void>
}

/** Replaces the script of the service: draws its frame and passes on the frame's messages. */
const script = (origin: string) => `
const drawn = new Map()
addEventListener('message', (event) => {
  if (event.origin !== '${origin}') return
  for (const [frame, options] of drawn.values()) {
    if (event.source !== frame.contentWindow) continue
    if (event.data.token) options.callback(event.data.token)
    if (event.data.is === 'expired') options['expired-callback']()
    if (event.data.is === 'broken') options['error-callback']('300030')
  }
})
const draw = (place, options) => {
  const frame = document.createElement('iframe')
  frame.title = 'Check by the service'
  frame.width = 300
  frame.height = 65
  frame.src = '${origin}/frame?sitekey=' + options.sitekey + '&hostname=' + location.hostname
  place.append(frame)
  const id = 'widget-' + drawn.size
  drawn.set(id, [frame, options])
  return id
}
window.turnstile = {
  render: draw,
  reset: (id) => { const [frame] = drawn.get(id); frame.src = frame.src },
  remove: (id) => { drawn.get(id)[0].remove(); drawn.delete(id) },
}`

/** The frame: a box to tick, and two ways to fail. */
const framePage = (token: string) => `<!doctype html><html lang="en"><title>Check</title>
<div><p style="font:16px sans-serif;margin:0">Is a person there?</p>
<label><input type="checkbox" onchange="parent.postMessage({ token: '${token}' }, '*')"> I am a person</label>
<button onclick="parent.postMessage({ is: 'expired' }, '*')">Run out</button>
<button onclick="parent.postMessage({ is: 'broken' }, '*')">Break</button></div></html>`

/** Starts it with a certificate of its own, which this process trusts from then on. */
export async function startSiteVerifyPeer(wanted?: number): Promise<SiteVerifyPeer> {
  const port = wanted ?? (await freePort())
  const { key, cert } = await makeCertificate('localhost')
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert])
  // The default closes connections after five seconds, perhaps just when the portal calls again.
  const server = createServer({ key, cert, keepAliveTimeout: 600_000 })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const origin = `https://localhost:${port}`
  const tokens = new Map<string, string>()
  const peer: SiteVerifyPeer = {
    origin,
    certificate: cert,
    manner: 'well',
    overrides: {},
    asked: [],
    pass: (hostname = 'localhost') => {
      const token = randomBytes(30).toString('base64url')
      tokens.set(token, hostname)
      return token
    },
    stop: async () => {
      const done = new Promise<void>((resolve) => void server.close(() => resolve()))
      server.closeAllConnections()
      await done
    },
  }

  const verdictOn = ({ secret, response = '' }: Record<string, string>): object => {
    if (secret !== CHECK_KEYS.secret || peer.manner === 'refuses the portal')
      return { success: false, 'error-codes': ['invalid-input-secret'] }
    const hostname = tokens.get(response)
    if (hostname === undefined) return { success: false, 'error-codes': ['timeout-or-duplicate'] }
    return { success: true, challenge_ts: new Date().toISOString(), hostname, action: 'sign-in', ...peer.overrides }
  }

  const verify = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    peer.asked.push(form)
    response.setHeader('content-type', 'application/json')
    if (peer.manner === 'never') return
    if (peer.manner === 'garbage') return void response.end('<html>Welcome to the hotel’s network</html>')
    if (peer.manner === 'another shape') return void response.end('{"success":"yes"}')
    if (peer.manner === 'failure') return void response.writeHead(500).end('{}')
    response.end(JSON.stringify(verdictOn(form)))
  }

  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    if (pathname === '/api.js') return void response.setHeader('content-type', 'text/javascript').end(script(origin))
    if (pathname === '/siteverify') return void verify(request, response)
    const isOurs = searchParams.get('sitekey') === CHECK_KEYS.site
    const token = isOurs ? peer.pass(searchParams.get('hostname') ?? '') : 'of-another-site'
    response.setHeader('content-type', 'text/html').end(framePage(token))
  })
  return peer
}
