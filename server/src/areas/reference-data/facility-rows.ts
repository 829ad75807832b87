import { sql } from 'kysely'
import { queryBuilt } from '../../db/query.ts'
import { sentences } from '../../http/sentences.ts'
import { auditActor } from '../audit/public.ts'
import type { Dependents, ReferenceRows } from './reference-rows.ts'

interface Detached {
  systems: number[]
  /** Ids of the grants that the deletion has ended. */
  grants: number[]
}

/** Systems lose their facility, and users theirs; both get it back where it is restored (decision I7). */
const heldBy: Dependents = {
  detach: async ({ tx, audit }, { caller, request }, code) => {
    const [detached] = await queryBuilt(
      tx,
      sql<Detached>`
        with loose as (
          update systems set facility_code = null, changed_by = ${caller.user.id} where facility_code = ${code} returning id
        ), ended as (
          update user_facility_grants set valid_to = clock_now(), closed_by = ${caller.user.id}
           where facility_code = ${code} and valid_to is null returning id
        )
        select array(select id from loose order by id) as systems, array(select id from ended order by id) as grants`,
    )
    const { systems, grants } = detached as Detached
    if (systems.length === 0 && grants.length === 0) return { systems, grants }
    audit.record(request, {
      event: 'reference_data_changed',
      ...auditActor(caller),
      clientId: null,
      target: { kind: 'facilities', id: code },
      before: { systems, userCnt: grants.length },
      after: { systems: [], userCnt: 0 },
    })
    return { systems, grants }
  },
  attach: async ({ tx }, { caller }, code, detached) => {
    const { systems, grants } = detached as Detached
    await queryBuilt(
      tx,
      sql`update systems set facility_code = ${code}, changed_by = ${caller.user.id} where id = any(${systems}::int[]) and facility_code is null`,
    )
    await queryBuilt(
      tx,
      sql`insert into user_facility_grants (user_id, facility_code, all_customers, granted_by, ends_at)
          select user_id, facility_code, all_customers, granted_by, ends_at from user_facility_grants
           where id = any(${grants}::int[]) and (ends_at is null or ends_at > clock_now())
          on conflict do nothing`,
    )
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
  dependents: heldBy,
  check: async (tx, { facilityCd, hierarchyFlg }) => {
    if (hierarchyFlg === true) return null
    const [nested] = await queryBuilt(
      tx,
      sql`select from customers where facility_code = ${facilityCd} and parent_id is not null limit 1`,
    )
    return nested ? { field: 'hierarchyFlg', message: sentences.facility_has_hierarchy } : null
  },
}
