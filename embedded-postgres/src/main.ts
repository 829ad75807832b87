import type { EmbeddedPostgresPackage } from '@portico/server/for-embedded-postgres.ts'
import { checkClusterTarget, checkClusterVersion, copyCluster, placeCluster } from './embedded-backup.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { hasPostgresBinaries } from './postgres-binaries.ts'

/** What the server loads by the name of this package. */
export const embeddedPostgres: EmbeddedPostgresPackage = {
  hasBinaries: hasPostgresBinaries,
  start: startEmbeddedPostgres,
  copyCluster,
  checkClusterTarget,
  checkClusterVersion,
  placeCluster,
}
