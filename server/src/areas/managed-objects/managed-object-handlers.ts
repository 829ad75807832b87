import type * as contract from '@portico/contract/managed-objects/managed-objects.ts'
import type { Db } from '../../db/database.ts'
import { refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { maySeeKind } from './kind-guards.ts'
import { listManagedObjects } from './managed-object-store.ts'

/** What screens mark as managed by files of configuration. */
export function managedObjectHandlers({ db }: { db: Db }): Handlers<typeof contract> {
  return {
    listManagedObjects: async ({ caller, params: { kindCd }, query: { ids } }) => {
      if (!(await maySeeKind(kindCd, caller))) return refuse('403', sentences.not_allowed)
      return db.read(adminScope(caller), (tx) => listManagedObjects(tx, kindCd, ids))
    },
  }
}
