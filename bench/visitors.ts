import { getLastAccess } from '@portico/contract/session/session.ts'
import { getProfile } from '@portico/contract/account/account.ts'
import { getPreloginCsrfToken, login } from '@portico/contract/sign-in/sign-in.ts'
import { headerOf, type HttpConnection, type Work } from './clients.ts'
import { BINDING, type BenchData, FIRST_USER, PASSWORD, tokenOf, userNameOf } from './load-data.ts'

const AGENT = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0' }
const cookie = { cookie: `__Host-portal-binding=${BINDING}` }

/** Hands out users one after the other, so that none signs in twice before all have. */
export function takeTurns({ withoutSession }: BenchData): () => number {
  let next = 0
  return () => (next++ % withoutSession) + 1
}

const startsWith200 = (body: string) => body.startsWith('{"code":"200"')

/** Opens the sign-in page's token and signs in, as a browser does that was here before. */
export function signIn(origin: string, turn: () => number): Work {
  return async (connection) => (await signInOnce(connection, origin, userNameOf(turn()), PASSWORD)).isGood
}

export interface SignedIn {
  isGood: boolean
  /** Milliseconds of the sign-in itself, without the token before it. */
  ms: number
}

export async function signInOnce(
  connection: HttpConnection,
  origin: string,
  userNm: string,
  password: string,
): Promise<SignedIn> {
  const headers = { ...AGENT, ...cookie, origin }
  const token = await connection.send(getPreloginCsrfToken.method, getPreloginCsrfToken.path, headers)
  const started = performance.now()
  const answer = await connection.send(
    login.method,
    login.path,
    { ...headers, 'x-csrf-token': headerOf(token.head, 'x-csrf-token') ?? '', 'content-type': 'application/json' },
    JSON.stringify({ userNm, password, host: new URL(origin).host }),
  )
  const isGood = startsWith200(answer.body) && /"loginSessionId":"[\w-]{43}"/.test(answer.body)
  return { isGood, ms: performance.now() - started }
}

/** The same through the bare server, which knows no token. */
export function signInBare(turn: () => number): Work {
  return async (connection) => {
    const body = JSON.stringify({ userNm: userNameOf(turn()), password: PASSWORD })
    const answer = await connection.send('POST', '/login', { ...AGENT, 'content-type': 'application/json' }, body)
    return startsWith200(answer.body)
  }
}

/** Headers of a user whose session is open. */
export const asSignedIn = (index: number): Record<string, string> => ({
  ...AGENT,
  ...cookie,
  authorization: `Bearer ${tokenOf(index)}`,
})

/** Calls that a signed-in user makes; each client goes round among the open sessions. */
export function askSignedIn(data: BenchData, call: 'getLastAccess' | 'getProfile' | 'bare' | 'ping'): Work {
  const paths = { getLastAccess: getLastAccess.path, getProfile: getProfile.path, bare: '/session', ping: '/ping' }
  const open = data.users - data.withoutSession
  let next = 0
  return async (connection) => {
    const index = data.withoutSession + 1 + (next++ % Math.min(open, 500))
    const path = paths[call].replace('{uid}', String(FIRST_USER - 1 + index))
    const answer = await connection.send('GET', path, asSignedIn(index))
    return startsWith200(answer.body)
  }
}
