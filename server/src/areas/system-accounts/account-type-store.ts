import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { int, type RowOf, statement, text } from '../../db/statement.ts'

export type AccountType = RowOf<typeof listAccountTypesStatement>

const typesOfSystem = `
  select type.id, type.description, type.code
    from system_account_types type join systems system on system.id = type.system_id and system.deleted_at is null
   where type.system_id = $1`

// The account types of one system, as accounts are of them; they are maintained as reference data.

const listAccountTypesStatement = statement([int], {
  name: 'system-accounts: list account types',
  text: `${typesOfSystem} order by type.description, type.id`,
  row: { id: int, description: text, code: text },
})

export const listAccountTypes = (tx: Tx, systemId: number): Promise<AccountType[]> =>
  run(tx, listAccountTypesStatement(systemId))

const keepAccountTypesStatement = statement([int], {
  name: 'system-accounts: keep account types',
  text: `${typesOfSystem} order by type.id for key share of type`,
  row: { id: int, description: text, code: text },
})

/** The same, of which none is deleted until the transaction ends. */
export const keepAccountTypes = (tx: Tx, systemId: number): Promise<AccountType[]> =>
  run(tx, keepAccountTypesStatement(systemId))
