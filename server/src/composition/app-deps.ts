import type { PasswordHashing } from '../crypto/password-hashing.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { RequestTracing } from '../http/request-tracing.ts'
import type { Logger } from '../logging.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { ServeDemo } from '../packages/demo.ts'
import type { FileStorage } from '../ports/file-storage/file-storage.ts'
import type { SharedCounts } from '../http/shared-counts.ts'
import type { Build } from '../build-info.ts'
import type { Timings } from './timings.ts'

export interface AppDeps {
  config: Config
  database: Database
  hashing: PasswordHashing
  logger: Logger
  build: Build
  /** With timeouts. */
  storage: FileStorage
  /** Other than the default in tests only. */
  timings?: Timings
  /** Folder of the built front end; absent in tests of calls alone. */
  webDist?: string
  /** Present in a demo only. */
  serveDemo?: ServeDemo
  metrics?: Pick<Metrics, 'observeRequest' | 'countLogin' | 'countDenied'>
  /** Absent: each node counts calls by itself. */
  sharedCounts?: SharedCounts | undefined
  /** Absent: no traces. */
  tracing?: RequestTracing | undefined
}
