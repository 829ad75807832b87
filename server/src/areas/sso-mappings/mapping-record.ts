import { Answer, refuse } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { Tx } from '../../db/database.ts'
import { auditChange } from '../audit/public.ts'

export const saved = () => new Answer(null, { message: sentences.sso_mapping_saved })
export const mappingNotFound = () => refuse('404', sentences.not_found)

/** What of an employer's mapping a call changes, in the audit trail. */
type Mapped = Readonly<Record<string, readonly number[] | boolean>>

export function record(tx: Tx, context: CallContext, clientId: number, before: Mapped, after: Mapped): void {
  auditChange(tx, context, { event: 'sso_mapping_changed', kind: 'sso_mapping', id: clientId, clientId }, before, after)
}
