import { randomBytes } from 'node:crypto'
import type { Language } from '@portico/contract/texts/languages.ts'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '@portico/contract/escape-html.ts'
import { handOffHeaders } from './security-headers.ts'

/** What a hand-off page shows, and the origins to which it may post. */
interface HandOffPage {
  title: string
  language: Language
  origins: readonly string[]
}

/** Key under which the tab holds what is to be posted; the page takes it out at once. */
const STORED = 'handOff'

/**
 * Serves the page that posts a form to an application. Pages of the portal may post to the portal alone; this one, to
 * the origins that its address names under seal. It reads nothing but what the tab holds for it.
 */
export function serveHandOff(
  app: FastifyInstance,
  path: string,
  readSeal: (content: string, seal: string) => HandOffPage | undefined,
): void {
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(path, (request, reply) => {
    const { to, seal } = request.query
    const page = typeof to === 'string' && typeof seal === 'string' ? readSeal(to, seal) : undefined
    if (!page) return reply.code(303).header('location', '/').send()
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers(handOffHeaders(nonce, page.origins))
      .type('text/html; charset=utf-8')
      .send(pageHtml(page, nonce))
  })
}

/**
 * Coming back from the application leads to the portal instead of posting again. The form is submitted once the page
 * has loaded: earlier, whether the browser keeps the page in the tab's history would be a matter of timing.
 */
const script = `
const stored = sessionStorage.getItem('${STORED}')
sessionStorage.removeItem('${STORED}')
addEventListener('pageshow', (event) => { if (event.persisted) location.replace('/') })
if (stored === null) location.replace('/')
else {
  const { url, fields } = JSON.parse(stored)
  const form = Object.assign(document.createElement('form'), { method: 'POST', action: url, hidden: true })
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  document.body.append(form)
  addEventListener('load', () => setTimeout(() => form.submit()))
}`

const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:18px/1.5 system-ui,sans-serif;background:#f5f6f8;color:#1c2430;overflow-wrap:anywhere;text-align:center}
h1{font:inherit;margin:0;padding:24px}
@media (prefers-color-scheme:dark){body{background:#10141a;color:#e4e9f0}}`

const pageHtml = ({ title, language }: HandOffPage, nonce: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg"><style nonce="${nonce}">${style}</style></head><body><h1 role="status">${escapeHtml(title)}</h1><script nonce="${nonce}" type="module">${script}</script></body></html>\n`
