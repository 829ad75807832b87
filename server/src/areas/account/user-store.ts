import type { SectionSort } from '@portico/contract/account.ts'
import type { Tx } from '../../db/database.ts'

/** The table `users`, as far as people change it themselves. */
export function userStore(tx: Tx) {
  return {
    setSectionSort: async (userId: number, sort: SectionSort): Promise<void> => {
      await tx.updateTable('users').set({ section_sort: sort }).where('id', '=', userId).execute()
    },
  }
}
