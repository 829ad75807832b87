import type { AuditVerification } from '@portico/contract/audit/audit.ts'
import { auditProblemTexts } from '@portico/contract/audit/audit-problem-texts.ts'
import { sql } from 'kysely'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db, Tx } from '../../db/database.ts'
import { MessageRef, translateAsShipped, type Translate } from '../../http/sentences.ts'
import { storedInWords } from '../../http/shipped-names.ts'
import { checkpointProblem } from './audit-checkpoints.ts'
import { detachedMonthProblem } from './detached-months.ts'
import { redactionProblem } from './audit-erasure.ts'
import { run, runFirst } from '../../db/run.ts'
import { instant, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'

type Break = RowOf<typeof selectVerifyAuditChain>

const selectVerifyAuditChain = statement([], {
  name: 'audit: select verify audit chain',
  text: 'select sequence, event_id as "eventId", problem from verify_audit_chain()',
  row: { sequence: nullable(int), eventId: nullable(int), problem: text },
})

/**
 * The first thing that is wrong with the audit trail, or null: the chain of seals over the events, then the record of
 * the month that was detached last, then the signatures of redactions, then the checkpoints over the seals.
 */
export async function findAuditProblem(tx: Tx, keys: KeyRing): Promise<string | null> {
  const broken = await runFirst(tx, selectVerifyAuditChain())
  if (broken) return sentenceOf(broken)
  return (await detachedMonthProblem(keys, tx)) ?? (await redactionProblem(keys, tx)) ?? checkpointProblem(keys, tx)
}

/** Sentences by the problem that the database names. */
const breakSentences: Readonly<Record<string, keyof typeof auditProblemTexts>> = {
  'the event or a seal before it has been changed': 'audit_problem_changed',
  'a seal is missing before this one': 'audit_problem_seal_before',
  'the event of this seal is missing': 'audit_problem_event',
  'this event has been without a seal for more than an hour': 'audit_problem_unsealed',
}

function sentenceOf({ sequence: seal, eventId: event, problem }: Break): string {
  const key = breakSentences[problem]
  return key === undefined ? problem : translateAsShipped(new MessageRef(key, { seal: seal ?? '', event: event ?? '' }))
}

const addVerification = statement([nullable(text)], {
  name: 'audit: add verification',
  text: `
  insert into audit_verifications (problem, sequence)
  values ($1, (select max(sequence) from audit_seals))`,
})

/** Keeps the result of a verification that has just been made. */
export async function recordVerification(tx: Tx, problem: string | null): Promise<void> {
  await run(tx, addVerification(problem))
}

const newestVerification = statement([], {
  name: 'audit: newest verification',
  text: `
  select verified_at as "verifiedAt", problem, coalesce(sequence, 0) as seals
    from audit_verifications order by id desc limit 1`,
  row: { verifiedAt: instant, problem: nullable(text), seals: int },
})

/** Selects the newest verification where it found a problem. */
export const foundProblem = sql`
  select from (select problem from audit_verifications order by id desc limit 1) newest where newest.problem is not null`

/** The newest verification, with its problem in the words of the reader; null before the first one. */
export async function findNewestVerification(db: Db, translate: Translate): Promise<AuditVerification | null> {
  const found = await runFirst(db, newestVerification())
  if (!found) return null
  const { verifiedAt, problem, seals } = found
  return {
    verifiedDt: verifiedAt,
    intactFlg: problem === null,
    problemTxt: problem && storedInWords(translate, auditProblemTexts, problem),
    sealCnt: seals,
  }
}
