import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import type { SigningKeyPurpose } from './signing-key-rules.ts'

export interface NewSigningKey {
  purpose: SigningKeyPurpose
  certificate: string
  /** Returns the private key, encrypted for the row of this id. */
  encrypt: (id: number) => string
  /** Days until it signs. */
  leadDays: number
}

export interface SigningKeyRow {
  id: number
  /** PEM. */
  certificate: string
  /** PEM, encrypted. */
  privateKey: string
  signsFrom: Date
  now: Date
}

/** The keys of a purpose, the newest first. */
export const keyRows = `
  select id, certificate, private_key as "privateKey", signs_from as "signsFrom", clock_now() as now
    from signing_keys where purpose = $1 order by signs_from desc, id desc`

const add = `
  insert into signing_keys (id, purpose, private_key, certificate, signs_from)
  values ($1, $2, $3, $4, clock_now() + make_interval(days => $5)) returning signs_from as "signsFrom"`

const reschedule = `
  update signing_keys set signs_from = clock_now() + make_interval(days => $2) where id = $1
  returning signs_from as "signsFrom"`

const removeFormer = `
  delete from signing_keys former using signing_keys later
   where former.purpose = $1 and later.purpose = $1 and later.signs_from > former.signs_from
     and later.signs_from <= clock_now() - make_interval(days => $2)
  returning former.id`

/** The table `signing_keys`. */
export function signingKeyStore(tx: Tx) {
  return {
    /** The keys of a purpose, the newest first; nobody else changes them until the transaction ends. */
    lock: async (purpose: SigningKeyPurpose): Promise<SigningKeyRow[]> => {
      await query(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`portal ${purpose} keys`])
      return query<SigningKeyRow>(tx, keyRows, [purpose])
    },

    list: (purpose: SigningKeyPurpose) => query<SigningKeyRow>(tx, keyRows, [purpose]),

    add: async ({
      purpose,
      certificate,
      encrypt,
      leadDays,
    }: NewSigningKey): Promise<{ id: number; signsFrom: Date }> => {
      const [next] = await query<{ id: number }>(
        tx,
        `select nextval(pg_get_serial_sequence('signing_keys', 'id'))::integer as id`,
        [],
      )
      if (!next) throw new Error('There is no id for a signing key')
      const values = [next.id, purpose, encrypt(next.id), certificate, leadDays]
      const [added] = await query<{ signsFrom: Date }>(tx, add, values)
      if (!added) throw new Error('The signing key was not stored')
      return { id: next.id, signsFrom: added.signsFrom }
    },

    /** Lets a key sign after so many days from now. */
    reschedule: async (id: number, leadDays: number): Promise<Date> => {
      const [row] = await query<{ signsFrom: Date }>(tx, reschedule, [id, leadDays])
      if (!row) throw new Error('The signing key was not found')
      return row.signsFrom
    },

    /** Removes keys whose successor has signed for so many days; returns their ids. */
    removeFormer: async (purpose: SigningKeyPurpose, keptDays: number): Promise<number[]> =>
      (await query<{ id: number }>(tx, removeFormer, [purpose, keptDays])).map(({ id }) => id),
  }
}
