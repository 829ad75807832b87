import type { Portal } from './portal.ts'

/** Columns of moments that may lie ahead, by their names in every table. All others are of what has happened. */
const ahead: readonly string[] = [
  'certificate_expires_at',
  'due_at',
  'ends_at',
  'expires_at',
  'given_up_at',
  'good_until',
  'locked_until',
  'next_attempt_at',
  'previous_certificate_expires_at',
  'temporary_password_expires_at',
  'valid_to',
  'valid_until',
]

/** Keys under which the audit trail records moments that may lie ahead. */
const aheadInAudit = ['dueAt', 'endsAt', 'expiresAt', 'validUntil', 'inactiveFrom', 'certificateExpiresAt']

/** Every recorded moment that lies in the future, compared with the clock of the database: none should. */
export async function momentsAhead(portal: Portal): Promise<string[]> {
  const columns = await portal.owner(
    `select table_name, column_name from information_schema.columns
       join pg_class on oid = ('public.' || quote_ident(table_name))::regclass and relkind in ('r', 'p') and not relispartition
      where table_schema = 'public' and data_type = 'timestamp with time zone' and column_name <> all ($1)`,
    [ahead],
  )
  const each = columns.map(
    ({ table_name: table, column_name: column }) =>
      `select '${String(table)}.${String(column)}' as place, max(${String(column)}) as at from ${String(table)}`,
  )
  const recorded = `
    select event || '.' || state.key as place, (state.value #>> '{}')::timestamptz as at
      from audit_events, lateral (select * from jsonb_each(coalesce(before, '{}')) union all
                                  select * from jsonb_each(coalesce(after, '{}'))) state
     where jsonb_typeof(state.value) = 'string' and state.value #>> '{}' ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:'
       and state.key <> all ($1)`
  const found = await portal.owner(
    `select place from (${each.join(' union all ')}) moment where at > clock_now()
     union select place from (${recorded}) moment where at > clock_now() order by 1`,
    [aheadInAudit],
  )
  return found.map(({ place }) => String(place))
}
