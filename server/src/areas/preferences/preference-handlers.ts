import type * as contract from '@portico/contract/preferences/preferences.ts'
import type * as recentContract from '@portico/contract/preferences/recent-visits.ts'
import type { Db } from '../../db/database.ts'
import { refuseField } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { columnIssue, filterIssue, normalizeFilters } from './preference-rules.ts'
import { readListPreferences, replaceListPreferences } from './preference-store.ts'
import { noteRecentVisit, readRecentVisits } from './recent-visit-store.ts'
import { ownScope } from '../../http/authority.ts'

export function preferenceHandlers({ db }: { db: Db }): Handlers<typeof contract> {
  return {
    getListPreferences: ({ caller, params }) =>
      db.read(ownScope(caller), (tx) => readListPreferences(tx, caller.user.id, params.listNm)),

    saveListPreferences: async ({ caller, params: { listNm }, body }) => {
      const savedFilters = body.savedFilters && normalizeFilters(body.savedFilters)
      const hiddenColumns = body.hiddenColumns && [...new Set(body.hiddenColumns)]
      const issue = filterIssue(listNm, savedFilters ?? []) ?? columnIssue(listNm, hiddenColumns ?? [])
      if (issue) return refuseField(issue.field, sentences[issue.text])
      await db.transact(ownScope(caller), (tx) =>
        replaceListPreferences(tx, caller.user.id, listNm, { savedFilters, hiddenColumns }),
      )
      return null
    },
  }
}

/** What an administrator visited last, for the search before anything is typed. */
export function recentVisitHandlers({ db }: { db: Db }): Handlers<typeof recentContract> {
  return {
    getRecentVisits: ({ caller }) => db.read(ownScope(caller), (tx) => readRecentVisits(tx, caller.user.id)),

    noteRecentVisit: async ({ caller, body }) => {
      await db.transact(ownScope(caller), (tx) => noteRecentVisit(tx, caller.user.id, body.addressTxt))
      return null
    },
  }
}
