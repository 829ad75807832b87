import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export interface License {
  version: number
  title: string
  html: string
}

/** The table `license_texts`. */
export function licenseStore(tx: Tx) {
  return {
    /** Returns the newest text of the client, else the newest default. */
    findFor: async (clientId: number): Promise<License | undefined> =>
      tx
        .selectFrom('license_texts')
        .select(['version', 'title', 'html'])
        .where((eb) => eb.or([eb('client_id', 'is', null), eb('client_id', '=', clientId)]))
        .orderBy(sql`client_id is null`)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
  }
}

/** Returns the license that applies to users of a client; migrations ship a default, so there always is one. */
export async function currentLicense(licenses: ReturnType<typeof licenseStore>, clientId: number): Promise<License> {
  const license = await licenses.findFor(clientId)
  if (!license) throw new Error('No license text is stored')
  return license
}
