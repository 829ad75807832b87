import type { SavedFilter } from '@portico/contract/preferences.ts'
import type { ListName } from '@portico/contract/preference-rules.ts'
import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'

export interface ListPreferences {
  savedFilters: SavedFilter[]
  hiddenColumns: string[]
}

/** The table `list_preferences`; every statement names the owner. */
export function listPreferenceStore(tx: Tx) {
  return {
    /** Returns empty preferences where the user has none. */
    read: async (userId: number, list: ListName): Promise<ListPreferences> => {
      const [row] = await query<ListPreferences>(
        tx,
        `select saved_filters as "savedFilters", hidden_columns as "hiddenColumns"
         from list_preferences where user_id = $1 and list_name = $2`,
        [userId, list],
      )
      return row ?? { savedFilters: [], hiddenColumns: [] }
    },

    /** Replaces what is given, in one statement; what is undefined stays. */
    replace: async (
      userId: number,
      list: ListName,
      { savedFilters, hiddenColumns }: { [Part in keyof ListPreferences]: ListPreferences[Part] | undefined },
    ): Promise<void> => {
      const filters = savedFilters === undefined ? null : JSON.stringify(savedFilters)
      await query(
        tx,
        `insert into list_preferences as kept (user_id, list_name, saved_filters, hidden_columns)
         values ($1, $2, coalesce($3::jsonb, '[]'), coalesce($4::text[], '{}'))
         on conflict (user_id, list_name) do update
         set saved_filters = coalesce($3::jsonb, kept.saved_filters),
             hidden_columns = coalesce($4::text[], kept.hidden_columns)`,
        [userId, list, filters, hiddenColumns ?? null],
      )
    },
  }
}
