import { getHumanCheck, passHumanCheck } from '@portico/contract/human-check/human-check.ts'
import { SIGN_IN_HEADER } from '@portico/contract/kit/headers.ts'
import {
  checkSecondFactorUser,
  getSecondFactorPrompt,
  secondFactorLogin,
  verifyCode,
} from '@portico/contract/second-factor/second-factor.ts'
import { getPreloginCsrfToken, login } from '@portico/contract/sign-in/sign-in.ts'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Secret, TOTP } from 'otpauth'
import { sealSeed } from '../server/src/areas/second-factor/factors/authenticator.ts'
import { keyRing } from '../server/src/crypto/key-ring.ts'
import { headerOf, HttpConnection } from './clients.ts'
import type { Bench, Report } from './figures.ts'
import { hashLimitOf } from './sign-in.ts'
import { percentile } from './harness.ts'
import { type BenchData, FIRST_USER, PASSWORD, userNameOf } from './load-data.ts'
import { onDatabase } from './postgres.ts'
import { benchKeys, portalEnvironment, startPortal } from './servers.ts'

/** Sign-ins through every gate, ten a second for twelve seconds. */
const CHAINS = 120
const A_SECOND = 10
/** The first of them among the users without a session. */
const FIRST_CHAIN = 4_000
const GUESSED = 3_900

const seed = new Secret({ size: 20 })

/** The whole chain of gates, and what guessing is let through. */
export async function gates(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  await enroll(data)
  const checks = await checksOfGuesses(data)
  const { chain, hash } = await chainTimes(data)
  return {
    figures: [
      {
        goal: 'S05',
        name: 'passwords checked of 100 guessed at once',
        value: checks,
        unit: '',
        must: 5,
        aim: 5,
        sense: 'at most',
      },
      {
        goal: 'B7',
        name: `sign-in through all gates at ${A_SECOND} a second, p95 beyond the hash`,
        value: percentile(chain, 0.95) - hash,
        unit: 'ms',
        must: 250,
        aim: 100,
        sense: 'at most',
        note: `human check, password, code, session: p50 ${percentile(chain, 0.5).toFixed(0)} ms, p95 ${percentile(chain, 0.95).toFixed(0)} ms, one hash ${hash.toFixed(0)} ms; the browser's own work not counted`,
      },
    ],
  }
}

async function enroll({ url }: BenchData): Promise<void> {
  const keys = keyRing(benchKeys)
  await onDatabase(url, async (client) => {
    for (let at = 0; at < CHAINS; at++) {
      const id = FIRST_USER - 1 + FIRST_CHAIN + at
      await client.query('update users set second_factor_required = true where id = $1', [id])
      await client.query("insert into second_factor_enrollments (user_id, provider) values ($1, 'built-in')", [id])
      await client.query('insert into authenticators (user_id, sealed_seed, last_step) values ($1, $2, 0)', [
        id,
        sealSeed({ keys }, id, seed.base32),
      ])
    }
  })
}

/** How many of a hundred wrong passwords for one user, sent at once, are really checked. */
async function checksOfGuesses(data: BenchData): Promise<number> {
  const portal = await startPortal({ environment: { ...portalEnvironment(data.url), PORTAL_HUMAN_CHECK: 'never' } })
  try {
    const before = await checkedSoFar(portal.opsOrigin)
    const guessers = await Promise.all(Array.from({ length: 100 }, () => newcomer(portal.origin)))
    await Promise.all(guessers.map((guesser, at) => guesser.signIn(userNameOf(GUESSED), `guess number ${at}`)))
    for (const guesser of guessers) guesser.leave()
    return (await checkedSoFar(portal.opsOrigin)) - before
  } finally {
    await portal.stop()
  }
}

async function checkedSoFar(opsOrigin: string): Promise<number> {
  const text = await (await fetch(`${opsOrigin}/metrics`)).text()
  return Number(/^portal_password_verifications_total (\d+)/m.exec(text)?.[1])
}

