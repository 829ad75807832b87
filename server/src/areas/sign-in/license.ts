import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { queries } from '../../db/queries.ts'
import { runFirst } from '../../db/run.ts'

export interface License {
  version: number
  title: string
  html: string
}

// The table `license_texts`.

/** Returns the newest text of the client, else the newest default. */
const findLicense = async (tx: Tx, clientId: number): Promise<License | undefined> =>
  runFirst(
    tx,
    queries
      .selectFrom('license_texts')
      .select(['version', 'title', 'html'])
      .where((eb) => eb.or([eb('client_id', 'is', null), eb('client_id', '=', clientId)]))
      .orderBy(sql`client_id is null`)
      .orderBy('id', 'desc')
      .limit(1),
  )

/** Returns the license that applies to users of a client; the baseline ships a default, so there always is one. */
export async function currentLicense(tx: Tx, clientId: number): Promise<License> {
  const license = await findLicense(tx, clientId)
  if (!license) throw new Error('No license text is stored')
  return license
}
