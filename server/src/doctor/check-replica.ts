import { findUnfitReplica } from '../db/replica-check.ts'
import type { Finding } from './finding.ts'

/** Looks at the replicas that answer reads; nothing where there are none. One that is away is found by its figures. */
export async function checkReplica(url: string, replicaUrl: string | undefined): Promise<Finding[]> {
  if (replicaUrl === undefined) return []
  const problem = await findUnfitReplica(replicaUrl, url)
  return [
    {
      name: 'replica',
      ok: problem === undefined,
      message: problem ?? 'What answers of PORTAL_DATABASE_REPLICA_URL belongs to the database.',
    },
  ]
}
