import { sql } from 'kysely'
import { queryBuilt } from '../../db/query.ts'
import { auditActor } from '../audit/public.ts'
import type { Dependents } from './reference-rows.ts'

interface Detached {
  systems: number[]
  /** The moment at which the deletion ended the grants. */
  endedAt: string
}

/** Systems and users lose a facility that is deleted, and get it back where it is restored (decision I7). */
export const facilityHolders: Dependents = {
  detach: async ({ tx, audit, grants }, { caller, request }, id) => {
    const code = String(id)
    const loose = await queryBuilt<{ id: number }>(
      tx,
      sql`update systems set facility_code = null, changed_by = ${caller.user.id} where facility_code = ${code} returning id`,
    )
    const systems = loose.map((system) => system.id).toSorted((one, other) => one - other)
    const { count: userCnt, endedAt } = await grants.closeAll('facility', code, caller.user.id)
    const detached: Detached = { systems, endedAt }
    if (systems.length === 0 && userCnt === 0) return detached
    audit.record(request, {
      event: 'reference_data_changed',
      ...auditActor(caller),
      clientId: null,
      target: { kind: 'facilities', id: code },
      before: { systems, userCnt },
      after: { systems: [], userCnt: 0 },
    })
    return detached
  },
  attach: async ({ tx, grants }, { caller }, id, detached) => {
    const { systems, endedAt } = detached as Detached
    const code = String(id)
    await queryBuilt(
      tx,
      sql`update systems set facility_code = ${code}, changed_by = ${caller.user.id} where id = any(${systems}::int[]) and facility_code is null`,
    )
    await grants.reopenAll('facility', code, endedAt)
  },
}
