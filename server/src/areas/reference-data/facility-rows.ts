import { sql } from 'kysely'
import { sentences } from '../../http/sentences.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { closeAllGrants, reopenAllGrants } from '../grants/public.ts'
import type { Dependents, ReferenceRows } from './reference-rows.ts'
import { run } from '../../db/run.ts'

interface Detached {
  systems: number[]
  /** The moment at which the deletion ended the grants. */
  endedAt: string
}

/** Systems and users lose a facility that is deleted, and get it back where it is restored (decision I7). */
const facilityHolders: Dependents = {
  detach: async (tx, { caller, request }, id) => {
    const code = String(id)
    const loose = await run<{ id: number }>(
      tx,
      sql`update systems set facility_code = null, changed_by = ${caller.user.id} where facility_code = ${code} returning id`,
    )
    const systems = loose.map((system) => system.id).toSorted((one, other) => one - other)
    const { count: userCnt, endedAt } = await closeAllGrants(tx, 'facility', code, caller.user.id)
    const detached: Detached = { systems, endedAt }
    if (systems.length === 0 && userCnt === 0) return detached
    recordAudit(tx, request, {
      event: 'reference_data_changed',
      ...auditActor(caller),
      clientId: null,
      target: { kind: 'facilities', id: code },
      before: { systems, userCnt },
      after: { systems: [], userCnt: 0 },
    })
    return detached
  },
  attach: async (tx, { caller }, id, detached) => {
    const { systems, endedAt } = detached as Detached
    const code = String(id)
    await run(
      tx,
      sql`update systems set facility_code = ${code}, changed_by = ${caller.user.id} where id = any(${systems}::int[]) and facility_code is null`,
    )
    await reopenAllGrants(tx, 'facility', code, endedAt)
  },
}

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
