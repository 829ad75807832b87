import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import type { KeyWithCertificate } from '../src/crypto/certificate.ts'
import { freePort } from './free-port.ts'
import { selfSigned } from './self-signed.ts'

const PROGRAM = '/usr/share/simplesamlphp/www'

/** An independent identity provider in another language, with users, keys and a port of its own. */
export interface SimpleSamlPhp {
  /** Its metadata for an operator. */
  metadata(): Promise<string>
  /** Signs in as a browser that was redirected to this address; returns the form that it posts to the portal. */
  signIn(address: string, person: Person): Promise<URLSearchParams>
  stop(): Promise<void>
}

interface Person {
  userName: string
  password: string
}

interface Settings {
  /** Metadata of the portal, all that the provider knows of it. */
  portal: string
  people: readonly (Person & { attributes: Readonly<Record<string, string>> })[]
  keys?: KeyWithCertificate
}

export async function startSimpleSamlPhp({ portal, people, keys = selfSigned() }: Settings): Promise<SimpleSamlPhp> {
  if (!existsSync(PROGRAM))
    throw new Error('These tests need SimpleSAMLphp; on Debian: apt-get install simplesamlphp php-cli php-xml')
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-simplesamlphp-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  await mkdir(`${folder}/metadata`)
  const files = {
    'idp.key': keys.privateKey,
    'idp.crt': keys.certificate,
    'portal.xml': portal,
    'config.php': configuration(folder, origin),
    'authsources.php': phpFile('config', {
      admin: ['core:AdminPassword'],
      company: {
        0: 'exampleauth:UserPass',
        ...Object.fromEntries(
          people.map(({ userName, password, attributes }) => [
            `${userName}:${password}`,
            Object.fromEntries(
              Object.entries({ uid: userName, ...attributes }).map(([name, value]) => [name, [value]]),
            ),
          ]),
        ),
      },
    }),
    'metadata/saml20-idp-hosted.php': phpFile('metadata', {
      'urn:test:simplesamlphp': {
        host: '__DEFAULT__',
        privatekey: 'idp.key',
        certificate: 'idp.crt',
        auth: 'company',
        NameIDFormat: PERSISTENT,
        authproc: { 3: { class: 'saml:AttributeNameID', attribute: 'uid', Format: PERSISTENT } },
      },
    }),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  const server = spawn('/usr/bin/php', ['-S', `127.0.0.1:${port}`, '-t', PROGRAM], {
    env: { PATH: process.env['PATH'], SIMPLESAMLPHP_CONFIG_DIR: folder },
    stdio: 'ignore',
  })
  const metadata = async () => (await fetch(`${origin}/saml2/idp/metadata.php`)).text()
  await vi.waitFor(
    async () => {
      if (!(await metadata()).includes('IDPSSODescriptor')) throw new Error('SimpleSAMLphp shows no metadata')
    },
    { timeout: 60_000, interval: 100 },
  )
  return {
    metadata,
    signIn,
    stop: async () => {
      await end(server)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

const configuration = (folder: string, origin: string) =>
  phpFile('config', {
    baseurlpath: `${origin}/`,
    certdir: `${folder}/`,
    loggingdir: `${folder}/`,
    datadir: `${folder}/`,
    tempdir: `${folder}/`,
    metadatadir: `${folder}/metadata/`,
    attributenamemapdir: '/etc/simplesamlphp/attributemap/',
    timezone: 'UTC',
    secretsalt: 'a salt of a test only',
    'auth.adminpassword': 'a password of a test only',
    'enable.saml20-idp': true,
    'module.enable': { exampleauth: true, core: true, saml: true },
    'logging.handler': 'file',
    'session.cookie.secure': false,
    'session.cookie.samesite': 'Lax',
    'store.type': 'phpsession',
    'session.phpsession.savepath': folder,
    'metadata.sources': [{ type: 'flatfile' }, { type: 'xml', file: `${folder}/portal.xml` }],
  })

type Php = string | number | boolean | readonly Php[] | { readonly [key: string]: Php }

const phpFile = (name: string, value: Php) => `<?php\n$${name} = ${php(value)};\n`

function php(value: Php): string {
  if (typeof value !== 'object')
    return typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : `${value}`
  const entries = Array.isArray(value) ? (value as Php[]).map(php) : Object.entries(value).map(entryOf)
  return `[${entries.join(', ')}]`
}
const entryOf = ([key, value]: readonly [string, Php]) => `${/^\d+$/.test(key) ? key : php(key)} => ${php(value)}`

/** What a browser does by itself: cookies, redirects, hidden fields. */
async function signIn(address: string, person: Person): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  const open = async (to: string, body?: URLSearchParams): Promise<{ at: string; html: string }> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(to, {
      redirect: 'manual',
      headers: { cookie },
      ...(body ? { method: 'POST', body } : {}),
    })
    for (const each of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location !== null) return open(new URL(location, to).href)
    return { at: to, html: await answer.text() }
  }
  const form = await open(address)
  const filled = hiddenFields(form.html)
  filled.set('username', person.userName)
  filled.set('password', person.password)
  return hiddenFields((await open(form.at, filled)).html)
}

function hiddenFields(html: string): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [tag] of html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const part = (name: string) => plain(new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
    fields.set(part('name'), part('value'))
  }
  return fields
}

const plain = (text: string) =>
  text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
