import type { RateClass } from '@portico/contract/kit/endpoint.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Refusal, refuseForNow } from './answers.ts'

/** Calls a minute for one person (signed in) or one address (before that). */
const perMinute: Readonly<Record<RateClass, number>> = { ordinary: 600, search: 120, 'sign-in': 300, 'client-log': 30 }

export interface RateLimits {
  check(rate: RateClass, request: FastifyRequest): Promise<Refusal | null>
}

/** Limits counted by this node; account budgets, which nodes share, are kept in the database. */
export function rateLimits(app: FastifyInstance, isOn: boolean): RateLimits {
  if (!isOn) return { check: () => Promise.resolve(null) }
  const limiters = new Map(
    (Object.keys(perMinute) as RateClass[]).map((rate) => [
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
        ? refuseForNow('429', defaultTexts.too_many_requests, limit.ttlInSeconds)
        : null
    },
  }
}

function keyOf(rate: RateClass, request: FastifyRequest): string {
  const { caller } = request
  return caller ? `${rate} user ${caller.actorId ?? caller.user.id}` : `${rate} ${networkOf(request.facts.address)}`
}

/** An IPv6 client owns a whole /64; all its addresses count as one, in whatever spelling. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.split('::', 2)
  const groups = head.split(':').filter(Boolean)
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  const network = [...groups, ...zeros, ...rest].slice(0, 4)
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
