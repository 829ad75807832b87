import type * as contract from '@portico/contract/account.ts'
import type { Db } from '../../db/database.ts'
import type { Handlers } from '../../http/handlers.ts'
import { ownScope, type Transact } from '../../stores.ts'
import { whoOf } from '../audit/public.ts'
import { readProfile } from './profile.ts'

export function accountHandlers({ db, transact }: { db: Db; transact: Transact }): Handlers<typeof contract> {
  return {
    getProfile: ({ caller }) => db.read(ownScope(caller), (tx) => readProfile(tx, caller.user.id)),
    updateProfile: ({ body, caller, request }) =>
      transact(ownScope(caller), async ({ tx, users, audit }) => {
        const before = await readProfile(tx, caller.user.id)
        if (body.sectionSortPrfTxt === undefined) return before
        const sort = body.sectionSortPrfTxt ?? 'ALPHABETICAL'
        if (sort === before.sectionSortPrfTxt) return before
        await users.setSectionSort(caller.user.id, sort)
        await audit.record(request, {
          event: 'user_updated',
          ...whoOf(caller),
          target: { kind: 'user', id: caller.user.id },
          before: { sectionSort: before.sectionSortPrfTxt },
          after: { sectionSort: sort },
        })
        return { ...before, sectionSortPrfTxt: sort }
      }),
  }
}
