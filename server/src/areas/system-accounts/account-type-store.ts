import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'

export interface AccountType {
  id: number
  description: string
  code: string
}

const typesOfSystem = `
  select type.id, type.description, type.code
    from system_account_types type join systems system on system.id = type.system_id and system.deleted_at is null
   where type.system_id = $1`

/** The account types of one system, as accounts are of them; they are maintained as reference data. */
export function accountTypeStore(tx: Tx) {
  return {
    ofSystem: (systemId: number): Promise<AccountType[]> =>
      query(tx, `${typesOfSystem} order by type.description, type.id`, [systemId]),
    /** The same, of which none is deleted until the transaction ends. */
    keepOfSystem: (systemId: number): Promise<AccountType[]> =>
      query(tx, `${typesOfSystem} order by type.id for key share of type`, [systemId]),
  }
}
