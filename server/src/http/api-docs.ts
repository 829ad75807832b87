import { randomBytes } from 'node:crypto'
import { allEndpoints, type CallOfArea } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '@portico/contract/escape-html.ts'
import { openApi } from './openapi.ts'
import { standalonePageHeaders } from './security-headers.ts'

/** The descriptions made so far in this process, by version. */
const descriptions = new Map<string, string>()

/** Made when it is first read: a portal that starts does not wait for it. */
function descriptionOf(version: string): string {
  const made = descriptions.get(version) ?? JSON.stringify(openApi(version))
  descriptions.set(version, made)
  return made
}

/** The API description and a page to read it by, without scripts. */
export function serveApiDocs(app: FastifyInstance, version: string): void {
  app.get('/ccservices/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(descriptionOf(version)),
  )
  app.get('/ccservices/docs', (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({ ...standalonePageHeaders(nonce), 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(docsPage(version, nonce))
  })
}

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:0 auto;padding:24px;color:#1c2430;background:#fff}
h1{font-size:22px}h2{font-size:17px;margin-top:32px;border-bottom:1px solid #d8dee6;padding-bottom:4px}
details{border:1px solid #d8dee6;border-radius:8px;margin:8px 0;padding:8px 12px}summary{cursor:pointer;overflow-wrap:anywhere}
code{font:13px ui-monospace,monospace}.method{display:inline-block;min-width:56px;font-weight:600}dt{font-weight:600}a{color:#1f4f8f}
@media (prefers-color-scheme:dark){body{color:#e4e9f0;background:#12161c}h2,details{border-color:#333c48}a{color:#8ab4f0}}`

function docsPage(version: string, nonce: string): string {
  const byArea = Map.groupBy(allEndpoints(), ({ area }) => area)
  const sections = [...byArea].map(
    ([area, found]) => `<h2>${escapeHtml(area)}</h2>${found.map((call) => entry(call)).join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Portico API</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>Portico API <small>${escapeHtml(version)}</small></h1><p>Every answer is <code>{code, data, message}</code>. Machine-readable: <a href="/ccservices/openapi.json">openapi.json</a>.</p>${sections.join('')}</main></body></html>`
}

function entry({ endpoint, summary }: CallOfArea): string {
  const codes = Object.entries(endpoint.codes).map(
    ([code, meaning]) =>
      `<dt>${code}</dt><dd>${escapeHtml(typeof meaning === 'string' ? meaning : meaning.message)}</dd>`,
  )
  const also = endpoint.alsoAt.map((path) => `<p>Also at <code>${escapeHtml(path)}</code></p>`).join('')
  return `<details id="${endpoint.name}"><summary><span class="method">${endpoint.method}</span> <code>${escapeHtml(endpoint.path)}</code></summary>
<p>${escapeHtml(summary)}</p><p>Who: ${escapeHtml(who(endpoint))}. Name: <code>${endpoint.name}</code></p>${also}${codes.length ? `<dl>${codes.join('')}</dl>` : ''}</details>`
}

function who({ guard }: Endpoint): string {
  if (guard.kind === 'public') return guard.preLogin ? 'anybody with a pre-login token' : 'anybody'
  if (guard.kind === 'admin')
    return [
      `users who hold the page ${guard.pages.join(' or ')}`,
      ...(guard.staffOnly ? ['internal users only'] : []),
      ...(guard.portalAdminOnly ? ['portal administrators only'] : []),
      ...(guard.freshSignIn ? ['shortly after a sign-in'] : []),
      ...(guard.scope === undefined ? [] : [`or a service account with the scope ${guard.scope}`]),
    ].join(', ')
  const gates = guard.alsoAt.length ? `, also at the gates ${guard.alsoAt.join(', ')}` : ''
  const emulation = guard.emulation === 'refuse' ? ', never while emulated' : ''
  return `signed-in users${gates}${emulation}${guard.freshSignIn ? ', shortly after a sign-in' : ''}`
}
