// What the package of the embedded database may use of the server.
export { copyOne, copyTree } from '../db/copy-tree.ts'
export type { EmbeddedPostgres, EmbeddedPostgresPackage } from '../db/embedded-package.ts'
export type { OwnerClient } from '../db/owner-connection.ts'
export { type Claim, isRunning, makeClaim, otherClaims } from '../db/pid-claims.ts'
export { StartError } from '../start-error.ts'
export { syncPath } from '../sync-path.ts'
