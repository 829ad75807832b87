import type * as contract from '@portico/contract/catalog/catalog-systems.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { Handlers } from '../../http/handlers.ts'
import { recordCommands } from './catalog-record.ts'
import { notFound } from './catalog-refusals.ts'
import { deleteRecords, restoreRecords } from './delete-records.ts'
import type { CatalogDeps } from './save-application.ts'
import { findSystem, listSystems, systemRecord } from './system-record.ts'
import { run } from '../../db/run.ts'
import { statement, text } from '../../db/statement.ts'

const selectFacilities = statement([], {
  name: 'system handlers: select facilities',
  text: 'select code as "facilityCd", name as "facilityNm" from facilities order by name',
  row: { facilityCd: text, facilityNm: text },
})

/** Systems, kept by internal administrators for all clients. */
export function systemHandlers(deps: CatalogDeps & { db: Db; publicUrl: URL }): Handlers<typeof contract> {
  const { publicUrl } = deps
  const systems = recordCommands(systemRecord(publicUrl), deps)
  const read = <T>(work: (tx: Tx) => Promise<T>) => deps.db.read(everything, work)
  return {
    listSystems: () => read((tx) => listSystems(tx, publicUrl)),
    getSystem: async ({ params: { systemId } }) =>
      (await read((tx) => findSystem(tx, systemId, publicUrl))) ?? notFound(),
    addSystem: ({ body, ...by }) => systems.add(by, body),
    updateSystem: ({ params: { systemId }, body, ...by }) => systems.update(by, systemId, body),
    listOpenSource: async ({ params: { systemId } }) =>
      (await read((tx) => findSystem(tx, systemId, publicUrl)))?.cmrCenterExtlSoftware ?? notFound(),
    deleteSystems: ({ body: ids, ...by }) => deleteRecords(deps, by, { table: 'systems', ids }),
    restoreSystems: ({ body: { undoId }, ...by }) => restoreRecords(deps, by, { table: 'systems', undoId }),
    listCatalogFacilities: () => read((tx) => run(tx, selectFacilities())),
  }
}
