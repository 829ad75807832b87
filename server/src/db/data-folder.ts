import { setTimeout as delay } from 'node:timers/promises'

import { StartError } from '../start-error.ts'
import { makeClaim, otherClaims } from './pid-claims.ts'

const kind = 'portal'

/**
 * Takes a data folder for this process: one running portal to a folder. A portal that was killed
 * does not hold it. Give it back with `release`.
 */
export async function lockDataFolder(folder: string): Promise<{ release(): void }> {
  for (let attempt = 1; ; attempt++) {
    const claim = makeClaim(folder, kind)
    const [holder] = otherClaims(folder, kind, claim)
    if (holder === undefined) return claim
    claim.release()
    // Two that start at the same moment both back off, for different times.
    if (attempt === 8) {
      throw new StartError(`The folder ${folder} is in use by another running portal (process ${holder}).`)
    }
    await delay(Math.random() * 40)
  }
}
