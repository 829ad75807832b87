import { setImmediate } from 'node:timers/promises'
import { dayOfCell } from './import-access-values.ts'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, instant, int, statement, text } from '../../db/statement.ts'
import { Refusal } from '../../http/answers.ts'
import type { Authority } from '../../http/caller.ts'
import type { Message, MessageRef } from '../../http/sentences.ts'
import {
  type PermissionContext,
  type Permissions,
  planWithin,
  readAssignableSystems,
  readPermissionContext,
  sentOf,
} from '../permissions/public.ts'
import {
  accessField,
  type AccessReading,
  type Givable,
  givableOf,
  hasAccess,
  readAccess,
  type RowAccess,
} from './import-access-rules.ts'
import { suggestionsFor } from './import-suggestions.ts'
import type { CheckedRow, GivenRow, RowIssue } from './import-rows.ts'

/** A new user holds nothing yet. */
export const nothingHeld: Permissions = { system: [], page: [] }

const givablePages = statement([bool, arrayOf(int), int], {
  name: 'user-import: givable pages',
  text: `
  select page.id, page.name::text as name, page.system_id as "systemId", system.name::text as "systemName"
    from pages page join systems system on system.id = page.system_id
    left join current_page_grants own on own.user_id = $3 and own.page_id = page.id
   where page.system_id = any ($2::integer[]) and page.deleted_at is null and page.is_assignable
     and ($1 or own.id is not null)
   order by system.name, page.name, page.id`,
  row: { id: int, name: text, systemId: int, systemName: text },
})

/** Reads what an administrator can give. */
export async function readGivable(tx: Tx, authority: Authority): Promise<Givable> {
  const systems = await readAssignableSystems(tx, authority)
  const ids = systems.map(({ id }) => id)
  return givableOf(systems, await run(tx, givablePages(authority.isPortalAdmin, ids, authority.userId)))
}

const endsOfDays = statement([arrayOf(text), text], {
  name: 'user-import: ends of days',
  text: `
  select day, (day::date + 1)::timestamp at time zone $2 - interval '1 millisecond' as "endsAt"
    from unnest($1::text[]) day`,
  row: { day: text, endsAt: instant },
})

interface AccessCheck {
  authority: Authority
  givable: Givable
  /** The business time zone, in which last days end. */
  timeZone: string
}

/** Checks the access that rows give, by the rules of the profile; adds it, or what is wrong with it. */
export async function checkAccess(
  tx: Tx,
  { authority, givable, timeZone }: AccessCheck,
  rows: readonly GivenRow[],
  checked: readonly CheckedRow[],
): Promise<readonly CheckedRow[]> {
  const giving = rows.filter(({ given }) => hasAccess(given))
  if (giving.length === 0) return checked
  const days = giving.flatMap(({ given }) => dayOfCell(given.accessEndDt ?? '') ?? [])
  const ends = new Map((await run(tx, endsOfDays([...new Set(days)], timeZone))).map((each) => [each.day, each.endsAt]))
  const reading = { givable, suggestions: suggestionsFor(givable), endOf: (day: string) => ends.get(day) }
  const accesses = await readAccesses(giving, reading)
  const context = await readContext(tx, authority, [...accesses.values()])
  return inTurns(checked, (row) => {
    const access = accesses.get(row.row)
    return access ? withAccess(row, access, context) : row
  })
}

/** Reads the access of each row, by row. */
export async function readAccesses(
  rows: readonly GivenRow[],
  reading: AccessReading,
): Promise<ReadonlyMap<number, RowAccess>> {
  return new Map(await inTurns(rows, ({ row, given }) => [row, readAccess(given, reading)] as const))
}

/** Gives way after each row: what a file names may take long to compare. */
async function inTurns<Row, Result>(rows: readonly Row[], work: (row: Row) => Result): Promise<Result[]> {
  const results: Result[] = []
  for (const row of rows) {
    results.push(work(row))
    await setImmediate()
  }
  return results
}

const readContext = (tx: Tx, authority: Authority, accesses: readonly RowAccess[]): Promise<PermissionContext> =>
  readPermissionContext(tx, authority, {
    userIds: [],
    held: union(accesses.map(({ permissions }) => permissions)),
    sent: {},
  })

/** Everything that some of these permissions name. */
export const union = (all: readonly Permissions[]): Permissions => ({
  system: all.flatMap(({ system }) => system),
  page: all.flatMap(({ page }) => page),
})

function withAccess(
  row: CheckedRow,
  { permissions, issues: found }: RowAccess,
  context: PermissionContext,
): CheckedRow {
  const issues = found.length > 0 || row.details === null ? found : ruleIssues(row.details, permissions, context)
  const own = issues.filter(({ field }) => !row.issues.some((issue) => issue.field === field && !issue.isWarning))
  return {
    ...row,
    details: issues.length > 0 ? null : row.details,
    issues: [...row.issues, ...own],
    access: issues.length > 0 ? null : permissions,
  }
}

function ruleIssues(
  { isInternal }: { isInternal: boolean },
  permissions: Permissions,
  context: PermissionContext,
): RowIssue[] {
  const plan = planWithin(context, { userId: null, isInternal }, nothingHeld, sentOf(permissions))
  if (!(plan instanceof Refusal)) return []
  const { key, values } = firstOf(plan.message)
  return [{ field: accessField(key), text: key, values: values as Record<string, string> }]
}

const firstOf = (message: Message): MessageRef => (Array.isArray(message) ? message[0] : message) as MessageRef
