import { LEAST_CONNECTIONS, USUAL_CONNECTIONS } from './connection-shares.mjs'
import { databaseAddress } from './database-address.mjs'
import { replicaAddress } from './replica-address.mjs'
import { wholeNumber } from './value-readers.mjs'

/** @satisfies {readonly import('./setting.ts').Setting[]} */
export const settingsOfDatabase = /** @type {const} */ ([
  {
    name: 'DATABASE_URL',
    takes: databaseAddress,
    byDefault: 'the embedded database',
    description:
      'PostgreSQL 15 or later. Its role owns the schema and may create roles. Special characters of user name and password are percent-encoded, such as %40 for @. May name several hosts for failover: host1:5432,host2:5432. Through PgBouncer: ?pooler=transaction.',
    secret: true,
  },
  {
    name: 'PORTAL_DATABASE_DIRECT_URL',
    takes: databaseAddress,
    byDefault: 'none; required where DATABASE_URL says pooler=transaction',
    description:
      'The same database without the pooler, as the role that owns the schema: for migrations, backups, commands and the notifications of the queue.',
    secret: true,
  },
  {
    name: 'PORTAL_DATABASE_REPLICA_URL',
    takes: replicaAddress,
    byDefault: 'none',
    description:
      'Streaming replicas of the same database that answer lists, exports, the audit trail, the overview and queued reports; one host or several, as in DATABASE_URL. See below.',
    secret: true,
  },
  {
    name: 'PORTAL_DATABASE_POOL',
    takes: wholeNumber(
      LEAST_CONNECTIONS,
      1_000,
      `must be a whole number from ${LEAST_CONNECTIONS} to 1000: a node needs at least ${LEAST_CONNECTIONS} connections, 3 for requests, 2 for jobs, 1 for exports, 3 for the queue and 3 for queued reports, readiness and metrics`,
    ),
    byDefault: String(USUAL_CONNECTIONS),
    description: 'Connections of a node to the database; see below for how they are shared.',
  },
])
