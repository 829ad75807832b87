import { PERSON_EXPORTS_A_DAY } from '@portico/contract/person-export/person-export-rules.ts'
import type * as contract from '@portico/contract/person-export/person-export.ts'
import { everything } from '../../db/scope.ts'
import { Refusal, type StandardRefusal } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { findTarget, type UserTarget } from '../permissions/public.ts'
import { downloadExport, type ExportDeps, exportView, requestExport } from './export-calls.ts'
import { exportRefusal } from './export-rights.ts'
import { findNewest } from './person-export-store.ts'

/** Administrators export everything about a user. */
export function personExportHandlers(deps: ExportDeps): Handlers<typeof contract> {
  return {
    getPersonExport: async ({ caller, params: { userId } }) => {
      const target = await exportable(deps, { caller }, userId)
      if (target instanceof Refusal) return target
      // Only the owner finds it.
      const found = await deps.db.read(everything, (tx) => findNewest(tx, caller.user.id, userId))
      return found ? exportView(found) : null
    },
    requestPersonExport: async ({ caller, request, params: { userId } }) => {
      const target = await exportable(deps, { caller }, userId)
      if (target instanceof Refusal) return target
      return requestExport(deps, { caller, request }, target, {
        aDay: PERSON_EXPORTS_A_DAY,
        tooMany: sentences.person_export_too_many,
        isUnderWay: sentences.person_export_under_way,
      })
    },
    downloadPersonExport: async ({ caller, request, params: { userId, exportId } }) => {
      const about = await exportable(deps, { caller }, userId)
      if (about instanceof Refusal) return about
      return downloadExport(deps, { caller, request }, { about, exportId, gone: sentences.person_export_gone })
    },
  }
}

/** The user in the scope of the administrator, or why they may not export them. */
async function exportable(
  { db }: ExportDeps,
  { caller }: Pick<CallContext, 'caller'>,
  userId: number,
): Promise<UserTarget | StandardRefusal> {
  const authority = await caller.authority()
  const target = await db.transact(adminScope(caller), (tx) => findTarget(tx, userId))
  return exportRefusal(authority, target) ?? (target as UserTarget)
}
