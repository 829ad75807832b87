import { setImmediate } from 'node:timers/promises'
import { hasEnded } from '@portico/contract/users/grant-rules.ts'
import { dayOfCell } from './import-access-values.ts'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, instant, int, statement, text } from '../../db/statement.ts'
import { Refusal, type StandardRefusal } from '../../http/answers.ts'
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
import { listSets, newUserRules } from '../permission-sets/public.ts'
import {
  accessField,
  type AccessReading,
  type Givable,
  givableOf,
  hasAccess,
  readAccess,
  type RowAccess,
} from './import-access-rules.ts'
import { type NamedSet, setsOfEmployer } from './import-set-rules.ts'
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
  const pages = await run(tx, givablePages(authority.isPortalAdmin, ids, authority.userId))
  return givableOf(systems, pages, await listSets(tx, authority))
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
  const rules = await readRules(tx, authority, [...accesses.values()])
  return inTurns(checked, (row) => {
    const access = accesses.get(row.row)
    return access ? withAccess(row, access, rules) : row
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

interface AccessRules {
  readonly context: PermissionContext
  readonly refuseSet: Awaited<ReturnType<typeof newUserRules>>
}

async function readRules(tx: Tx, authority: Authority, accesses: readonly RowAccess[]): Promise<AccessRules> {
  const held = union(accesses.map(({ permissions }) => permissions))
  const setIds = accesses.flatMap(({ sets }) => sets.flat().map(({ id }) => id))
  return {
    context: await readPermissionContext(tx, authority, { userIds: [], held, sent: {} }),
    refuseSet: await newUserRules(tx, authority, [...new Set(setIds)]),
  }
}

/** Everything that some of these permissions name. */
export const union = (all: readonly Permissions[]): Permissions => ({
  system: all.flatMap(({ system }) => system),
  page: all.flatMap(({ page }) => page),
})

function withAccess(
  row: CheckedRow,
  { permissions, sets, endsAt, issues: found }: RowAccess,
  rules: AccessRules,
): CheckedRow {
  const ofRow = row.details === null ? null : setsOfEmployer(sets, row.details.clientId)
  const issues =
    found.length > 0 || row.details === null || ofRow === null
      ? found
      : [
          ...ruleIssues(row.details, { permissions, endsAt, hasSets: sets.length > 0 }, rules.context),
          ...ofRow.issues,
          ...setIssues(row.details, ofRow.items, rules.refuseSet),
        ]
  const own = issues.filter(({ field }) => !row.issues.some((issue) => issue.field === field && !issue.isWarning))
  return {
    ...row,
    details: issues.length > 0 ? null : row.details,
    issues: [...row.issues, ...own],
    access:
      issues.length > 0 ? null : { ...permissions, setIds: ofRow?.items.map(({ id }) => id) ?? [], setsEndAt: endsAt },
  }
}

function ruleIssues(
  { isInternal }: { isInternal: boolean },
  { permissions, endsAt, hasSets }: { permissions: Permissions; endsAt: Date | null; hasSets: boolean },
  context: PermissionContext,
): RowIssue[] {
  const plan = planWithin(context, { userId: null, isInternal }, nothingHeld, sentOf(permissions))
  if (plan instanceof Refusal) return [issueOf(plan)]
  // Where applications are given, too, their rules have found it.
  return hasSets && hasEnded(endsAt, context.now) ? [{ field: 'accessEndDt', text: 'permission_set_end_past' }] : []
}

/** The first reason why a user may not be given the sets of a row. */
function setIssues(
  { isInternal }: { isInternal: boolean },
  sets: readonly NamedSet[],
  refuse: (setId: number, isInternal: boolean) => StandardRefusal | null,
): RowIssue[] {
  const refusals = sets.flatMap(({ id }) => refuse(id, isInternal) ?? [])
  return refusals.slice(0, 1).map((refusal) => ({ ...issueOf(refusal), field: 'setsTxt' }))
}

function issueOf({ message }: { message: Message }): RowIssue {
  const { key, values } = firstOf(message)
  return { field: accessField(key), text: key, values: values as Record<string, string> }
}

const firstOf = (message: Message): MessageRef => (Array.isArray(message) ? message[0] : message) as MessageRef
