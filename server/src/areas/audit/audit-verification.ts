import type { AuditVerification } from '@portico/contract/audit.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db, Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import { checkpointProblem } from './audit-checkpoints.ts'

interface Break {
  sequence: number | null
  event_id: number | null
  problem: string
}

/**
 * The first thing that is wrong with the audit trail, or null: the chain of seals over the events, then the
 * checkpoints over the seals.
 */
export async function findAuditProblem(tx: Tx, keys: KeyRing): Promise<string | null> {
  const [broken] = await query<Break>(tx, 'select * from verify_audit_chain()', [])
  return broken ? sentenceOf(broken) : checkpointProblem(keys, tx)
}

const sentenceOf = ({ sequence, event_id: event, problem }: Break): string =>
  `${problem} (${sequence === null ? '' : `seal ${sequence}, `}event ${event})`

const addVerification = `
  insert into audit_verifications (problem, sequence)
  values ($1, (select max(sequence) from audit_seals))`

/** Keeps the result of a verification that has just been made. */
export async function recordVerification(tx: Tx, problem: string | null): Promise<void> {
  await query(tx, addVerification, [problem])
}

const newestVerification = `
  select verified_at as "verifiedDt", problem is null as "intactFlg", problem as "problemTxt", coalesce(sequence, 0) as "sealCnt"
    from audit_verifications order by id desc limit 1`

/** The newest verification; null before the first one. */
export async function findNewestVerification(db: Db): Promise<AuditVerification | null> {
  return (await db.prepared<AuditVerification>(newestVerification, []))[0] ?? null
}
