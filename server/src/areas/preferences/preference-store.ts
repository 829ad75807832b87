import type { SavedFilter } from '@portico/contract/preferences/preferences.ts'
import type { ListName } from '@portico/contract/preferences/preference-rules.ts'
import type { Tx } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, int, json, jsonText, nullable, type RowOf, statement, text } from '../../db/statement.ts'

export type ListPreferences = RowOf<typeof selectListPreferences>

// The table `list_preferences`; every statement names the owner.

const selectListPreferences = statement([int, text], {
  name: 'preferences: select list preferences',
  text: `select saved_filters as "savedFilters", hidden_columns as "hiddenColumns"
         from list_preferences where user_id = $1 and list_name = $2`,
  row: { savedFilters: json<SavedFilter[]>(), hiddenColumns: arrayOf(text) },
})

/** Returns empty preferences where the user has none. */
export async function readListPreferences(tx: Tx, userId: number, list: ListName): Promise<ListPreferences> {
  const row = await runFirst(tx, selectListPreferences(userId, list))
  return row ?? { savedFilters: [], hiddenColumns: [] }
}

const insertListPreferences = statement([int, text, nullable(jsonText), nullable(arrayOf(text))], {
  name: 'preferences: insert list preferences',
  text: `insert into list_preferences as kept (user_id, list_name, saved_filters, hidden_columns)
         values ($1, $2, coalesce($3::jsonb, '[]'), coalesce($4::text[], '{}'))
         on conflict (user_id, list_name) do update
         set saved_filters = coalesce($3::jsonb, kept.saved_filters),
             hidden_columns = coalesce($4::text[], kept.hidden_columns)`,
})

/** Replaces what is given, in one statement; what is undefined stays. */
export async function replaceListPreferences(
  tx: Tx,
  userId: number,
  list: ListName,
  { savedFilters, hiddenColumns }: { [Part in keyof ListPreferences]: ListPreferences[Part] | undefined },
): Promise<void> {
  const filters = savedFilters === undefined ? null : JSON.stringify(savedFilters)
  await run(tx, insertListPreferences(userId, list, filters, hiddenColumns ?? null))
}
