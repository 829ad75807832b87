import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'

const current = `
  select certificate from signing_keys where purpose = 'saml' and signs_from <= clock_now()
   order by signs_from desc, id desc limit 1`

/** Certificate (PEM) of the key that signs now; undefined while there is none, because the first launch makes it. */
export const currentCertificate = async (tx: Tx): Promise<string | undefined> =>
  (await query<{ certificate: string }>(tx, current, []))[0]?.certificate
