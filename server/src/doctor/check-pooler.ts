import { findUnfitWay } from '../db/pooler-check.ts'
import { StartError } from '../start-error.ts'
import type { Finding } from './finding.ts'

/** Looks at the pooler that leads to the database; nothing where there is none. */
export async function checkPooler(url: string, pooledUrl: string | undefined): Promise<Finding[]> {
  if (pooledUrl === undefined) return []
  const problem = await findUnfitWay({ url, pooledUrl }).catch((error: unknown) => {
    if (error instanceof StartError) return error.message
    throw error
  })
  return [
    {
      name: 'pooler',
      ok: problem === undefined,
      message:
        problem ?? 'The pooler gives each transaction a connection of the server, and leads to the same database.',
    },
  ]
}
