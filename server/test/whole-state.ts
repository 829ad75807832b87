import { type OwnerConnection, ownerConnection } from './database.ts'
import type { Portal } from './portal.ts'

/** Set when anything about a row changes; they are left out beside other changes of the row. */
const VOLATILE: ReadonlySet<string> = new Set([
  'changed_at',
  'content_version',
  'profile_changed_at',
  'profile_version',
  'timeout_changed_at',
  'timeout_version',
  'updated_at',
  'version',
])

/** Changed by every call of a signed-in user, and by reading the clock. */
const OF_EVERY_CALL: readonly string[] = ['last_active_at', 'now']

/** Views that show rows of one table, which are compared themselves. */
const SHOW_ROWS: readonly string[] = [
  'client_session_timeouts',
  'current_customer_grants',
  'current_facility_grants',
  'current_page_grants',
  'current_system_grants',
  'latest_licenses',
  'session_callers',
  'sign_in_accounts',
  'users_in_scope',
]

type Row = Readonly<Record<string, unknown>>

/** A table or a view of the migrated schema. */
interface Relation {
  /** With its schema unless that is `public`. */
  name: string
  isView: boolean
  /** Columns that tell its rows apart. */
  key: readonly string[]
  /** Columns that can be written. */
  columns: readonly string[]
  /** By column, the table whose key it holds. */
  references: Readonly<Record<string, string>>
}

interface Rows {
  /** Differs when a row was written or deleted; null: unknown. */
  sum: string | null
  byKey: ReadonlyMap<string, Row>
}

/** Every row of every table and view at a moment. */
export interface WholeState {
  at: Date
  relations: ReadonlyMap<string, Rows>
}

/** A row that is not as it was; null: it was not there, or is no longer there. */
export interface RowChange {
  relation: Relation
  before: Row | null
  after: Row | null
}

const listRelations = `
  select case when space.nspname = 'public' then '' else space.nspname || '.' end || rel.relname as name,
         rel.relkind = 'v' as "isView",
         array(select attname::text from pg_attribute
                where attrelid = rel.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
         array(select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
                where indrelid = rel.oid and indisprimary order by attnum) as key,
         (select coalesce(jsonb_object_agg(attname, target.relname), '{}')
            from pg_constraint fk join pg_class target on target.oid = fk.confrelid
            join pg_attribute on attrelid = fk.conrelid and attnum = fk.conkey[1]
           where fk.conrelid = rel.oid and fk.contype = 'f' and cardinality(fk.conkey) = 1) as "references"
    from pg_class rel join pg_namespace space on space.oid = rel.relnamespace
   where (space.nspname = 'public' and rel.relkind in ('r', 'p', 'v') and not rel.relispartition and rel.relname <> all($1))
      or (space.nspname = 'jobs' and rel.relname = 'job')
   order by 1`

/** The table of the queue; of a job it matters that it is there. */
const JOBS = 'jobs.job'
const JOB_COLUMNS = ['id', 'name']

const relationsOf = new WeakMap<Portal, Promise<Relation[]>>()

async function findRelations(portal: Portal): Promise<Relation[]> {
  const found = (await portal.owner(listRelations, [SHOW_ROWS])) as unknown as Relation[]
  return found.map((relation) => {
    if (relation.name === JOBS) return { ...relation, key: JOB_COLUMNS, columns: JOB_COLUMNS }
    if (relation.key.length > 0) return relation
    const ids = relation.columns.filter((name) => relation.isView && /^id$|_id$/.test(name))
    return { ...relation, key: ids.length > 0 ? ids : relation.columns }
  })
}

const known = (portal: Portal): Promise<Relation[]> => {
  const relations = relationsOf.get(portal) ?? findRelations(portal)
  relationsOf.set(portal, relations)
  return relations
}

/**
 * Reads every row of every table and of the views that derive from several. `last`: a state that was read before, so
 * that only tables with younger rows, or fewer, are read again.
 */
