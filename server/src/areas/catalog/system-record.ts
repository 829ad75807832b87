import { refuseField, type StandardRefusal } from '../../http/answers.ts'
import type { CatalogSystem } from '@portico/contract/catalog/catalog-records.ts'
import type { SentSystem } from '@portico/contract/catalog/catalog-systems.ts'
import {
  distinctSoftware,
  nameIssues,
  PORTAL_SYSTEM_ID,
  SOFTWARE_NAME_MAX,
} from '@portico/contract/catalog/catalog-rules.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import type { Tx } from '../../db/database.ts'
import { sentences } from '../../http/sentences.ts'
import {
  type LogoutAddress,
  logoutAddressIssue,
  logoutAddressView,
  registeredAddresses,
} from '../logout-chain/public.ts'
import { type CatalogRecord, isListed } from './catalog-record.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, bool, int, nullable, statement, text } from '../../db/statement.ts'

interface SystemRow {
  name: string
  facilityCode: string | null
  browserLogoutUrl: string | null
  software: readonly string[]
}

const software = `array(select used.name from system_software used where used.system_id = entry.id order by used.id)`

const registration = `select ${registeredAddresses} as addresses from systems system where system.id = entry.id`

const systems = `
  select entry.id as "systemId", entry.name::text as "systemNm", entry.facility_code as "facilityCd",
         ${software} as "cmrCenterExtlSoftware",
         (select count(*)::int from pages p where p.system_id = entry.id and p.deleted_at is null) as "pageCnt",
         (select count(*)::int from current_system_grants user_grant join users u on u.id = user_grant.user_id and u.status < 3
           where user_grant.system_id = entry.id) as "permissionCnt",
         entry.id = ${PORTAL_SYSTEM_ID} as "protectedFlg", entry.version,
         entry.code, entry.browser_logout_url as template, registration.addresses as registered
    from systems entry, lateral (${registration}) registration
   where entry.deleted_at is null and ${isListed('systems')}`

interface ReadSystem extends Omit<CatalogSystem, keyof ReturnType<typeof logoutAddressView>>, LogoutAddress {
  code: string | null
}

const viewOf = ({ code, template, registered, ...system }: ReadSystem, portal: URL): CatalogSystem => ({
  ...system,
  ...logoutAddressView({ systemId: system.systemId, code, template, registered }, portal),
})

const listSystemsRow = {
  systemId: int,
  systemNm: text,
  facilityCd: nullable(text),
  cmrCenterExtlSoftware: arrayOf(text),
  pageCnt: int,
  permissionCnt: int,
  protectedFlg: bool,
  version: int,
  code: nullable(text),
  template: nullable(text),
  registered: arrayOf(nullable(text)),
}

const listSystemsStatement = statement([], {
  name: 'catalog: list systems',
  text: `${systems} order by entry.name, entry.id`,
  row: listSystemsRow,
})

/** Every system by name, without the one that stands for all applications. */
export const listSystems = async (tx: Tx, portal: URL): Promise<CatalogSystem[]> =>
  (await run(tx, listSystemsStatement())).map((row) => viewOf(row, portal))

const findSystemStatement = statement([int], {
  name: 'catalog: find system',
  text: `${systems} and entry.id = $1`,
  row: listSystemsRow,
})

export async function findSystem(tx: Tx, id: number, portal: URL): Promise<CatalogSystem | undefined> {
  const row = await runFirst(tx, findSystemStatement(id))
  return row && viewOf(row, portal)
}

const deleteSystemSoftware = statement([int], {
  name: 'catalog: delete system software',
  text: 'delete from system_software where system_id = $1',
})

const insertSystemSoftware = statement([int, arrayOf(text)], {
  name: 'catalog: insert system software',
  text: 'insert into system_software (system_id, name) select $1, unnest($2::text[])',
})

async function writeSoftware(tx: Tx, id: number, { software: names }: SystemRow): Promise<void> {
  await run(tx, deleteSystemSoftware(id))
  await run(tx, insertSystemSoftware(id, names))
}

type Rows = { before: SystemRow; after: SystemRow }

/** Refuses to change what the portal itself needs, a facility that does not exist, and a logout address elsewhere. */
async function check(tx: Tx, id: number | null, rows: Rows, portal: URL): Promise<StandardRefusal | null> {
  const { before, after } = rows
  if (id === PORTAL_SYSTEM_ID && after.name !== before.name) return refuseField('systemNm', sentences.system_fixed)
  if (id === PORTAL_SYSTEM_ID && after.facilityCode !== before.facilityCode)
    return refuseField('facilityCd', sentences.system_fixed)
  return (await checkFacility(tx, rows)) ?? (await checkLogoutAddress(tx, id, rows, portal))
}

const selectFacilities = statement([text], {
  name: 'catalog: select facilities',
  text: 'select from facilities where code = $1 for key share',
})

async function checkFacility(tx: Tx, { before, after }: Rows): Promise<StandardRefusal | null> {
  if (after.facilityCode === null || after.facilityCode === before.facilityCode) return null
  const facility = await runFirst(tx, selectFacilities(after.facilityCode))
  return facility ? null : refuseField('facilityCd', sentences.field_invalid)
}

const selectSystems = statement([nullable(int)], {
  name: 'catalog: select systems',
  text: `select ${registeredAddresses} as registered from systems system where system.id = $1`,
  row: { registered: arrayOf(nullable(text)) },
})

async function checkLogoutAddress(
  tx: Tx,
  id: number | null,
  { before, after: { browserLogoutUrl: template } }: Rows,
  portal: URL,
): Promise<StandardRefusal | null> {
  if (template === before.browserLogoutUrl) return null
  const found = await runFirst(tx, selectSystems(id))
  const issue = logoutAddressIssue({ template, registered: found?.registered ?? [] }, portal)
  return issue && refuseField('browserLogoutUrl', issue)
}

/** Systems of the catalog (CATA-046..049). */
export const systemRecord = (portal: URL): CatalogRecord<SentSystem, SystemRow, CatalogSystem> => ({
  table: 'systems',
  event: 'system_changed',
  kind: 'system',
  nameField: 'systemNm',
  columns: { name: 'name', facilityCode: 'facility_code', browserLogoutUrl: 'browser_logout_url' },
  rowSql: `jsonb_build_object('name', entry.name, 'facilityCode', entry.facility_code,
    'browserLogoutUrl', entry.browser_logout_url, 'software', ${software})`,
  empty: { name: '', facilityCode: null, browserLogoutUrl: null, software: [] },
  merge: (before, { systemNm, facilityCd, browserLogoutUrl, cmrCenterExtlSoftware }) => ({
    name: systemNm === undefined ? before.name : plainName(systemNm),
    facilityCode: facilityCd === undefined ? before.facilityCode : facilityCd || null,
    browserLogoutUrl: browserLogoutUrl === undefined ? before.browserLogoutUrl : browserLogoutUrl?.trim() || null,
    software: cmrCenterExtlSoftware === undefined ? before.software : distinctSoftware(cmrCenterExtlSoftware),
  }),
  issues: ({ name, software: names }) => [
    ...nameIssues('systemNm', name),
    ...(names.some((one) => one.length > SOFTWARE_NAME_MAX)
      ? [{ field: 'cmrCenterExtlSoftware', text: 'software_too_long' as const }]
      : []),
  ],
  check: (tx, id, rows) => check(tx, id, rows, portal),
  writeParts: writeSoftware,
  find: (tx, id) => findSystem(tx, id, portal),
  added: sentences.system_added,
  saved: sentences.system_saved,
})
