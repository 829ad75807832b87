import { opensSeed } from '../areas/second-factor/authenticator.ts'
import { keyRing } from '../crypto/key-ring.ts'
import type { Config } from '../config/config.ts'
import type { OwnerClient } from '../db/owner-connection.ts'
import type { Finding } from './finding.ts'

const name = 'keys'

/** One stored secret for each key in use. */
const samples = `
  select distinct on (split_part(sealed_seed, '.', 1)) split_part(sealed_seed, '.', 1) as key, user_id, sealed_seed
    from authenticators order by split_part(sealed_seed, '.', 1), user_id`

/** Checks that the keys decrypt the stored secrets. */
export async function checkKeys(client: OwnerClient, { secretKeys }: Pick<Config, 'secretKeys'>): Promise<Finding> {
  const { rows: present } = await client.query("select to_regclass('public.authenticators') as name")
  const { rows } = (present[0] as { name: unknown }).name === null ? { rows: [] } : await client.query<Sample>(samples)
  const keys = keyRing(secretKeys)
  const closed = rows.filter((row) => !opensSeed(keys, row.user_id, row.sealed_seed)).map(({ key }) => key)
  if (closed.length === 0)
    return { name, ok: true, message: `${secretKeys.length} secret keys, and they open what is stored.` }
  return {
    name,
    ok: false,
    message: `Stored second factors need the keys ${closed.join(', ')}, which PORTAL_SECRET_KEYS lacks or holds otherwise: add them behind the newest one, from a backup if need be.`,
  }
}

interface Sample {
  key: string
  user_id: number
  sealed_seed: string
}
