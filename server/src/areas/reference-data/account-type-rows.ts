import { sql } from 'kysely'
import { queryBuilt } from '../../db/query.ts'
import { sentences } from '../../http/sentences.ts'
import type { ReferenceRows } from './reference-rows.ts'

/** Types go with their system, which stays in its table when it is deleted. */
export const accountTypeRows: ReferenceRows<'systemAccountTypeDescTxt' | 'systemAccountTypeCd' | 'systemId'> = {
  table: 'system_account_types',
  columns: { systemAccountTypeDescTxt: 'description', systemAccountTypeCd: 'code', systemId: 'system_id' },
  where: sql`exists (select from systems where id = entry.system_id and deleted_at is null)`,
  shown: { systemNm: sql`(select name from systems where id = entry.system_id)` },
  inUse: [{ by: 'used_by_users', table: 'user_system_accounts', column: 'type_id' }],
  unique: { system_account_types_by_code: 'systemAccountTypeCd' },
  refersTo: { system_account_types_system_id_fkey: 'systemId' },
  check: async (tx, { systemId }) => {
    const [system] = await queryBuilt(tx, sql`select from systems where id = ${systemId} and deleted_at is null`)
    return system ? null : { field: 'systemId', message: sentences.field_invalid }
  },
}
