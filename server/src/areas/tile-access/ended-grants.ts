import type { TileGate } from '@portico/contract/tile-access/tile-access.ts'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { instant, int, nullable, statement } from '../../db/statement.ts'
import type { Authority } from '../../http/caller.ts'
import { isFacilityInReach } from '../grants/public.ts'

/** The end of the last grant where it ended on its own date; null: there was none, or it was taken away before. */
const lastEnd = (table: string, condition: string) => `
  (select case when given.ends_at <= clock_now() and coalesce(given.valid_to, given.ends_at) >= given.ends_at
                and ($3::timestamptz is null or given.ends_at > $3) then given.ends_at end
     from ${table} given where given.user_id = $1 and ${condition}
    order by given.valid_from desc, given.id desc limit 1)`

const endedStatement = statement([int, int, nullable(instant), nullable(int)], {
  name: 'tile-access: ended grants',
  text: `
  select p.id as "pageId",
         ${lastEnd('user_system_grants', 'given.system_id = p.system_id')} as "systemEnd",
         ${lastEnd('user_page_grants', 'given.page_id = p.id')} as "pageEnd",
         case when $4::integer is null or ${isFacilityInReach('sy.facility_code', '$4')}
              then ${lastEnd('user_facility_grants', 'given.facility_code = sy.facility_code')} end as "facilityEnd"
    from pages p join systems sy on sy.id = p.system_id
   where p.section_id = $2 and p.deleted_at is null`,
  row: { pageId: int, systemEnd: nullable(instant), pageEnd: nullable(instant), facilityEnd: nullable(instant) },
})

/** When the last grant that a gate needs ended on its own date. */
export type EndedGrants = Readonly<Partial<Record<TileGate, Date | null>>>

/**
 * The ended grants for the pages of a tile, by page. Ends of facilities that the reader does not see are left out, as in
 * the access history (decision E4).
 * @param since earlier ends are left out; null: none are
 */
export async function readEndedGrants(
  tx: Tx,
  userId: number,
  sectionId: number,
  since: Date | null,
  reader: Pick<Authority, 'userId' | 'isPortalAdmin'>,
): Promise<ReadonlyMap<number, EndedGrants>> {
  const rows = await run(tx, endedStatement(userId, sectionId, since, reader.isPortalAdmin ? null : reader.userId))
  return new Map(
    rows.map(({ pageId, systemEnd, pageEnd, facilityEnd }) => [
      pageId,
      { APPLICATION_GRANTED: systemEnd, PAGE_GRANTED: pageEnd, FACILITY_GRANTED: facilityEnd },
    ]),
  )
}
