import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** An independent OpenID provider (oidc-provider) in a child process on loopback. */
export interface OidcPeer {
  issuer: string
  pause(): void
  resume(): void
  stop(): Promise<void>
}

export const CLIENT = { id: 'portal', secret: 'secret-of-the-portal-at-the-provider' }

/** Settings of a portal whose directory is the provider on this port. */
export const oidcSettings = (port: number) => ({
  PORTAL_DIRECTORY: `oidc:http://localhost:${port}`,
  PORTAL_DIRECTORY_CLIENT_ID: CLIENT.id,
  PORTAL_DIRECTORY_CLIENT_SECRET: CLIENT.secret,
})

/** What the provider states about a person. */
export const claimsOf = (userName: string, over: object = {}) => ({
  preferred_username: userName,
  email: `${userName}@example.test`,
  ...over,
})

export interface PeerOptions {
  port: number
  callbacks: readonly string[]
  /** Claims by subject. */
  accounts: Readonly<Record<string, object>>
  /** Back-channel logout address of the portal. */
  logoutAddress?: string
}

export async function startOidcPeer({ port, callbacks, accounts, logoutAddress }: PeerOptions): Promise<OidcPeer> {
  const child = spawn(
    process.execPath,
    [
      path.join(import.meta.dirname, 'oidc-peer.ts'),
      '--port',
      String(port),
      '--accounts',
      JSON.stringify(accounts),
      ...(logoutAddress === undefined ? [] : ['--logout', logoutAddress]),
      ...callbacks.flatMap((callback) => ['--callback', callback]),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => void (complaints += chunk.toString()))
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`The provider ended:\n${complaints}`))),
  ])
  return {
    issuer: `http://localhost:${port}`,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Cookies of a browser for the provider. */
export type Cookies = Map<string, string>

async function go(cookies: Cookies, address: string, form?: Record<string, string>): Promise<Response> {
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  })
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';', 1)
    cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  return response
}

/** Signs in at the provider as this account and returns the redirect address. */
export async function visitProvider(start: string, account: string, cookies: Cookies = new Map()): Promise<string> {
  const issuer = new URL(start).origin
  let address = start
  for (let step = 0; step < 8; step++) {
    const isForm = new URL(address).pathname.startsWith('/interaction/')
    const response = await go(cookies, address, isForm ? { account } : undefined)
    const location = response.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    address = new URL(location, issuer).href
    if (new URL(address).origin !== issuer) return address
  }
  throw new Error('The provider leads round in circles')
}

/** Signs out there with the same browser and confirms it. */
export async function signOutAtProvider(issuer: string, cookies: Cookies): Promise<void> {
  const page = await (await go(cookies, `${issuer}/session/end`)).text()
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const { status } = await go(cookies, `${issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
  if (status >= 400) throw new Error(`The provider answered ${status}`)
}
