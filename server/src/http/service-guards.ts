import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, RefusedRequest, refuse } from './answers.ts'
import type { Caller, ServiceIdentity, ServiceReader } from './caller.ts'
import type { RateLimits } from './rate-limits.ts'
import { sentences } from './sentences.ts'

export interface ServiceGuardDeps {
  services: ServiceReader
  rates: RateLimits
}

/**
 * Returns the service account behind the token of a request, with which the audit trail and the rate limit then count;
 * null where the request has no such token, or why it is refused. Also for routes that are no calls of the contract.
 * @param onKnown called with the employer of a token that works, also where its request is refused
 */
export async function identifyService(
  request: FastifyRequest,
  { services, rates }: ServiceGuardDeps,
  onKnown?: (clientId: number | null) => void,
): Promise<ServiceIdentity | Refusal | null> {
  const context = request.requestContext
  const { authorization } = request.headers
  const found = await services.authenticate({ authorization, onKnown, ...context })
  if (found === null) return null
  if (found instanceof Refusal) return (await rates.check('anonymous', request)) ?? found
  context.serviceAccountId = found.serviceAccountId
  context.serviceTokenId = found.tokenId
  return (await rates.check('token', request)) ?? found
}

/**
 * Refuses every request whose address has a token, wherever it leads: calls, pages, files, other protocols and what there
 * is not. `onDenied`: see `RequestGuards`.
 */
export function refuseTokensInAddresses(
  app: FastifyInstance,
  { services, rates, onDenied }: ServiceGuardDeps & { onDenied?: (check: string) => void },
): void {
  const refuse = async (request: FastifyRequest, tokens: readonly string[]) => {
    onDenied?.('service-token')
    return new RefusedRequest(
      (await rates.check('anonymous', request)) ?? (await services.revokeExposed(tokens, request.requestContext)),
    )
  }
  app.addHook('onRequest', (request, _reply, proceed) => {
    const tokens = services.findExposed(request.raw.url ?? '')
    if (tokens.length === 0) proceed()
    else refuse(request, tokens).then(proceed, proceed)
  })
}

/** A call is open to tokens only where its guard names a scope of theirs, and where it asks nobody for a fresh sign-in. */
export function checkScope({ guard }: Endpoint, { service }: Caller): Refusal | null {
  if (!service) throw new Error('The guard of scopes ran for a person')
  if (guard.kind !== 'admin' || guard.scope === undefined || guard.freshSignIn)
    return refuse('403', sentences.service_call_closed)
  return service.scopes.includes(guard.scope)
    ? null
    : refuse('403', sentences.service_scope_missing({ scope: guard.scope }))
}

/** The answer of a call by a token: where people are asked to confirm their sign-in, it is refused. */
export const withoutSignIn = (outcome: unknown, caller: Caller | null): unknown =>
  caller?.service && outcome instanceof Refusal && outcome.code === '401'
    ? refuse('403', sentences.service_call_closed)
    : outcome
