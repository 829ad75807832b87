import { formerSequence } from '../db/former-sequence.ts'
import { readMigrations } from '../db/migration-files.ts'
import { isOlderVersion, isVersion, productVersion } from '../db/product-version.ts'
import { whyTooOld } from '../db/serving-window.ts'
import { StartError } from '../start-error.ts'

/** Exit code of the answer `stop`; 1 says that there is no answer. */
const STOP_EXIT_CODE = 2

/**
 * `compatibility VERSION`: prints whether nodes of that version may serve while others are upgraded to this one, and
 * sets the exit code: 0 rolling, 2 stop. Needs neither settings nor database.
 */
export async function compatibilityCommand([from = '', ...more]: readonly string[]): Promise<void> {
  if (!isVersion(from) || more.length > 0)
    throw new StartError('Name the version that serves now, such as 0.2.0: npm run portal -- compatibility VERSION')
  if (isOlderVersion(productVersion, from))
    throw new StartError(`This is Portico ${productVersion}, and ${from} is newer: ask that version.`)
  const { release } = formerSequence
  const why = whyTooOld(await readMigrations(), from)
  process.stdout.write(
    isOlderVersion(from, release)
      ? `stop: upgrade ${from} to ${release} first, from which this version goes on.\n`
      : why === undefined
        ? `rolling: nodes of ${from} may go on serving while one after the other is upgraded to ${productVersion}.\n`
        : `stop: ${why}. Stop every node of ${from} before the first one of ${productVersion} starts.\n`,
  )
  if (why !== undefined) process.exitCode = STOP_EXIT_CODE
}
