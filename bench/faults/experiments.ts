import { badFrames } from './bad-frames.ts'
import { backupUnderWrites } from './backups.ts'
import { clocks } from './clocks.ts'
import { killedMigration, upgrade } from './upgrades.ts'
import { databaseFrozen, databaseKilled, databaseRestarts, slowReports } from './database-away.ts'
import { diskFull, uploadsCut, uploadsKilled } from './documents.ts'
import { serversOfOthers } from './directory-away.ts'
import { sameKey, withoutKey } from './duplicates.ts'
import type { Experiment } from './experiment.ts'
import { failovers } from './failovers.ts'
import { mailAway } from './mail-away.ts'
import { newBuild } from './new-build.ts'
import { killedUnderReads, killedUnderWrites, rollingRestart } from './restarts.ts'
import { soak } from './soak.ts'
import { killedPublishing, killedReport, overTwoNodes } from './tests.ts'

/** All of them, in the order in which they run. */
export const experiments: readonly Experiment[] = [
  rollingRestart,
  killedUnderReads,
  killedUnderWrites,
  databaseRestarts,
  databaseKilled,
  databaseFrozen,
  slowReports,
  uploadsKilled,
  uploadsCut,
  killedReport,
  killedPublishing,
  mailAway,
  diskFull,
  sameKey,
  withoutKey,
  clocks,
  overTwoNodes,
  upgrade,
  killedMigration,
  backupUnderWrites,
  serversOfOthers,
  soak,
  badFrames,
  newBuild,
  ...failovers,
]
