import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getApplicationResources, login } from '@portico/contract/sign-in/sign-in.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Browser } from '../../test/browser.ts'
import { builtServer, compiledCode } from '../../test/built-server.ts'
import { cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { freePort } from '../../test/free-port.ts'
import { SECRET_KEYS } from '../../test/program.ts'
import { productRoot } from '../product-root.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

/** What a collector was sent: OTLP over HTTP as JSON. */
interface Collected {
  address: string
  headers: IncomingHttpHeaders
  text: string
}

let collector: Server
let collected: Collected[]
let database: TestDatabase
let folder: string
let portal: ChildProcess | undefined
beforeEach(async () => {
  collected = []
  collector = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      collected.push({ address: `${request.method} ${request.url}`, headers: request.headers, text })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  folder = mkdtempSync(path.join(tmpdir(), 'portico-traces-'))
  // The user that the database runs as must reach its data.
  chmodSync(folder, 0o755)
  database = await cloneDatabase()
})
afterEach(async () => {
  portal?.kill('SIGKILL')
  collector.closeAllConnections()
  collector.close()
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

/** A portal that sends its traces to the collector; `stop` ends it as an operator does. */
async function serve(): Promise<{ origin: string; log: () => string; stop: () => Promise<number | null> }> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, [await builtServer(), 'serve'], {
    cwd: productRoot,
    env: {
      PATH: process.env['PATH'],
      ...compiledCode,
      HOST: '127.0.0.1',
      PORT: String(port),
      PORTAL_OPS_PORT: String(await freePort()),
      PORTAL_DATA_DIR: folder,
      PORTAL_PUBLIC_URL: origin,
      PORTAL_SECRET_KEYS: SECRET_KEYS,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-key',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  portal = child
  let written = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (written += chunk))
  const isOpen = () =>
    fetch(`${origin}/`).then(
      (answer) => answer.arrayBuffer().then(() => true),
      () => false,
    )
  await expect.poll(isOpen, { timeout: 60_000 }).toBe(true)
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  }
  return { origin, log: () => written, stop }
}

const spansOf = (texts: readonly string[]) =>
  texts.flatMap((text) => {
    const sent = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    return sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  })
const valueOf = (span: Span | undefined, key: string) => {
  const value = span?.attributes.find((attribute) => attribute.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

/** Tries to sign in like a browser whose body comes after the server has begun with the request. */
async function signInSlowly(origin: string): Promise<void> {
  const browser = new Browser(origin)
  const token = await browser.openSignInPage()
  const sent = request(origin + login.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-csrf-token': token,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      expect: '100-continue',
      origin,
    },
  })
  sent.flushHeaders()
  await once(sent, 'continue')
  const body = { userNm: 'nobody.slow', password: 'hunter2-hunter2', host: new URL(origin).host }
  sent.end(JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

test('an operator who names a collector gets a span for every request and its statements, without any value', async () => {
  const { origin, log, stop } = await serve()
  const ask = async (traceparent: string, query = '') =>
    (await fetch(`${origin}${getApplicationResources.path}${query}`, { headers: { traceparent } })).arrayBuffer()
  await ask(`00-${TRACE}-${PARENT}-01`)
  for (const malformed of [
    `00-${TRACE}-${PARENT}`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    'x',
    `ff-${TRACE}-${PARENT}-01`,
  ])
    await ask(malformed, '?secret=query-value')
  const refused = await new Browser(origin).trySignIn('nobody.special', 'hunter2-hunter2')
  expect(refused.code).not.toBe('200')
  await signInSlowly(origin)
  expect(await stop()).toBe(0)

  expect(new Set(collected.map(({ address }) => address))).toEqual(new Set(['POST /v1/traces']))
  expect(collected[0]?.headers.authorization).toBe('Bearer collector-key')
  const text = collected.map((each) => each.text).join()
  expect(text).toContain('"staging"')
  for (const value of ['query-value', 'hunter2', 'nobody.special', 'nobody.slow', 'collector-key'])
    expect(text).not.toContain(value)

  const spans = spansOf(collected.map((each) => each.text))
  const requests = spans.filter(({ kind }) => kind === 2)
  const resources = requests.filter((span) => valueOf(span, 'http.route') === getApplicationResources.path)
  expect(resources).toHaveLength(5)
  const [continued, ...begun] = resources
  expect(continued).toMatchObject({
    name: `GET ${getApplicationResources.path}`,
    traceId: TRACE,
    parentSpanId: PARENT,
  })
  expect(valueOf(continued, 'http.request.method')).toBe('GET')
  expect(valueOf(continued, 'http.response.status_code')).toBe(200)
  for (const span of begun) {
    expect(span.parentSpanId ?? '').toBe('')
    expect(span.traceId).not.toBe(TRACE)
  }

  // Each request is found in the log by its trace, and in the traces by its line of the log.
  const lines = log()
    .split('\n')
    .filter((line) => line.includes('"traceId"'))
    .map((line) => JSON.parse(line) as { reqId: string; traceId: string; msg: string })
  for (const span of requests) {
    const line = lines.find(({ reqId, msg }) => msg === 'request' && reqId === valueOf(span, 'portico.request_id'))
    expect(line?.traceId).toBe(span.traceId)
  }

  const logins = requests.filter(({ name }) => name.endsWith('/login-service'))
  expect(logins).toHaveLength(2)
  for (const { spanId } of logins) {
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === spanId)
    expect(statements.map((span) => valueOf(span, 'db.query.text')).join()).toContain(
      'from sign_in_accounts where user_name_folded = fold_user_name($1)',
    )
  }
}, 120_000)
