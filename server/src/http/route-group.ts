import type { Endpoint } from '@portico/contract/kit/endpoint.ts'

/**
 * Groups of calls in the metrics: a histogram for each of 400 paths would be thousands of series.
 * sign-in: what is tried on the way in, second factors and recovery included ·
 * files: up and down · administration: calls for administrators · own: all other calls · other: pages, the files of
 * the front end, protocols of single sign-on, and what nothing answers.
 */
export const routeGroups = [
  'sign-in',
  'files',
  'administration-reads',
  'administration-writes',
  'own-reads',
  'own-writes',
  'other',
] as const

export type RouteGroup = (typeof routeGroups)[number]

/** The group of a call; without endpoint: of anything else. */
export function routeGroup(endpoint: Pick<Endpoint, 'kind' | 'rate' | 'method' | 'path'> | undefined): RouteGroup {
  if (!endpoint) return 'other'
  if (endpoint.rate === 'sign-in' && endpoint.method !== 'GET') return 'sign-in'
  if (!['json', 'redirect', 'form'].includes(endpoint.kind)) return 'files'
  const whose = /\/admin(?:-users)?\//.test(endpoint.path) ? 'administration' : 'own'
  return `${whose}-${endpoint.method === 'GET' ? 'reads' : 'writes'}`
}
