import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import type { FastifyInstance } from 'fastify'

export interface Route {
  method: string
  url: string
  /** The endpoint of the route; undefined when it was registered by hand. */
  endpoint: Endpoint | undefined
}

/** Everything that the router of a server built by `build` answers; HEAD goes with GET. */
export async function routesOf<T>(
  build: () => Promise<T>,
  prepare: (app: FastifyInstance) => void = () => {},
): Promise<{ built: T; routes: Route[] }> {
  const routes: Route[] = []
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const each of [method].flat())
        if (each !== 'HEAD') routes.push({ method: each, url, endpoint: config?.endpoint })
    })
    prepare(fastify)
  }
  subscribe('fastify.initialization', listen)
  try {
    return { built: await build(), routes }
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
}

/** Routes that no endpoint describes, and why they are there. */
const byHand: readonly { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: RegExp }[] = [
  // The application: one page for all its addresses, its hashed files, its icon.
  {
    method: 'GET',
    url: /^\/(|(login|licence|gate|forgot-password|choose-password|second-factor|federated-sso-logout|content-authenticated|logout|redirect-blocked|sign-on-refused|kit)(\/\*)?)$/,
  },
  { method: 'GET', url: /^\/assets\/[\w.-]+$/ },
  { method: 'GET', url: /^\/favicon\.svg$/ },
  // The OpenID Connect provider, whose library answers as its protocol says (decision A2).
  {
    method: 'GET',
    url: /^\/ccservices\/oidc\/(authorize(\/:uid)?|userinfo|jwks|\.well-known\/openid-configuration)$/,
  },
  { method: 'POST', url: /^\/ccservices\/oidc\/(token|userinfo)$/ },
  // The provider of access tokens for programs, likewise (RFC 6749).
  { method: 'GET', url: /^\/ccservices\/oauth\/(jwks|\.well-known\/openid-configuration)$/ },
  { method: 'POST', url: /^\/ccservices\/oauth\/token$/ },
  { method: 'POST', url: /^\/demo-application\/desk\/back-channel-logout$/ },
  // SCIM, whose form and refusals are those of its protocol (record 55).
  { method: 'GET', url: /^\/scim\/v2\/(Me|ServiceProviderConfig|(Users|Groups|Schemas|ResourceTypes)(\/:id)?)$/ },
  { method: 'POST', url: /^\/scim\/v2\/(Bulk|((Users|Groups)\/)?\.search|Users|Groups)$/ },
  ...(['PUT', 'PATCH', 'DELETE'] as const).map((method) => ({ method, url: /^\/scim\/v2\/(Users|Groups)\/:id$/ })),
  // Receivers of signals: what the portal offers, and their streams (record 62).
  { method: 'GET', url: /^\/\.well-known\/ssf-configuration$/ },
  { method: 'GET', url: /^\/ssf\/(streams|status)$/ },
  { method: 'POST', url: /^\/ssf\/(status|verify)$/ },
  // The page that posts a form to an application.
  { method: 'GET', url: /^\/hand-off$/ },
  // The page of a finished report, to which the browser navigates with a ticket.
  { method: 'GET', url: /^\/ccservices\/secure\/admin\/rest\/report\/page$/ },
  // The description of the calls, where it is on.
  { method: 'GET', url: /^\/ccservices\/(openapi\.json|docs)$/ },
  // Of the demo only: where the pages of its world lead, and the mails that it does not send.
  {
    method: 'GET',
    url: /^\/(demo-application\/(:id|sign-out\/:id|desk\/(callback|logout))|dev\/mailbox(\/:id(\/html)?)?)$/,
  },
]

export const isByHand = ({ method, url }: Route): boolean =>
  byHand.some((known) => known.method === method && known.url.test(url))
