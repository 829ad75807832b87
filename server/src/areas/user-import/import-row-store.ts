import type { Tx } from '../../db/database.ts'
import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { NewUserDetails } from '../users/public.ts'
import type { CheckedRow, GivenRow, RowGrants, RowIssue } from './import-rows.ts'
import { queue, run } from '../../db/run.ts'
import { arrayOf, bool, int, json, jsonText, nullable, present, statement, text } from '../../db/statement.ts'

const addRows = statement([int, jsonText], {
  name: 'user-import: add rows',
  text: `
  insert into user_import_rows (import_id, row_number, given, faults)
  select $1, "row", given, faults from jsonb_to_recordset($2::jsonb) each ("row" integer, given jsonb, faults jsonb)`,
})

const saveRows = statement([int, jsonText], {
  name: 'user-import: save rows',
  text: `
  update user_import_rows stored
     set details = each.details, access = each.access, issues = each.issues, has_error = each.details is null,
         user_name_folded = fold_user_name(each."userName"), email_folded = fold_email(each.email),
         person_folded = fold_email(each.email) || chr(10) || lower(each.person collate "en-x-icu")
    from jsonb_to_recordset($2::jsonb) each ("row" integer, details jsonb, access jsonb, issues jsonb, "userName" text, email text, person text)
   where stored.import_id = $1 and stored.row_number = each."row"`,
})

/** A later row is compared with the first one that has the same value. */
const repeatedRows = statement([int], {
  name: 'user-import: repeated rows',
  text: `
  select row_number as "row", named, known, mailed
    from (select row_number,
                 case when user_name_folded is not null
                   then nullif(min(row_number) over (partition by user_name_folded), row_number) end as named,
                 case when person_folded is not null
                   then nullif(min(row_number) over (partition by person_folded), row_number) end as known,
                 case when email_folded is not null
                   then nullif(min(row_number) over (partition by email_folded), row_number) end as mailed
            from user_import_rows where import_id = $1) each
   where coalesce(named, known, mailed) is not null order by row_number`,
  row: { row: int, named: nullable(int), known: nullable(int), mailed: nullable(int) },
})

const noteRepeats = statement([int, jsonText], {
  name: 'user-import: note repeats',
  text: `
  update user_import_rows stored
     set has_error = stored.has_error or each."isError", issues = stored.issues || each.issues
    from jsonb_to_recordset($2::jsonb) each ("row" integer, "isError" boolean, issues jsonb)
   where stored.import_id = $1 and stored.row_number = each."row"`,
})

const nameRows = statement([int, jsonText], {
  name: 'user-import: name rows',
  text: `update user_import_rows stored
            set user_name_folded = fold_user_name(each.name),
                details = jsonb_set(details, '{userName}', to_jsonb(each.name))
           from jsonb_to_recordset($2::jsonb) each ("row" integer, name text)
          where stored.import_id = $1 and stored.row_number = each."row"`,
})

// The table `user_import_rows`.

export const addImportRows = (tx: Tx, id: number, rows: readonly GivenRow[]): void =>
  queue(tx, addRows(id, JSON.stringify(rows)))

const selectUserImportRows = statement([int, int, int], {
  name: 'user-import: select user import rows',
  text: `select row_number as "row", given, faults from user_import_rows
          where import_id = $1 and row_number > $2 order by row_number limit $3`,
  row: { row: int, given: json<GivenRow['given']>(), faults: json<GivenRow['faults']>() },
})

/** Returns the next rows in the order of the file. */
export const listGivenRows = (tx: Tx, id: number, after: number, limit: number): Promise<GivenRow[]> =>
  run(tx, selectUserImportRows(id, after, limit))

const selectUserImportRowsForListCheckedRows = statement([int, int, int], {
  name: 'user-import: select user import rows for list checked rows',
  text: `select row_number as "row", details, access from user_import_rows
          where import_id = $1 and row_number > $2 order by row_number limit $3`,
  row: { row: int, details: present(json<NewUserDetails>()), access: nullable(json<RowGrants>()) },
})

/** A row that is about to become a user. */
export interface CreatableRow {
  row: number
  details: NewUserDetails
  access: RowGrants | null
}

/** Returns the next rows of an import without errors, in the order of the file. */
export async function listCheckedRows(tx: Tx, id: number, after: number, limit: number): Promise<CreatableRow[]> {
  const rows = await run(tx, selectUserImportRowsForListCheckedRows(id, after, limit))
  return rows.map(({ access, ...row }) => ({ ...row, access: access && accessOfJson(access) }))
}

/** Access that was stored as JSON, with times as moments. */
const accessOfJson = ({ system, page, setIds = [], setsEndAt = null }: RowGrants): RowGrants => ({
  setIds,
  setsEndAt: momentOf(setsEndAt),
  system: system.map((grant) => ({ ...grant, endsAt: momentOf(grant.endsAt) })),
  page: page.map((grant) => ({ ...grant, endsAt: momentOf(grant.endsAt) })),
})
const momentOf = (endsAt: Date | string | null) => (endsAt === null ? null : new Date(endsAt))

const selectPortalAccess = statement([int, int], {
  name: 'user-import: select portal access',
  text: `select from user_import_rows
          where import_id = $1 and not has_error
            and (access -> 'system' @> jsonb_build_array(jsonb_build_object('systemId', $2::integer))
                 or exists (select from permission_set_items item
                             where item.system_id = $2 and access -> 'setIds' @> to_jsonb(item.set_id)))
          limit 1`,
})

/** True where a row that can be created gives rights in the portal itself (S52). */
export const givesPortalAccess = async (tx: Tx, id: number): Promise<boolean> =>
  (await run(tx, selectPortalAccess(id, PORTAL_SYSTEM_ID))).length > 0

