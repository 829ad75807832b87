import type { Config } from '../config/config.ts'
import { createLogger } from '../logging.ts'
import { openSharedCounts } from '../http/shared-counts.ts'
import { StartError } from '../start-error.ts'
import type { Finding } from './finding.ts'

const name = 'rate limits'

/** Counts once in the store that nodes share, as a start does. */
export async function checkRateLimitStore({ rateLimitStore: place }: Config): Promise<Finding> {
  if (!place)
    return { name, ok: true, message: 'Each node counts calls by itself (PORTAL_RATE_LIMIT_STORE is not set).' }
  try {
    const counts = await openSharedCounts(place, createLogger('silent', 'doctor'))
    const isHere = counts.isHere()
    counts.close()
    return isHere
      ? { name, ok: true, message: 'Nodes count calls together.' }
      : { name, ok: false, message: 'The store is away: check PORTAL_RATE_LIMIT_STORE. Each node counts by itself.' }
  } catch (error) {
    if (error instanceof StartError) return { name, ok: false, message: error.message }
    throw error
  }
}
