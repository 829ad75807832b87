import { redisAddress } from './redis-address.mjs'
import { onOff } from './value-readers.mjs'

/** @satisfies {readonly import('./setting.ts').Setting[]} */
export const settingsOfRateLimits = /** @type {const} */ ([
  {
    name: 'PORTAL_RATE_LIMIT',
    takes: onOff,
    byDefault: 'on',
    description:
      'Limits per address and route. off is refused without the demo; account budgets and locks always stay.',
  },
  {
    name: 'PORTAL_RATE_LIMIT_STORE',
    takes: redisAddress,
    byDefault: 'none: each node counts by itself',
    description:
      'Redis or Valkey in which nodes count calls together: redis://host:6379, or rediss://user:password@host/1 with encryption, credentials and the number of a database.',
    secret: true,
  },
])
