import type { KeyRing } from '../../crypto/key-ring.ts'
import type { SealedRows } from '../../crypto/sealed-rows.ts'
import type { Tx } from '../../db/database.ts'
import { sentences, translateAsShipped } from '../../http/sentences.ts'
import { findNewestDetached } from './detached-months.ts'
import { run, runFirst } from '../../db/run.ts'
import { sealNext } from './sealed-events.ts'
import { int, nullable, statement, text } from '../../db/statement.ts'

/** The newest seal: number of sealed events, and the hash over all of them. */
export interface AuditHead {
  sequence: number
  /** SHA-256 as 64 hexadecimal digits. */
  hash: string
}

interface Checkpoint extends AuditHead {
  signature: string
  /** The current hash of the seal with this number; null when there is none. */
  sealHash: string | null
}

const PURPOSE = 'audit checkpoint'
/** Time within which a node has made a checkpoint over new seals, for verification. */
const COVERED_WITHIN = '1 hour'
const VERIFY_BATCH = 10_000

const signedText = ({ sequence, hash }: AuditHead): string => `${sequence}:${hash}`

/** Returns the signature that a checkpoint over this head carries. */
export const signHead = (keys: KeyRing, head: AuditHead): string => keys.sign(PURPOSE, signedText(head))

const checkpointColumns = `
  checkpoint.sequence, encode(checkpoint.head_hash, 'hex') as hash, checkpoint.signature,
  encode(seal.hash, 'hex') as "sealHash"
  from audit_checkpoints checkpoint left join audit_seals seal on seal.sequence = checkpoint.sequence`

const newestCheckpointRow = { sequence: int, hash: text, signature: text, sealHash: nullable(text) }

const newestCheckpoint = statement([], {
  name: 'audit: newest checkpoint',
  text: `select ${checkpointColumns} order by checkpoint.sequence desc limit 1`,
  row: newestCheckpointRow,
})
const checkpointsAfter = statement([int], {
  name: 'audit: checkpoints after',
  text: `
  select ${checkpointColumns} where checkpoint.sequence > $1 order by checkpoint.sequence limit ${VERIFY_BATCH}`,
  row: newestCheckpointRow,
})

const addCheckpointRow = statement([int, text, text], {
  name: 'audit: add checkpoint row',
  text: `
  insert into audit_checkpoints (sequence, head_hash, signature) values ($1, decode($2, 'hex'), $3)
  on conflict (sequence) do nothing`,
})

const auditHead = statement([], {
  name: 'audit: audit head',
  text: `select sequence, encode(hash, 'hex') as hash from audit_seals order by sequence desc limit 1`,
  row: { sequence: int, hash: text },
})
const sealHash = statement([int], {
  name: 'audit: seal hash',
  text: `select encode(hash, 'hex') as hash from audit_seals where sequence = $1`,
  row: { hash: text },
})

/** The hash of a seal; undefined: there is no such one. */
export const findSealHash = async (tx: Tx, sequence: number): Promise<string | undefined> =>
  (await runFirst(tx, sealHash(sequence)))?.hash

const uncoveredSeal = statement([int], {
  name: 'audit: uncovered seal',
  text: `
  select seal.sequence from audit_seals seal join audit_events entry on entry.id = seal.event_id
   where seal.sequence > $1 and entry.at < clock_now() - interval '${COVERED_WITHIN}'
   order by seal.sequence limit 1`,
  row: { sequence: int },
})

/** Returns the newest seal; undefined while nothing is sealed. */
export async function findAuditHead(tx: Tx): Promise<AuditHead | undefined> {
  return await runFirst(tx, auditHead())
}

/**
 * Signs the head of the chain, unless it is signed already. Returns why not when the newest checkpoint does not match
 * the seals: a node never signs a rebuilt chain.
 */
export async function addCheckpoint(keys: KeyRing, tx: Tx, head: AuditHead): Promise<string | null> {
  const newest = await runFirst(tx, newestCheckpoint())
  if (newest?.sequence === head.sequence && newest.hash === head.hash) return null
  const problem = newest ? problemOf(keys, newest) : null
  if (problem !== null) return problem
  await run(tx, addCheckpointRow(head.sequence, head.hash, signHead(keys, head)))
  return null
}

