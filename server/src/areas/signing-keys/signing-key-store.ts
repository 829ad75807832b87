import type { Db, Tx } from '../../db/database.ts'
import type { SigningKeyPurpose } from './signing-key-rules.ts'
import { run, runFirst } from '../../db/run.ts'
import { instant, int, type RowOf, statement, text } from '../../db/statement.ts'

export interface NewSigningKey {
  purpose: SigningKeyPurpose
  certificate: string
  /** Returns the private key, encrypted for the row of this id. */
  encrypt: (id: number) => string
  /** Days until it signs. */
  leadDays: number
}

/** The keys of a purpose, the newest first: PEM, the private key encrypted. */
const keyRows = statement([text], {
  name: 'signing-keys: key rows',
  text: `
  select id, certificate, private_key as "privateKey", signs_from as "signsFrom", clock_now() as now
    from signing_keys where purpose = $1 order by signs_from desc, id desc`,
  row: { id: int, certificate: text, privateKey: text, signsFrom: instant, now: instant },
})

export type SigningKeyRow = RowOf<typeof keyRows>

const add = statement([int, text, text, text, int], {
  name: 'signing-keys: add',
  text: `
  insert into signing_keys (id, purpose, private_key, certificate, signs_from)
  values ($1, $2, $3, $4, clock_now() + make_interval(days => $5)) returning signs_from as "signsFrom"`,
  row: { signsFrom: instant },
})

const reschedule = statement([int, int], {
  name: 'signing-keys: reschedule',
  text: `
  update signing_keys set signs_from = clock_now() + make_interval(days => $2) where id = $1
  returning signs_from as "signsFrom"`,
  row: { signsFrom: instant },
})

const removeFormer = statement([text, int], {
  name: 'signing-keys: remove former',
  text: `
  delete from signing_keys former using signing_keys later
   where former.purpose = $1 and later.purpose = $1 and later.signs_from > former.signs_from
     and later.signs_from <= clock_now() - make_interval(days => $2)
  returning former.id`,
  row: { id: int },
})

// The table `signing_keys`.

const takeLockRow = statement([text], {
  name: 'signing-keys: take lock row',
  text: 'select from pg_advisory_xact_lock(hashtextextended($1, 0))',
})

/** The keys of a purpose, the newest first; nobody else changes them until the transaction ends. */
export async function lockSigningKeys(tx: Tx, purpose: SigningKeyPurpose): Promise<SigningKeyRow[]> {
  await run(tx, takeLockRow(`portal ${purpose} keys`))
  return run(tx, keyRows(purpose))
}

export const listSigningKeys = (on: Db | Tx, purpose: SigningKeyPurpose) => run(on, keyRows(purpose))

const addSigningKeyStatement = statement([], {
  name: 'signing-keys: add signing key',
  text: `select nextval(pg_get_serial_sequence('signing_keys', 'id'))::integer as id`,
  row: { id: int },
})

export async function addSigningKey(
  tx: Tx,
  { purpose, certificate, encrypt, leadDays }: NewSigningKey,
): Promise<{ id: number; signsFrom: Date }> {
  const next = await runFirst(tx, addSigningKeyStatement())
  if (!next) throw new Error('There is no id for a signing key')
  const added = await runFirst(tx, add(next.id, purpose, encrypt(next.id), certificate, leadDays))
  if (!added) throw new Error('The signing key was not stored')
  return { id: next.id, signsFrom: added.signsFrom }
}

/** Lets a key sign after so many days from now. */
export async function rescheduleSigningKey(tx: Tx, id: number, leadDays: number): Promise<Date> {
  const row = await runFirst(tx, reschedule(id, leadDays))
  if (!row) throw new Error('The signing key was not found')
  return row.signsFrom
}

/** Removes keys whose successor has signed for so many days; returns their ids. */
export const removeFormerSigningKeys = async (
  tx: Tx,
  purpose: SigningKeyPurpose,
  keptDays: number,
): Promise<number[]> => (await run(tx, removeFormer(purpose, keptDays))).map(({ id }) => id)
