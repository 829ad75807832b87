import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { circuit } from '../circuit.ts'
import { type ReportProblem, errorChain } from '../report-problem.ts'
import { UPSTREAM_TIMEOUT_MS } from '../upstream-timeout.ts'
import { NoJson, postForm } from '../post-form.ts'
import {
  type HostedSecondFactor,
  type HostedVerdict,
  type HostedVisit,
  ProviderUnavailable,
} from './hosted-second-factor.ts'

export interface DuoSettings {
  /** API host name of the application, as Duo's administration shows it; with a port in tests. */
  host: string
  clientId: string
  clientSecret: string
  /** Address to which Duo redirects the browser. */
  returnAddress: string
  /** Timeout of calls to Duo; absent: the default. */
  upstreamTimeoutMs?: number
}

const CIRCUIT = { failures: 3, cooldownMs: 15_000 }
const JWT_LIFE = '5m'
const ALGORITHM = 'HS512'
const BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const Health = z.object({ stat: z.string(), message: z.optional(z.string()) })
/** An unknown or used code is a valid answer: this visit is over. */
const TokenAnswer = z.union([z.object({ id_token: z.string() }), z.object({ error: z.literal('invalid_grant') })])
const Claims = z.object({
  preferred_username: z.string(),
  nonce: z.string(),
  auth_result: z.object({ result: z.string(), status: z.optional(z.string()) }),
})

/** Duo's Universal Prompt: OpenID Connect's code flow with client assertions signed by the shared secret. */
export function duo(settings: DuoSettings, reportProblem: ReportProblem): HostedSecondFactor {
  const call = duoCalls(settings)
  const reported = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      reportProblem({ reason: `the second-factor provider does not help: ${errorChain(error)}` })
      throw error
    })
  const addressFor = async (visit: HostedVisit): Promise<string> => {
    const client_assertion = await call.assertionFor(call.addressOf('health_check'))
    const health = await call.ask('health_check', { client_id: settings.clientId, client_assertion }, Health)
    if (health.stat !== 'OK') throw new ProviderUnavailable('garbage', new Error(health.message ?? 'not well'))
    return call.authorizeAddress(visit)
  }
  const askAbout = async (code: string, visit: HostedVisit): Promise<HostedVerdict> => {
    const issuer = call.addressOf('token')
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: settings.returnAddress,
      client_id: settings.clientId,
      client_assertion_type: BEARER,
      client_assertion: await call.assertionFor(issuer),
    }
    const answer = await call.ask('token', form, TokenAnswer)
    if (!('id_token' in answer)) return 'denied'
    return verdictOf(await readClaims(answer.id_token, call.key, { issuer, audience: settings.clientId }), visit)
  }
  return {
    name: 'duo',
    promptAddress: (visit) => reported(addressFor(visit)),
    confirm: (code, visit) => reported(askAbout(code, visit)),
  }
}

/** Passed only for this user, on this visit, with Duo's approval; anything else is denied. */
function verdictOf(
  { preferred_username, nonce, auth_result }: z.output<typeof Claims>,
  visit: HostedVisit,
): HostedVerdict {
  const isSame = preferred_username.toLowerCase() === visit.userName.toLowerCase() && nonce === visit.nonce
  if (!isSame || auth_result.result !== 'allow') return 'denied'
  return auth_result.status === 'bypass' ? 'bypassed' : 'passed'
}

function duoCalls({
  host,
  clientId,
  clientSecret,
  returnAddress,
  upstreamTimeoutMs = UPSTREAM_TIMEOUT_MS,
}: DuoSettings) {
  const key = new TextEncoder().encode(clientSecret)
  const base = `https://${host}`
  const breaker = circuit(CIRCUIT)
  const addressOf = (call: string) => `${base}/oauth/v1/${call}`
  const signed = (claims: Record<string, unknown>, audience: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuer(clientId)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(JWT_LIFE)
      .sign(key)
  return {
    key,
    addressOf,
    assertionFor: (audience: string) => signed({ sub: clientId, jti: randomUUID() }, audience),
    authorizeAddress: async ({ userName, state, nonce }: HostedVisit) => {
      const request = await signed(
        {
          scope: 'openid',
          response_type: 'code',
          redirect_uri: returnAddress,
          client_id: clientId,
          state,
          nonce,
          duo_uname: userName,
          use_duo_code_attribute: true,
        },
        base,
      )
      const query = new URLSearchParams({ response_type: 'code', client_id: clientId, request })
      return `${addressOf('authorize')}?${query.toString()}`
    },
    /** Returns the answer of one call when it has the shape of the protocol. */
    ask: async <T>(call: string, form: Record<string, string>, shape: z.ZodType<T>): Promise<T> => {
      if (breaker.isOpen()) throw new ProviderUnavailable('silent')
      const answer = await post(addressOf(call), form, upstreamTimeoutMs).catch((error: unknown) => {
        if (error instanceof ProviderUnavailable && error.how === 'silent') breaker.failed()
        throw error
      })
      breaker.succeeded()
      const parsed = shape.safeParse(answer)
      if (!parsed.success) throw new ProviderUnavailable('garbage', parsed.error)
      return parsed.data
    },
  }
}

async function readClaims(token: string, key: Uint8Array, expected: { issuer: string; audience: string }) {
  try {
    const { payload } = await jwtVerify(token, key, {
      ...expected,
      algorithms: [ALGORITHM],
      clockTolerance: 60,
      maxTokenAge: '10m',
      requiredClaims: ['exp', 'iat'],
    })
    return Claims.parse(payload)
  } catch (error) {
    throw new ProviderUnavailable('garbage', error)
  }
}

async function post(address: string, form: Record<string, string>, upstreamTimeoutMs: number): Promise<unknown> {
  try {
    return await postForm(address, form, upstreamTimeoutMs)
  } catch (error) {
    throw new ProviderUnavailable(error instanceof NoJson ? 'garbage' : 'silent', error)
  }
}
