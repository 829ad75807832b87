import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'

const PROGRAM = '/usr/sbin/apache2'
const MODULES = '/usr/lib/apache2/modules'
const BASE_MODULES = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'include']

/** The page that users have to sign on for; it shows the variables that the module has set. */
export const PROTECTED_PAGE = '/protected/page.html'

/** An Apache web server with a folder and a port of its own. */
export interface Apache {
  origin: string
  /** The lines of its error log so far. */
  errors(): Promise<string>
  stop(): Promise<void>
}

interface Settings {
  /** The module that protects its page, such as auth_mellon. */
  module: string
  /** Directives of the module; `{folder}` and `{origin}` stand for those of this server. */
  directives: string
  /** Names of the variables that the protected page shows, a line each: `NAME=value`. */
  variables: readonly string[]
  /** Files for its folder. */
  files?: Readonly<Record<string, string>>
  port?: number
}

interface PageAnswer {
  status: number
  headers: Headers
  text: string
}

/**
 * A browser that opens pages and posts forms, and keeps cookies. Not by fetch, whose headers say that a script asks:
 * modules of Apache then answer 401 instead of redirecting.
 */
export class PageVisitor {
  readonly origin: string
  readonly #cookies = new Map<string, string>()

  constructor(origin: string) {
    this.origin = origin
  }

  request(method: string, path: string, { body = '', headers = {} } = {}): Promise<PageAnswer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const all = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', cookie, ...headers }
    return new Promise((resolve, reject) => {
      const sent = request(this.origin + path, { method, headers: all }, (response) => {
        const received = new Headers()
        for (const [name, values] of Object.entries(response.headersDistinct))
          for (const value of values ?? []) received.append(name, value)
        this.#keepCookies(received)
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: received, text: body }),
          reject,
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  #keepCookies(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#cookies.set(name, value)
    }
  }
}

/** What the protected page shows to this browser: the variables that have a value. */
export async function shownTo(visitor: PageVisitor): Promise<Record<string, string>> {
  const { status, text } = await visitor.request('GET', PROTECTED_PAGE)
  if (status !== 200) throw new Error(`The page answered ${status}`)
  const lines = text.split('\n').filter((line) => line !== '' && !line.endsWith('=(none)'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

export const apacheOrigin = (port: number): string => `http://127.0.0.1:${port}`

export async function startApache(settings: Settings): Promise<Apache> {
  const { module, variables, files = {}, port = await freePort() } = settings
  if (!existsSync(`${MODULES}/mod_${module}.so`))
    throw new Error(`These tests need Apache; on Debian: apt-get install libapache2-mod-${module.replaceAll('_', '-')}`)
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-apache-'))
  // Its processes run as another user.
  await chmod(folder, 0o755)
  await mkdir(`${folder}/pages/protected`, { recursive: true, mode: 0o755 })
  const origin = apacheOrigin(port)
  const written = {
    'apache.conf': configuration({ folder, port, module }),
    'module.conf': settings.directives.replaceAll('{folder}', folder).replaceAll('{origin}', origin),
    [`pages${PROTECTED_PAGE}`]: variables
      .map((name) => `${name}=<!--#echo encoding="none" var="${name}" -->\n`)
      .join(''),
    'pages/up.html': 'up',
    ...files,
  }
  for (const [name, text] of Object.entries(written)) await writeFile(path.join(folder, name), text, { mode: 0o644 })
  const server = spawn(PROGRAM, ['-f', `${folder}/apache.conf`, '-D', 'FOREGROUND'], { stdio: 'ignore' })
  const errors = () => readFile(`${folder}/error.log`, 'utf8').catch(() => '')
  const apache = {
    origin,
    errors,
    stop: async () => {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGTERM')
        await once(server, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
  await vi.waitFor(
    async () => {
      if (server.exitCode !== null) throw new Error(`Apache ended: ${await errors()}`)
      if ((await fetch(`${origin}/up.html`)).status !== 200) throw new Error('Apache shows no page')
    },
    { timeout: 60_000, interval: 50 },
  )
  return apache
}

const configuration = ({ folder, port, module }: { folder: string; port: number; module: string }) =>
  [
    ...[...BASE_MODULES, module].map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
    `ServerRoot ${folder}`,
    'ServerName 127.0.0.1',
    `Listen 127.0.0.1:${port}`,
    `PidFile ${folder}/pid`,
    `DefaultRuntimeDir ${folder}`,
    `ErrorLog ${folder}/error.log`,
    // Apache serves nothing as root.
    ...(process.getuid?.() === 0 ? ['User nobody', 'Group nogroup'] : []),
    'StartServers 1',
    'ServerLimit 1',
    'ThreadsPerChild 8',
    'MinSpareThreads 1',
    'MaxSpareThreads 8',
    'MaxRequestWorkers 8',
    `DocumentRoot ${folder}/pages`,
    `<Directory ${folder}/pages>`,
    'Options +Includes',
    'ForceType text/html',
    'SetOutputFilter INCLUDES',
    '</Directory>',
    `Include ${folder}/module.conf`,
    '',
  ].join('\n')
