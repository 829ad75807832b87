import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export interface Licence {
  version: number
  title: string
  html: string
}

/** The table `licence_texts`. */
export function licenceStore(tx: Tx) {
  return {
    /** The newest text of the client, else the newest default. */
    findFor: async (clientId: number): Promise<Licence | undefined> =>
      tx
        .selectFrom('licence_texts')
        .select(['version', 'title', 'html'])
        .where((eb) => eb.or([eb('client_id', 'is', null), eb('client_id', '=', clientId)]))
        .orderBy(sql`client_id is null`)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
  }
}

/** The licence that applies to people of a client; migrations ship a default, so there always is one. */
export async function currentLicence(licences: ReturnType<typeof licenceStore>, clientId: number): Promise<Licence> {
  const licence = await licences.findFor(clientId)
  if (!licence) throw new Error('No licence text is stored')
  return licence
}