const selectSetIds = statement([int], {
  name: 'user-import: select ids of sets',
  text: `select distinct named.id::integer as id
           from user_import_rows stored cross join jsonb_array_elements_text(coalesce(stored.access -> 'setIds', '[]')) named (id)
          where stored.import_id = $1 order by 1`,
  row: { id: int },
})

/** The permission sets that the rows of an import give. */
export const listSetIds = async (tx: Tx, id: number): Promise<number[]> =>
  (await run(tx, selectSetIds(id))).map((set) => set.id)

const noteUsers = statement([int, arrayOf(int), arrayOf(int)], {
  name: 'user-import: note users',
  text: `update user_import_rows stored set created_user_id = created.user_id
           from unnest($2::integer[], $3::integer[]) created (row_number, user_id)
          where stored.import_id = $1 and stored.row_number = created.row_number`,
})

/** Notes which user was created from each row. */
export const noteCreatedUsers = (tx: Tx, id: number, created: readonly { row: number; id: number }[]): void =>
  queue(
    tx,
    noteUsers(
      id,
      created.map(({ row }) => row),
      created.map((user) => user.id),
    ),
  )

export const saveCheckedRows = (tx: Tx, id: number, rows: readonly CheckedRow[]): void =>
  queue(tx, saveRows(id, JSON.stringify(rows)))

/** Repeated rows noted at once. */
const REPEATS_AT_ONCE = 1_000

/**
 * Notes the rows that have a value of an earlier row. They are found first, and then noted by their numbers: joined with
 * themselves, the rows of a file that the statistics of the database do not know yet take time by their square.
 */
export async function noteRepeatedRows(tx: Tx, id: number): Promise<void> {
  const notes = (await run(tx, repeatedRows(id))).map(({ row, named, known, mailed }) => {
    const issues: RowIssue[] = []
    if (named !== null) issues.push({ field: 'userNm', text: 'import_user_name_twice', values: { row: named } })
    if (known !== null) issues.push({ field: '', text: 'import_person_twice', values: { row: known } })
    else if (mailed !== null)
      issues.push({ field: 'emailAddress', text: 'import_email_twice', values: { row: mailed }, isWarning: true })
    return { row, isError: named !== null || known !== null, issues }
  })
  for (let from = 0; from < notes.length; from += REPEATS_AT_ONCE)
    queue(tx, noteRepeats(id, JSON.stringify(notes.slice(from, from + REPEATS_AT_ONCE))))
}

const selectUserImportRowsForListUnnamedRows = statement([int, int], {
  name: 'user-import: select user import rows for list unnamed rows',
  text: `select row_number as "row", details from user_import_rows
          where import_id = $1 and user_name_folded is null and not has_error order by row_number limit $2`,
  row: { row: int, details: present(json<NewUserDetails>()) },
})

/** Returns valid rows without a user name, in the order of the file. */
export const listUnnamedRows = (
  tx: Tx,
  id: number,
  limit: number,
): Promise<{ row: number; details: NewUserDetails }[]> => run(tx, selectUserImportRowsForListUnnamedRows(id, limit))

const selectUnnest = statement([int, arrayOf(text)], {
  name: 'user-import: select unnest',
  text: `select name from (select name, fold_user_name(name) as folded from unnest($2::text[]) name offset 0) each
          where not exists (select from user_import_rows where import_id = $1 and user_name_folded = folded)`,
  row: { name: text },
})

/** Names that no other row of the import has. */
export async function namesUnusedInImport(tx: Tx, id: number, names: readonly string[]): Promise<string[]> {
  const rows = await run(tx, selectUnnest(id, names))
  return rows.map(({ name }) => name)
}

/** Gives rows their user names. */
export const nameImportRows = (tx: Tx, id: number, named: readonly { row: number; name: string }[]): void =>
  queue(tx, nameRows(id, JSON.stringify(named)))

const correctRows = statement([int, int, text, nullable(text), bool], {
  name: 'user-import: correct rows',
  text: `
  with corrected as (select given ->> $3 as value from user_import_rows where import_id = $1 and row_number = $2)
  update user_import_rows stored
     set given = case when $4::text is null then stored.given - $3 else jsonb_set(stored.given, array[$3], to_jsonb($4::text)) end,
         faults = coalesce((select jsonb_agg(fault) from jsonb_array_elements(stored.faults) fault where fault ->> 'field' <> $3), '[]')
    from corrected
   where stored.import_id = $1
     and (stored.row_number = $2 or ($5 and corrected.value is not null and stored.given ->> $3 = corrected.value))
  returning stored.row_number as "row"`,
  row: { row: int },
})

/** Changes a value of a row, or of every row with the same value; returns false where there is no such row. */
export async function correctImportRows(
  tx: Tx,
  id: number,
  { row, field, value }: { row: number; field: string; value: string | null },
  everywhere: boolean,
): Promise<boolean> {
  return (await run(tx, correctRows(id, row, field, value, everywhere))).length > 0
}

const selectUserImportRowsForListRowsWithIssues = statement([int, int], {
  name: 'user-import: select user import rows for list rows with issues',
  text: `select row_number as "row", given, issues from user_import_rows
          where import_id = $1 and issues <> '[]' order by has_error desc, row_number limit $2`,
  row: { row: int, given: json<GivenRow['given']>(), issues: json<RowIssue[]>() },
})

/** Returns the first rows that have issues. */
export const listRowsWithIssues = (
  tx: Tx,
  id: number,
  limit: number,
): Promise<{ row: number; given: GivenRow['given']; issues: RowIssue[] }[]> =>
  run(tx, selectUserImportRowsForListRowsWithIssues(id, limit))
