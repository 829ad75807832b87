import type { RateClass } from '@portico/contract/kit/endpoint.ts'
import { sentences } from './sentences.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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

/** Limits counted by this node; account budgets, which nodes share, are kept in the database. */
export function rateLimits(app: FastifyInstance, isOn: boolean): RateLimits {
  if (!isOn) return { check: () => Promise.resolve(null) }
  const limiters = new Map(
    (Object.keys(perMinute) as Limited[]).map((rate) => [
      rate,
      app.createRateLimit({
        max: perMinute[rate],
        timeWindow: '1 minute',
        keyGenerator: (request) => keyOf(rate, request),
      }),
    ]),
  )
  return {
    check: async (rate, request) => {
      const limit = await limiters.get(rate)?.(request)
      return limit && !limit.isAllowed && limit.isExceeded
        ? refuseForNow('429', sentences.too_many_requests, limit.ttlInSeconds)
        : null
    },
  }
}

function keyOf(rate: Limited, request: FastifyRequest): string {
  const { caller } = request
  const { serviceTokenId } = request.requestContext
  if (serviceTokenId !== undefined) return `${rate} token ${serviceTokenId}`
  return caller
    ? `${rate} user ${caller.actorId ?? caller.user.id}`
    : `${rate} ${networkOf(request.requestContext.address)}`
}
