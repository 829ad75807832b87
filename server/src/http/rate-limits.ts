import type { RateClass } from '@portico/contract/kit/endpoint.ts'
import { sentences } from './sentences.ts'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CountingClient, SharedCounts } from './shared-counts.ts'
import { type Refusal, refuseForNow } from './answers.ts'
import { networkOf } from './network.ts'

/**
 * Limited classes: of calls, of attempts with an invalid session or token, of applications at the OpenID Connect provider,
 * and of all calls with one token of a service account.
 */
type Limited = RateClass | 'anonymous' | 'application' | 'token'

/** Calls a minute for one user (signed in), one token or one address (before that). */
const perMinute: Readonly<Record<Limited, number>> = {
  ordinary: 600,
  search: 120,
  'sign-in': 300,
  'client-log': 30,
  anonymous: 120,
  // One server of an application calls for all of its users.
  application: 6000,
  // One program reads or changes the users of a whole company.
  token: 6000,
}

export interface RateLimits {
  check(rate: Limited, request: FastifyRequest): Promise<Refusal | null>
}

type Limiter = ReturnType<FastifyInstance['createRateLimit']>

interface Counting {
  isOn: boolean
  /** Absent: each node counts by itself. */
  shared?: SharedCounts | undefined
}

/**
 * Limits counted in the store that nodes share; by this node where there is none, and while it is away. Account budgets
 * are kept in the database.
 */
export async function rateLimits(app: FastifyInstance, { isOn, shared }: Counting): Promise<RateLimits> {
  if (!isOn) return { check: () => Promise.resolve(null) }
  const ofNode = await limitersOf(app)
  const count = shared ? countTogether(shared, await limitersOf(app, shared.client), ofNode) : countWith(ofNode)
  return {
    check: async (rate, request) => {
      const limit = await count(rate, request)
      return !limit.isAllowed && limit.isExceeded
        ? refuseForNow('429', sentences.too_many_requests, limit.ttlInSeconds)
        : null
    },
  }
}

type Limiters = Readonly<Record<Limited, Limiter>>
type Count = (rate: Limited, request: FastifyRequest) => ReturnType<Limiter>

const countWith =
  (limiters: Limiters): Count =>
  (rate, request) =>
    limiters[rate](request)

function countTogether(shared: SharedCounts, ofAll: Limiters, ofNode: Limiters): Count {
  return async (rate, request) => {
    if (!shared.isHere()) return ofNode[rate](request)
    try {
      return await ofAll[rate](request)
    } catch (error) {
      shared.failed(error)
      return ofNode[rate](request)
    }
  }
}

/**
 * The plugin decorates a scope once: each limiter has one of its own. Options of a limiter would put a route into its
 * keys, which these do not have.
 */
async function limitersOf(app: FastifyInstance, redis?: CountingClient): Promise<Limiters> {
  const limiters: Partial<Record<Limited, Limiter>> = {}
  for (const rate of Object.keys(perMinute) as Limited[])
    await app.register(async (scope) => {
      await scope.register(rateLimit, {
        global: false,
        max: perMinute[rate],
        timeWindow: '1 minute',
        keyGenerator: (request: FastifyRequest) => keyOf(rate, request),
        ...(redis ? { redis, nameSpace: 'portico-calls ' } : {}),
      })
      limiters[rate] = scope.createRateLimit()
    })
  return limiters as Limiters
}

function keyOf(rate: Limited, request: FastifyRequest): string {
  const { caller } = request
  const { serviceTokenId } = request.requestContext
  if (serviceTokenId !== undefined) return `${rate} token ${serviceTokenId}`
  return caller
    ? `${rate} user ${caller.actorId ?? caller.user.id}`
    : `${rate} ${networkOf(request.requestContext.address)}`
}
