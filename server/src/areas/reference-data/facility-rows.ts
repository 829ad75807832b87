import { sql } from 'kysely'
import { sentences } from '../../http/sentences.ts'
import { facilityHolders } from './facility-holders.ts'
import type { ReferenceRows } from './reference-rows.ts'
import { run } from '../../db/run.ts'

export const facilityRows: ReferenceRows<'facilityCd' | 'facilityNm' | 'hierarchyFlg'> = {
  table: 'facilities',
  columns: { facilityCd: 'code', facilityNm: 'name', hierarchyFlg: 'has_hierarchy' },
  inUse: [
    { by: 'used_by_client_records', table: 'customers', column: 'facility_code' },
    { by: 'used_by_systems', table: 'systems', column: 'facility_code', isLost: true },
    {
      by: 'used_by_users',
      table: 'user_facility_grants',
      column: 'facility_code',
      where: sql`valid_to is null`,
      isLost: true,
    },
  ],
  unique: { facilities_pkey: 'facilityCd', facilities_by_name: 'facilityNm' },
  dependents: facilityHolders,
  check: async (tx, { facilityCd, hierarchyFlg }) => {
    if (hierarchyFlg === true) return null
    const [nested] = await run(
      tx,
      sql`select from customers where facility_code = ${facilityCd} and parent_id is not null limit 1`,
    )
    return nested ? { field: 'hierarchyFlg', message: sentences.facility_has_hierarchy } : null
  },
}
