import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { getApplicationResources } from '@portico/contract/sign-in/sign-in.ts'
import { type Language, SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StartError } from '../start-error.ts'
import { escapeHtml } from '@portico/contract/escape-html.ts'
import { answerUnrouted } from './failures.ts'
import { ASSETS } from './server.ts'
import { browserLanguage } from './text-audience.ts'
import { pagePolicy } from './security-headers.ts'
import { sentences } from './sentences.ts'

/** First path segments of the application's own addresses; any other address answers the same page with 404. */
const pages = [
  '',
  'login',
  'licence',
  'gate',
  'forgot-password',
  'choose-password',
  'second-factor',
  'federated-sso-logout',
  'content-authenticated',
  'logout',
  'redirect-blocked',
  'sign-on-refused',
]

interface ShellOptions {
  signInPageOptions: () => Promise<string>
  frameOrigins: readonly string[]
  /** Business time zone. */
  timeZone: string
  /** Country of telephone numbers without country code. Null: numbers are ten digits. */
  phoneCountry: string | null
}

/**
 * Serves the built front end: hashed assets for a year, the page itself with a fresh nonce and with
 * `signInPageOptions`, so that the sign-in form does not change after its first request. The page names the business
 * time zone, in which its forms of reports begin with today, and the country of telephone numbers where those of all
 * countries are taken: then its forms load the library for them.
 */
export async function serveShell(
  app: FastifyInstance,
  webDist: string,
  { signInPageOptions, frameOrigins, timeZone, phoneCountry }: ShellOptions,
): Promise<void> {
  const indexFile = path.join(webDist, 'index.html')
  if (!existsSync(indexFile))
    throw new StartError(
      `The front end is not built: ${indexFile} is missing. Start with "npm start", which builds it.`,
    )
  const phones = phoneCountry === null ? '' : ` data-phone-country="${phoneCountry}"`
  const settings = `data-time-zone="${escapeHtml(timeZone)}"${phones}`
  const index = readFileSync(indexFile, 'utf8').replace('<html ', `<html ${settings} `)
  await app.register(fastifyStatic, {
    root: path.join(webDist, 'assets'),
    prefix: ASSETS,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  const icon = path.join(webDist, 'favicon.svg')
  if (existsSync(icon)) {
    const body = readFileSync(icon)
    app.get('/favicon.svg', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(body),
    )
  }
  const preloads = readPreloads(path.join(webDist, 'preloads.json'))
  // When the database is unavailable a page without them is better than none.
  const page = async (reply: FastifyReply, status: number) => {
    const links = preloads(reply.request.url)
    const html = (await inLanguageOf(reply.request, index))
      .replace('<!-- __PRELOADS__ -->', links)
      .replace('__SIGN_IN__', await signInPageOptions().catch(() => ''))
    return sendPage(reply, html, { status, frameOrigins })
  }
  for (const segment of pages) {
    app.get(`/${segment}`, (_request, reply) => page(reply, 200))
    if (segment) app.get(`/${segment}/*`, (_request, reply) => page(reply, 200))
  }
  app.setNotFoundHandler((request, reply) => (isPageVisit(request) ? page(reply, 404) : answerUnrouted(request, reply)))
}

/** The address of the texts of a language, as the application asks for them. */
const textsAddress = (language: Language) => `${getApplicationResources.path}?language=${language}`

/**
 * The page in the language of the browser: the application takes its language from it, and waits for the texts of any
 * but the one that it was built with.
 */
async function inLanguageOf(request: FastifyRequest, index: string): Promise<string> {
  const { texts } = request.server
  const language = browserLanguage(request)
  const say = await texts.of({ clientId: null, language })
  const needsScript = say(sentences.page_needs_script({ product: sentences.product_name }))
  const preload =
    language === SOURCE_LANGUAGE ? '' : `<link rel="preload" as="fetch" crossorigin href="${textsAddress(language)}">`
  return index
    .replace(' lang="en">', ` lang="${language}" data-default-language="${texts.defaultLanguage}">`)
    .replace(
      /(<meta name="description" content=")[^"]*/,
      (_all, start: string) => start + escapeHtml(say(sentences.page_description)),
    )
    .replace(/<noscript>[^<]*/, () => `<noscript>${escapeHtml(needsScript)}`)
    .replace('<!-- __PRELOADS__ -->', (mark) => preload + mark)
}

/** Preload links for the files that the build lists for a page; none for a page that it does not list. */
function readPreloads(file: string): (url: string) => string {
  const lists = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, readonly string[]>) : {}
  const link = (asset: string) => {
    const kind = asset.endsWith('.css') ? 'rel="preload" as="style" crossorigin' : 'rel="modulepreload"'
    return `<link ${kind} href="/${asset}" nonce="__CSP_NONCE__">`
  }
  return (url) => {
    const address = `${url.split('?', 1)[0] ?? ''}/`
    const assets = Object.entries(lists).flatMap(([page, list]) => (address.startsWith(`${page}/`) ? list : []))
    return [...new Set(assets)].map(link).join('')
  }
}

/** A page visit to an unknown address gets the application's not-found page; calls and assets get the envelope. */
function isPageVisit({ method, headers, url, server }: FastifyRequest): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    (headers.accept ?? '').includes('text/html') &&
    !/^\/(ccservices|assets|images)(\/|$)/.test(url) &&
    server.offeredMethods(url).length === 0
  )
}

function sendPage(
  reply: FastifyReply,
  index: string,
  { status, frameOrigins }: { status: number; frameOrigins: readonly string[] },
): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(status)
    .headers({
      'content-security-policy': pagePolicy(nonce, frameOrigins),
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
      'content-language': browserLanguage(reply.request),
      vary: 'Origin, Accept-Language, Cookie',
    })
    .type('text/html; charset=utf-8')
    .send(index.replaceAll('__CSP_NONCE__', nonce))
}
