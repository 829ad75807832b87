import type * as contract from '@portico/contract/person-export/own-export.ts'
import { OWN_EXPORTS_A_DAY } from '@portico/contract/person-export/person-export-rules.ts'
import { everything } from '../../db/scope.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { downloadExport, type ExportDeps, exportView, requestExport } from './export-calls.ts'
import { findNewest } from './person-export-store.ts'

/** Users export everything about themselves. */
export function ownExportHandlers(deps: ExportDeps): Handlers<typeof contract> {
  return {
    getOwnExport: async ({ caller: { user } }) => {
      const found = await deps.db.read(everything, (tx) => findNewest(tx, user.id, user.id))
      return found ? exportView(found) : null
    },
    requestOwnExport: (context) =>
      requestExport(deps, context, context.caller.user, {
        aDay: OWN_EXPORTS_A_DAY,
        tooMany: sentences.own_export_too_many,
        isUnderWay: sentences.own_export_under_way,
      }),
    downloadOwnExport: (context) =>
      downloadExport(deps, context, {
        about: context.caller.user,
        exportId: context.params.exportId,
        gone: sentences.own_export_gone,
      }),
  }
}