/** Returns what is wrong with a checkpoint or with the seals it covers; null when both are valid. */
function problemOf(keys: KeyRing, checkpoint: Checkpoint): string | null {
  const { sequence, hash, signature } = checkpoint
  if (!keys.verify(PURPOSE, signedText(checkpoint), signature))
    return translateAsShipped(sentences.audit_problem_signature({ sequence, signingKey: keyIdOf(checkpoint) }))
  if (checkpoint.sealHash === null)
    return translateAsShipped(sentences.audit_problem_seal({ sequence, checkpoint: sequence }))
  return checkpoint.sealHash === hash
    ? null
    : translateAsShipped(sentences.audit_problem_rebuilt({ sequence, checkpoint: sequence }))
}

/** Without the key of the newest checkpoint no node adds another. */
export const newestAuditCheckpoint: SealedRows = {
  name: ['newest audit checkpoint', 'newest audit checkpoints'],
  table: 'audit_checkpoints',
  id: 'sequence',
  sealed: 'signature',
  where: 'sequence = (select max(sequence) from audit_checkpoints)',
  encryption: null,
  whenLost: null,
}

/**
 * Seals all events of now, those of this transaction included, and signs the head whatever the newest checkpoint says.
 * Only for an operator whose former key is lost: a node never signs over a checkpoint that it cannot verify.
 */
export async function replaceCheckpoint(keys: KeyRing, tx: Tx): Promise<void> {
  for (let sealed = VERIFY_BATCH; sealed === VERIFY_BATCH;) ({ sealed } = await sealNext(tx, VERIFY_BATCH))
  const head = await findAuditHead(tx)
  if (head) await run(tx, addCheckpointRow(head.sequence, head.hash, signHead(keys, head)))
}

const keyIdOf = ({ signature }: Checkpoint): string => signature.slice(0, signature.indexOf('.'))

/**
 * Returns the first problem of the checkpoints, or null. A checkpoint of a key that is no longer in the ring is
 * skipped when there is a newer one, because a head covers the seals before it, back to the newest redacted one, which
 * does not depend on those before (decision 40).
 */
export async function checkpointProblem(keys: KeyRing, tx: Tx): Promise<string | null> {
  const newest = await runFirst(tx, newestCheckpoint())
  const detached = await findNewestDetached(tx)
  // Seals before it are in files; its own stays.
  const first = detached?.sequence ?? 0
  const newestProblem = newest && newest.sequence >= first ? problemOf(keys, newest) : null
  if (newestProblem !== null) return newestProblem
  const problem = await olderProblem(keys, tx, Math.max(first - 1, 0))
  if (problem !== null) return problem
  const uncovered = await runFirst(tx, uncoveredSeal(newest?.sequence ?? 0))
  return uncovered ? translateAsShipped(sentences.audit_problem_uncovered({ sequence: uncovered.sequence })) : null
}

/** The first problem of a checkpoint after a seal whose key is in the ring, or null. */
async function olderProblem(keys: KeyRing, tx: Tx, start: number): Promise<string | null> {
  for (let after = start; ;) {
    const batch = await run(tx, checkpointsAfter(after))
    for (const checkpoint of batch) {
      const problem = keys.ids.includes(keyIdOf(checkpoint)) ? problemOf(keys, checkpoint) : null
      if (problem !== null) return problem
    }
    const last = batch.at(-1)
    if (!last || batch.length < VERIFY_BATCH) return null
    after = last.sequence
  }
}

/** Compares the chain with a head that was recorded earlier outside of the database. */
export async function notedHeadProblem(tx: Tx, noted: AuditHead): Promise<string | null> {
  const seal = await runFirst(tx, sealHash(noted.sequence))
  const detached = await findNewestDetached(tx)
  if (!seal && detached && noted.sequence < detached.sequence)
    return `seal ${noted.sequence} of the noted head is of a month that lies in a file: verify that file with --file and --head`
  if (!seal) return `seal ${noted.sequence} of the noted head is missing: events and seals were removed`
  return seal.hash === noted.hash ? null : `the seals up to ${noted.sequence} are not those of the noted head`
}