async function chainTimes(data: BenchData): Promise<{ chain: number[]; hash: number }> {
  const limit = await hashLimitOf(data)
  const hash = percentile((await limit.run(2_000)).latencies, 0.5)
  await limit.stop()
  const environment = { ...portalEnvironment(data.url), PORTAL_HUMAN_CHECK: 'always' }
  const portal = await startPortal({ environment })
  try {
    const prepared = []
    for (let at = 0; at < CHAINS; at++) {
      const visitor = await newcomer(portal.origin)
      prepared.push({ visitor, check: await visitor.solve(), userNm: userNameOf(FIRST_CHAIN + at) })
    }
    const started = performance.now()
    const chain = await Promise.all(
      prepared.map(async ({ visitor, check, userNm }, at) => {
        const due = started + (at * 1_000) / A_SECOND
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
        await throughAllGates(visitor, check, userNm)
        return performance.now() - due
      }),
    )
    for (const { visitor } of prepared) visitor.leave()
    return { chain, hash }
  } finally {
    await portal.stop()
  }
}

async function throughAllGates(visitor: Newcomer, check: string, userNm: string): Promise<void> {
  await visitor.send(passHumanCheck.method, passHumanCheck.path, { token: check })
  const prompted = await visitor.signIn(userNm, PASSWORD)
  if (prompted.code !== '207') throw new Error(`${userNm} was not asked for the second factor: ${prompted.code}`)
  await visitor.send(getSecondFactorPrompt.method, getSecondFactorPrompt.path)
  const code = new TOTP({ secret: seed }).generate()
  const shown = await visitor.send(verifyCode.method, verifyCode.path, { code, trustDevice: false })
  const { token } = shown.data as { token: string }
  const passed = await visitor.send(secondFactorLogin.method, secondFactorLogin.path, { token })
  const ticket = (passed.data as { token: string }).token
  const result = await visitor.send(checkSecondFactorUser.method, `${checkSecondFactorUser.path}?token=${ticket}`)
  if (!(result.data as { loginSessionId?: string } | null)?.loginSessionId)
    throw new Error(`${userNm} did not get through all gates: ${result.code} ${result.message}`)
}

interface Envelope {
  code: string
  data: unknown
  message: string
}

interface Newcomer {
  send(method: string, path: string, body?: object): Promise<Envelope>
  signIn(userNm: string, password: string): Promise<Envelope>
  /** Requests and solves the human check. */
  solve(): Promise<string>
  leave(): void
}

/** A browser that opens the sign-in page for the first time. */
async function newcomer(origin: string): Promise<Newcomer> {
  const connection = new HttpConnection(origin)
  const headers: Record<string, string> = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0', origin }
  const opened = await connection.send(getPreloginCsrfToken.method, getPreloginCsrfToken.path, headers)
  headers['x-csrf-token'] = headerOf(opened.head, 'x-csrf-token') ?? ''
  headers['cookie'] = (headerOf(opened.head, 'set-cookie') ?? '').split(';')[0] ?? ''
  const send: Newcomer['send'] = async (method, path, body) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const sent = body === undefined ? headers : { ...headers, 'content-type': 'application/json' }
    const answer = await connection.send(method, path, sent, text)
    const begun = headerOf(answer.head, SIGN_IN_HEADER)
    if (begun) headers[SIGN_IN_HEADER] = begun
    return JSON.parse(answer.body) as Envelope
  }
  return {
    send,
    signIn: (userNm, password) => send(login.method, login.path, { userNm, password, host: new URL(origin).host }),
    solve: async () => {
      const { data } = await send(getHumanCheck.method, getHumanCheck.path)
      const challenge = (data as { proofOfWork: Challenge }).proofOfWork
      const solution = await solveChallenge({ challenge, deriveKey })
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    },
    leave: () => connection.close(),
  }
}
