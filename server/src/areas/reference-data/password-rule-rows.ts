import { sql } from 'kysely'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@portico/contract/password/password-rules.ts'
import type { Tx } from '../../db/database.ts'
import { sentences } from '../../http/sentences.ts'
import type { EntryId, FieldIssue, ReferenceRows, Values } from './reference-rows.ts'
import { run } from '../../db/run.ts'

type Field = 'ruleTxt' | 'typeCd' | 'value' | 'displayOrderSeqCnt'

/** Checks that count something, and those that do not. */
const COUNTING = new Set(['MIN_LENGTH', 'MAX_LENGTH', 'UPPERCASE', 'LOWERCASE', 'DIGITS', 'SPECIAL', 'HISTORY'])
const OTHERS = new Set(['OWN_WORDS', 'COMMON', 'ADVICE'])

/** A rule has a number where its check counts, and none where it does not. */
function numberIssue(typeCd: string, value: unknown): FieldIssue<Field> | null {
  const hasValue = typeof value === 'number'
  if (COUNTING.has(typeCd)) return hasValue ? null : { field: 'value', message: sentences.password_rule_value_required }
  if (!OTHERS.has(typeCd)) return { field: 'typeCd', message: sentences.password_rule_type_unknown }
  return hasValue ? { field: 'value', message: sentences.password_rule_value_unused } : null
}

/** The shortest and the longest length together leave passwords that users can choose. */
async function check(tx: Tx, { typeCd, value }: Values, id: EntryId | null): Promise<FieldIssue<Field> | null> {
  const issue = numberIssue(String(typeCd), value)
  if (issue || (typeCd !== 'MIN_LENGTH' && typeCd !== 'MAX_LENGTH')) return issue
  const [limits] = await run(
    tx,
    sql<{ shortest: number; longest: number }>`
      select coalesce(max(value) filter (where type_code = 'MIN_LENGTH'), ${PASSWORD_MIN_LENGTH})::int as shortest,
             coalesce(min(value) filter (where type_code = 'MAX_LENGTH'), ${PASSWORD_MAX_LENGTH})::int as longest
        from password_rules where id is distinct from ${id}`,
  )
  const { shortest, longest } = limits as { shortest: number; longest: number }
  const isPossible = typeCd === 'MIN_LENGTH' ? Number(value) <= longest : Number(value) >= shortest
  return isPossible ? null : { field: 'value', message: sentences.password_rule_lengths }
}

export const passwordRuleRows: ReferenceRows<Field> = {
  table: 'password_rules',
  columns: { ruleTxt: 'rule_text', typeCd: 'type_code', value: 'value', displayOrderSeqCnt: 'display_order' },
  inUse: [],
  unique: { password_rules_by_type: 'typeCd' },
  order: { field: 'displayOrderSeqCnt' },
  check,
}
