import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'

export interface AccountType {
  id: number
  systemId: number
  systemName: string
  description: string
  code: string
  version: number
  changedAt: Date
  changedByName: string | null
}

const types = `
  select type.id, type.system_id as "systemId", system.name as "systemName", type.description, type.code, type.version,
         type.changed_at as "changedAt",
         ${userNameSql('type.changed_by')} as "changedByName"
    from system_account_types type join systems system on system.id = type.system_id and system.deleted_at is null`

/** The account types of systems. */
export function accountTypeStore(tx: Tx) {
  return {
    all: (): Promise<AccountType[]> => query(tx, `${types} order by system.name, type.description, type.id`, []),
    ofSystem: (systemId: number): Promise<AccountType[]> =>
      query(tx, `${types} where type.system_id = $1 order by type.description, type.id`, [systemId]),
    /** The same, of which none is deleted until the transaction ends. */
    keepOfSystem: (systemId: number): Promise<AccountType[]> =>
      query(tx, `${types} where type.system_id = $1 order by type.id for key share of type`, [systemId]),

    /** A type, locked until the transaction ends: nobody can begin to use it. */
    lock: async (id: number): Promise<AccountType | undefined> => {
      const [type] = await query<AccountType>(tx, `${types} where type.id = $1 for update of type`, [id])
      return type
    },
    add: async (type: { systemId: number; description: string; code: string }, by: number): Promise<number> => {
      const [row] = await query<{ id: number }>(
        tx,
        `insert into system_account_types (system_id, description, code, changed_by)
         select id, $2, $3, $4 from systems where id = $1 and deleted_at is null returning id`,
        [type.systemId, type.description, type.code, by],
      )
      return row?.id ?? 0
    },
    change: (id: number, type: { description: string; code: string }, by: number) =>
      query(tx, 'update system_account_types set description = $2, code = $3, changed_by = $4 where id = $1', [
        id,
        type.description,
        type.code,
        by,
      ]),
    remove: (id: number) => query(tx, 'delete from system_account_types where id = $1', [id]),
    /** Whether any user has an account of the type, also users out of scope. */
    isUsed: async (id: number): Promise<boolean> =>
      (await query(tx, 'select from user_system_accounts where type_id = $1 limit 1', [id])).length > 0,
  }
}
