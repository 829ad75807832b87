import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'

export interface NewSigningKey {
  certificate: string
  /** Returns the private key, encrypted for the row of this id. */
  encrypt: (id: number) => string
}

/** The table `signing_keys`, as far as it is for SAML. */
export function signingKeyStore(tx: Tx) {
  return {
    /** Adds a key that signs at once, unless another one does: two nodes that start at once have one key. */
    addFirst: async ({ certificate, encrypt }: NewSigningKey): Promise<void> => {
      await query(tx, `select pg_advisory_xact_lock(hashtextextended('portal signing keys', 0))`, [])
      const known = await query(
        tx,
        `select from signing_keys where purpose = 'saml' and signs_from <= clock_now() limit 1`,
        [],
      )
      if (known.length > 0) return
      const [next] = await query<{ id: number }>(
        tx,
        `select nextval(pg_get_serial_sequence('signing_keys', 'id'))::integer as id`,
        [],
      )
      if (!next) throw new Error('There is no id for a signing key')
      await query(
        tx,
        `insert into signing_keys (id, purpose, private_key, certificate, signs_from)
         values ($1, 'saml', $2, $3, clock_now())`,
        [next.id, encrypt(next.id), certificate],
      )
    },
  }
}
