import type { KeyRing } from '../../crypto/key-ring.ts'
import type { SealedRows } from '../../crypto/sealed-rows.ts'
import type { Tx, Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { sentences, translateAsShipped } from '../../http/sentences.ts'
import { keptFields, plainEvents } from './erased-states.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, int, nullable, statement, text } from '../../db/statement.ts'

interface Redaction {
  id: number
  /** As 64 hexadecimal digits, like `textHash`. */
  sealHash: string
  textHash: string
}

const PURPOSE = 'audit redaction'
/** Events that one transaction looks at; sealing waits for it. */
const BATCH = 10_000

const signedText = ({ id, sealHash, textHash }: Redaction): string => `${id}:${sealHash}:${textHash}`

const nextEnd = statement([int], {
  name: 'audit: next end',
  text: `
  select max(id) as last from (select id from audit_events where id > $1 order by id limit ${BATCH}) page`,
  row: { last: nullable(int) },
})

const redact = statement([arrayOf(int), int, int, arrayOf(text), arrayOf(text)], {
  name: 'audit: redact',
  text: `
  select id, seal_hash as "sealHash", text_hash as "textHash" from redact_audit_events($1::integer[], $2, $3, $4, $5)`,
  row: { id: int, sealHash: text, textHash: text },
})

const addRedactions = statement([arrayOf(int), arrayOf(text), arrayOf(text), arrayOf(text)], {
  name: 'audit: add redactions',
  text: `
  insert into audit_redactions (event_id, seal_hash, text_hash, signature)
  select id, decode(seal_hash, 'hex'), decode(text_hash, 'hex'), signature
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) redaction (id, seal_hash, text_hash, signature)
  on conflict (event_id) do update
    set text_hash = excluded.text_hash, signature = excluded.signature, redacted_at = clock_now()`,
})

const redactionsAfter = statement([int], {
  name: 'audit: redactions after',
  text: `
  select event_id as id, encode(seal_hash, 'hex') as "sealHash", encode(text_hash, 'hex') as "textHash", signature
    from audit_redactions where event_id > $1 order by event_id limit ${BATCH}`,
  row: { id: int, sealHash: text, textHash: text, signature: text },
})

/**
 * Erases what the audit trail keeps of deleted users: texts in the states of events about them, addresses of their
 * own acts, and their names in all other states. The trail still verifies (decision 40). To be run before the users
 * themselves are erased, because it looks for their names; a run that was broken off can be repeated.
 */
export async function eraseAuditStates(
  { db, keys }: { db: Db; keys: KeyRing },
  userIds: readonly number[],
): Promise<void> {
  for (let first = 0; ;) {
    const from = first
    const last = await db.transact(everything, async (tx) => {
      const end = await runFirst(tx, nextEnd(from))
      if (!end?.last) return null
      const redactions = await run(tx, redact(userIds, from, end.last, plainEvents, keptFields))
      if (redactions.length > 0) await sign(tx, keys, redactions)
      return end.last
    })
    if (last === null) return
    first = last
  }
}

async function sign(tx: Tx, keys: KeyRing, redactions: readonly Redaction[]): Promise<void> {
  await run(
    tx,
    addRedactions(
      redactions.map(({ id }) => id),
      redactions.map(({ sealHash }) => sealHash),
      redactions.map(({ textHash }) => textHash),
      redactions.map((each) => keys.sign(PURPOSE, signedText(each))),
    ),
  )
}

const signedBy = statement([text], {
  name: 'audit: signed by',
  text: `
  select event_id as id, encode(seal_hash, 'hex') as "sealHash", encode(text_hash, 'hex') as "textHash"
    from audit_redactions where split_part(signature, '.', 1) = $1 order by event_id limit ${BATCH}`,
  row: { id: int, sealHash: text, textHash: text },
})

/**
 * Signs the redactions of a key that is lost with the first one, whatever they hold: only for an operator who gives the
 * key up, as `replaceCheckpoint`.
 */
export async function signRedactionsAgain(keys: KeyRing, tx: Tx, lostKey: string): Promise<void> {
  for (let count = BATCH; count === BATCH;) {
    const redactions = await run(tx, signedBy(lostKey))
    if (redactions.length > 0) await sign(tx, keys, redactions)
    count = redactions.length
  }
}

/** Returns the first redaction that no key of the ring has signed, or null. */
export async function redactionProblem(keys: KeyRing, tx: Tx): Promise<string | null> {
  for (let after = 0; ;) {
    const batch = await run(tx, redactionsAfter(after))
    const forged = batch.find((each) => !keys.verify(PURPOSE, signedText(each), each.signature))
    if (forged) {
      const signingKey = forged.signature.split('.', 1)[0] ?? ''
      return translateAsShipped(sentences.audit_problem_redaction({ event: forged.id, signingKey }))
    }
    const end = batch.at(-1)
    if (!end || batch.length < BATCH) return null
    after = end.id
  }
}

/** `secret-keys reencrypt` signs them again, because what was signed is stored. */
export const auditRedactions: SealedRows = {
  name: ['erased audit event', 'erased audit events'],
  table: 'audit_redactions',
  id: 'event_id',
  sealed: 'signature',
  where: 'true',
  encryption: null,
  signed: {
    purpose: PURPOSE,
    text: `event_id || ':' || encode(seal_hash, 'hex') || ':' || encode(text_hash, 'hex')`,
  },
  whenLost: null,
}
