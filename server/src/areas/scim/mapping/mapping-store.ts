import { ATTRIBUTE_VERSIONS_SHOWN } from '@portico/contract/scim/directory-attributes.ts'
import type { Tx } from '../../../db/database.ts'
import { queue, run, runFirst } from '../../../db/run.ts'
import { instant, int, json, jsonText, nullable, statement, text } from '../../../db/statement.ts'
import { type AttributeMapping, type ChosenPaths, noMapping } from './attribute-mapping.ts'

// The table scim_mappings: versions of the mapping of an employer, which stay as they are.

const newestStatement = statement([int, int], {
  name: 'scim: mapping and former one',
  text: `
  select version, paths from scim_mappings
   where client_id = $1 and (version = $2
     or version = (select max(newest.version) from scim_mappings newest where newest.client_id = $1))
   order by version desc`,
  row: { version: int, paths: json<ChosenPaths>() },
})

/** The mapping that counts now, and the one of a version. */
export async function readMappings(
  tx: Tx,
  clientId: number,
  version = 0,
): Promise<{ now: AttributeMapping; former: AttributeMapping }> {
  const found = await run(tx, newestStatement(clientId, version))
  return { now: found[0] ?? noMapping, former: found.find((each) => each.version === version) ?? noMapping }
}

const lockStatement = statement([int], {
  name: 'scim: lock mapping of client',
  text: 'select id from clients where id = $1 for no key update',
  row: { id: int },
})

/** Lets one transaction at a time add a version. */
export const lockMappings = (tx: Tx, clientId: number) => runFirst(tx, lockStatement(clientId))

const addStatement = statement([int, int, jsonText, int], {
  name: 'scim: add mapping',
  text: 'insert into scim_mappings (client_id, version, paths, saved_by) values ($1, $2, $3::jsonb, $4)',
})

/** Adds a version, which counts from now on. */
export const addMapping = (tx: Tx, clientId: number, { version, paths }: AttributeMapping, by: number): void =>
  queue(tx, addStatement(clientId, version, JSON.stringify(paths), by))

const versionsStatement = statement([int], {
  name: 'scim: versions of mapping',
  text: `
  select one.version as "versionNr", one.paths, one.saved_at as "changedDt",
         saver.first_name || ' ' || saver.last_name as "changedByNm"
    from scim_mappings one left join users saver on saver.id = one.saved_by
   where one.client_id = $1 order by one.version desc limit ${ATTRIBUTE_VERSIONS_SHOWN}`,
  row: { versionNr: int, paths: json<ChosenPaths>(), changedDt: instant, changedByNm: nullable(text) },
})

/** The last versions, the newest first. */
export const readMappingVersions = (tx: Tx, clientId: number) => run(tx, versionsStatement(clientId))