export async function readWholeState(portal: Portal, last?: WholeState): Promise<WholeState> {
  const relations = await known(portal)
  const tables = relations.filter(({ isView }) => !isView)
  const sums = await portal.owner(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*) || ' rows ' || coalesce(max(xmin::text::bigint), 0) as sum from ${name}`,
      )
      .join(' union all '),
  )
  const sumOf = new Map(sums.map(({ name, sum }) => [String(name), String(sum)]))
  const read = new Map<string, Rows>()
  const stale: Relation[] = []
  for (const relation of relations) {
    const before = last?.relations.get(relation.name)
    const sum = sumOf.get(relation.name) ?? null
    if (before && sum !== null && before.sum === sum) read.set(relation.name, before)
    else stale.push(relation)
  }
  const views = stale.filter(({ isView }) => isView)
  const rows = await Promise.all([
    // The same text each time, whose plan is kept.
    portal.owner(views.map(allRows).join(' union all ')),
    ...stale.filter(({ isView }) => !isView).map((table) => portal.owner(allRows(table))),
  ])
  for (const { name, rows: all } of rows.flat()) {
    const relation = stale.find((one) => one.name === name) as Relation
    const byKey = new Map(((all ?? []) as Row[]).map((row) => [keyOf(relation, row), row]))
    read.set(relation.name, { sum: sumOf.get(relation.name) ?? null, byKey })
  }
  const [clock] = await portal.owner('select clock_now() as at')
  return { at: clock?.['at'] as Date, relations: read }
}

const allRows = ({ name, columns }: Relation) =>
  `select '${name}' as name, (select jsonb_agg(to_jsonb(one)) from (select ${columns.map((column) => `"${column}"`).join(', ')} from ${name}) one) as rows`

const keyOf = ({ key }: Relation, row: Row) => key.map((name) => JSON.stringify(row[name])).join(' ')

/** Names of the columns in which a row differs, but for those that every call changes. */
const differing = (before: Row, after: Row): string[] =>
  Object.keys(after).filter(
    (name) => !OF_EVERY_CALL.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

/** The rows that differ, were added or deleted between two states. */
async function rowChanges(portal: Portal, before: WholeState, after: WholeState): Promise<RowChange[]> {
  return (await known(portal)).flatMap((relation) => {
    const [old, now] = [before.relations.get(relation.name), after.relations.get(relation.name)]
    if (!old || !now || old === now) return []
    const changes: RowChange[] = []
    for (const [key, row] of old.byKey) {
      const found = now.byKey.get(key)
      if (!found) changes.push({ relation, before: row, after: null })
      else if (differing(row, found).length > 0) changes.push({ relation, before: row, after: found })
    }
    for (const [key, row] of now.byKey) if (!old.byKey.has(key)) changes.push({ relation, before: null, after: row })
    return changes
  })
}

/** What records are called in descriptions of changes, as `table:key`. */
export type RecordNames = Readonly<Record<string, string>>

/**
 * Describes the changes between two states, one line for each kind: `users(target) status 1 → 2, status_changed_at now`,
 * `+ audit_events(admin, target) user_updated`, `- sessions(target)`. Records without a name are called by the named
 * ones that they belong to, and `other` where there are none. Ids, texts and large numbers are described, not shown.
 */
export async function describeChanges(
  portal: Portal,
  { before, after, names }: { before: WholeState; after: WholeState; names: RecordNames },
): Promise<string[]> {
  const times = { from: before.at.getTime(), to: after.at.getTime() }
  const relations = new Map((await known(portal)).map((relation) => [relation.name, relation]))
  const find = (table: string, key: unknown) => {
    const relation = relations.get(table) as Relation
    const of = (state: WholeState) => state.relations.get(table)?.byKey.get(JSON.stringify(key))
    const row = of(after) ?? of(before)
    return row && { relation, row }
  }
  const lines = (await rowChanges(portal, before, after)).map((change) => describe({ names, times, find }, change))
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(([line, count]) => (count > 1 ? `${line} (${count} rows)` : line)).toSorted()
}

/** Columns that say when a row was changed last, or how often. */
const MOVING: readonly string[] = ['changed_at', 'updated_at', 'version']

/** The columns that should have moved with a change of their row, and have not: `table.column`. */
export async function unmovedColumns(portal: Portal, before: WholeState, after: WholeState): Promise<string[]> {
  const changes = (await rowChanges(portal, before, after)).flatMap(({ relation, before: old, after: now }) => {
    if (relation.isView || !old || !now) return []
    const changed = differing(old, now)
    if (changed.every((column) => VOLATILE.has(column))) return []
    const unmoved = MOVING.filter((column) => relation.columns.includes(column) && !changed.includes(column))
    return unmoved.map((column) => `${relation.name}.${column}`)
  })
  return [...new Set(changes)].toSorted()
}

/** Flags that differ between two states: columns of tables of which another number of rows is true. */
export async function differingFlags(portal: Portal, one: WholeState, other: WholeState): Promise<string[]> {
  const tables = (await known(portal)).filter(({ isView }) => !isView)
  const countOf = ({ relations }: WholeState, table: string, column: string) =>
    [...(relations.get(table)?.byKey.values() ?? [])].filter((row) => row[column] === true).length
  return tables.flatMap(({ name, columns }) => {
    if (one.relations.get(name) === other.relations.get(name)) return []
    const flags = columns.filter((column) => countOf(one, name, column) !== countOf(other, name, column))
    return flags.map((column) => `${name}.${column}`)
  })
}

const textOf = (key: unknown) => (typeof key === 'string' ? key : JSON.stringify(key))

interface Context {
  names: RecordNames
  times: { from: number; to: number }
  /** A row of a table by its key. */
  find(table: string, key: unknown): { relation: Relation; row: Row } | undefined
}

/** Codes of a row that was added or deleted, and which of its times lie ahead. */
const factsOf = ({ times }: Context, row: Row): string[] =>
  Object.entries(row).flatMap(([column, value]) => {
    if (isCode(value)) return [value]
    return typeof value === 'string' && TIME.test(value) && Date.parse(value) > times.to ? [`${column} later`] : []
  })

function describe(context: Context, change: RowChange): string {
  const { relation, before, after } = change
  const name = `${relation.name}(${nameOf(context, relation, (after ?? before) as Row)})`
  if (!before || !after) {
    return [before ? '-' : '+', name, ...(relation.isView ? [] : factsOf(context, (after ?? before) as Row))].join(' ')
  }
  const changed = differing(before, after).filter((column) => !VOLATILE.has(column))
  if (changed.length === 0) return `${name} touched`
  const show = (row: Row, column: string) => valueOf(context, relation, column, row[column])
  const columns = changed.map((column) => `${column} ${show(before, column)} → ${show(after, column)}`)
  return `${name} ${columns.join(', ')}`
}

/** Its own name, or those of the records that it refers to, directly or through one that has no name. */
function nameOf(context: Context, relation: Relation, row: Row): string {
  return [...new Set(namesOf(context, relation, row, 2))].join(', ') || 'other'
}

function namesOf(context: Context, { name, key, columns, references }: Relation, row: Row, hops: number): string[] {
  const own = context.names[`${name}:${key.map((column) => textOf(row[column])).join(',')}`]
  if (own) return [own]
  return columns.flatMap((column) => {
    const table = references[column] ?? (/(^|_)user_id$/.test(column) ? 'users' : undefined)
    if (!table || row[column] === null || column === 'changed_by') return []
    const referred = context.names[`${table}:${textOf(row[column])}`]
    if (referred || hops === 0) return referred ?? []
    const found = context.find(table, row[column])
    return found ? namesOf(context, found.relation, found.row, hops - 1) : []
  })
}

/** A word that a program understands, such as a state or the name of an event. */
const isCode = (value: unknown): value is string => typeof value === 'string' && /^[a-z][a-z_-]{2,40}$/.test(value)

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

function valueOf({ names, times }: Context, { references }: Relation, column: string, value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  const reference = references[column]
  if (reference) return names[`${reference}:${textOf(value)}`] ?? 'other'
  if (column.endsWith('_id')) return 'id'
  if (typeof value === 'number') return Math.abs(value) < 10 ? String(value) : 'number'
  if (typeof value !== 'string') return Array.isArray(value) ? `list of ${value.length}` : 'object'
  if (TIME.test(value)) return timeOf(times, Date.parse(value))
  return isCode(value) ? value : 'text'
}

function timeOf({ from, to }: Context['times'], at: number): string {
  if (at < from) return 'past'
  return at > to ? 'later' : 'now'
}

/** Connections on which neither triggers nor foreign keys stop what is restored. */
const restoring = new WeakMap<Portal, OwnerConnection>()

function restoringConnection(portal: Portal): OwnerConnection {
  const kept = restoring.get(portal) ?? ownerConnection({ ownerUrl: portal.config.databaseUrl ?? '' })
  restoring.set(portal, kept)
  return kept
}

/**
 * Puts every row back as it was in a state, past all triggers; `now` is the state of the moment. Returns the state that
 * is there then, with the same rows. On the embedded server alone, whose owner may do so.
 *
 * @throws where a row could not be put back
 */
export async function restoreWholeState(portal: Portal, state: WholeState, now: WholeState): Promise<WholeState> {
  const changes = (await rowChanges(portal, state, now)).filter(({ relation }) => !relation.isView)
  const connection = restoringConnection(portal)
  try {
    await connection.query('begin; set local session_replication_role = replica')
    await putBack(connection, changes)
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback')
    throw error
  }
  const restored = await readWholeState(portal, now)
  const left = await rowChanges(portal, state, restored)
  if (left.length > 0) throw new Error(`Rows were not restored: ${JSON.stringify(left)}`)
  return restored
}

async function putBack(owner: OwnerConnection, changes: readonly RowChange[]): Promise<void> {
  const changed = [...new Set(changes.map(({ relation }) => relation))]
  const each = async (pick: (change: RowChange) => Row | null, write: (relation: Relation, rows: string) => string) => {
    for (const relation of changed) {
      const rows = changes.filter((change) => change.relation === relation).flatMap((change) => pick(change) ?? [])
      const recordset = `jsonb_populate_recordset(null::${relation.name}, $1::jsonb)`
      if (rows.length > 0) await owner.query(write(relation, recordset), [JSON.stringify(rows)])
    }
  }
  const same = ({ key }: Relation) =>
    key.map((name) => `one."${name}" is not distinct from old."${name}"`).join(' and ')
  const list = ({ columns }: Relation) => columns.map((name) => `"${name}"`).join(', ')
  await each(
    ({ before, after }) => (before ? null : after),
    (relation, rows) => `delete from ${relation.name} one using ${rows} old where ${same(relation)}`,
  )
  await each(
    ({ before, after }) => (after ? before : null),
    (relation, rows) => {
      const sets = relation.columns
        .filter((name) => !relation.key.includes(name))
        .map((name) => `"${name}" = old."${name}"`)
      return `update ${relation.name} one set ${sets.join(', ')} from ${rows} old where ${same(relation)}`
    },
  )
  await each(
    ({ before, after }) => (after ? null : before),
    (relation, rows) =>
      `insert into ${relation.name} (${list(relation)}) overriding system value select ${list(relation)} from ${rows}`,
  )
}
