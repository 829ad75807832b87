import type * as contract from '@portico/contract/preferences.ts'
import type { Db } from '../../db/database.ts'
import { refuseField } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { ownScope, type Transact } from '../../stores.ts'
import { columnIssue, filterIssue, normalizeFilters } from './preference-rules.ts'
import { listPreferenceStore } from './preference-store.ts'

export function preferenceHandlers({
  db,
  transact,
}: {
  db: Db
  transact: Transact<'listPreferences'>
}): Handlers<typeof contract> {
  return {
    getListPreferences: ({ caller, params }) =>
      db.read(ownScope(caller), (tx) => listPreferenceStore(tx).read(caller.user.id, params.listNm)),

    saveListPreferences: async ({ caller, params: { listNm }, body }) => {
      const savedFilters = body.savedFilters && normalizeFilters(body.savedFilters)
      const hiddenColumns = body.hiddenColumns && [...new Set(body.hiddenColumns)]
      const issue = filterIssue(listNm, savedFilters ?? []) ?? columnIssue(listNm, hiddenColumns ?? [])
      if (issue) return refuseField(issue.field, sentences[issue.text])
      await transact(ownScope(caller), ({ listPreferences }) =>
        listPreferences.replace(caller.user.id, listNm, { savedFilters, hiddenColumns }),
      )
      return null
    },
  }
}
