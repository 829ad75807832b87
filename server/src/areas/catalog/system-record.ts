import { refuseField } from '../../http/answers.ts'
import type { CatalogSystem } from '@portico/contract/catalog-records.ts'
import type { SentSystem } from '@portico/contract/catalog-systems.ts'
import { distinctSoftware, nameIssues, PORTAL_SYSTEM_ID, SOFTWARE_NAME_MAX } from '@portico/contract/catalog-rules.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import { sentences } from '../../http/sentences.ts'
import { type CatalogRecord, isListed } from './catalog-record.ts'

interface SystemRow {
  name: string
  facilityCode: string | null
  software: readonly string[]
}

const software = `array(select used.name from system_software used where used.system_id = entry.id order by used.id)`

const systems = `
  select entry.id as "systemId", entry.name::text as "systemNm", entry.facility_code as "facilityCd",
         ${software} as "cmrCenterExtlSoftware",
         (select count(*)::int from pages p where p.system_id = entry.id and p.deleted_at is null) as "pageCnt",
         (select count(*)::int from current_system_grants user_grant join users u on u.id = user_grant.user_id and u.status < 3
           where user_grant.system_id = entry.id) as "permissionCnt",
         entry.id = ${PORTAL_SYSTEM_ID} as "protectedFlg", entry.version
    from systems entry where entry.deleted_at is null and ${isListed('systems')}`

/** Every system by name, without the one that stands for all applications. */
export const listSystems = (tx: Tx): Promise<CatalogSystem[]> =>
  query(tx, `${systems} order by entry.name, entry.id`, [])

export const findSystem = async (tx: Tx, id: number): Promise<CatalogSystem | undefined> =>
  (await query<CatalogSystem>(tx, `${systems} and entry.id = $1`, [id]))[0]

async function writeSoftware(tx: Tx, id: number, { software: names }: SystemRow): Promise<void> {
  await query(tx, 'delete from system_software where system_id = $1', [id])
  await query(tx, 'insert into system_software (system_id, name) select $1, unnest($2::text[])', [id, names])
}

/** Refuses to change what the portal itself needs, and a facility that does not exist. */
const check: CatalogRecord<SentSystem, SystemRow, CatalogSystem>['check'] = async (tx, id, { before, after }) => {
  if (id === PORTAL_SYSTEM_ID && after.name !== before.name) return refuseField('systemNm', sentences.system_fixed)
  if (id === PORTAL_SYSTEM_ID && after.facilityCode !== before.facilityCode)
    return refuseField('facilityCd', sentences.system_fixed)
  if (after.facilityCode === null || after.facilityCode === before.facilityCode) return null
  const [facility] = await query(tx, 'select from facilities where code = $1 for key share', [after.facilityCode])
  return facility ? null : refuseField('facilityCd', sentences.field_invalid)
}

/** Systems of the catalog (CATA-046..049). */
export const systemRecord: CatalogRecord<SentSystem, SystemRow, CatalogSystem> = {
  table: 'systems',
  event: 'system_changed',
  kind: 'system',
  nameField: 'systemNm',
  columns: { name: 'name', facilityCode: 'facility_code' },
  rowSql: `jsonb_build_object('name', entry.name, 'facilityCode', entry.facility_code, 'software', ${software})`,
  empty: { name: '', facilityCode: null, software: [] },
  merge: (before, { systemNm, facilityCd, cmrCenterExtlSoftware }) => ({
    name: systemNm === undefined ? before.name : plainName(systemNm),
    facilityCode: facilityCd === undefined ? before.facilityCode : facilityCd || null,
    software: cmrCenterExtlSoftware === undefined ? before.software : distinctSoftware(cmrCenterExtlSoftware),
  }),
  issues: ({ name, software: names }) => [
    ...nameIssues('systemNm', name),
    ...(names.some((one) => one.length > SOFTWARE_NAME_MAX)
      ? [{ field: 'cmrCenterExtlSoftware', text: 'software_too_long' as const }]
      : []),
  ],
  check,
  writeParts: writeSoftware,
  find: findSystem,
  added: sentences.system_added,
  saved: sentences.system_saved,
}
