import type * as contract from '@portico/contract/emulation/emulation.ts'
import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import { refuse, refuseFields } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { OriginRule } from '../../http/origin.ts'
import { beginEmulation } from './begin-emulation.ts'
import type { Db } from '../../db/database.ts'
import { endEmulationsAs } from '../session/public.ts'
import { recordAudit } from '../audit/public.ts'

interface EmulationDeps {
  db: Db
  origin: OriginRule
}

export function emulationHandlers({ db, origin }: EmulationDeps): Handlers<typeof contract> {
  return {
    emulatedLogin: async ({ params, body, caller, request }) => {
      const { host, reason, readOnly = false } = typeof body === 'string' ? { host: body } : body
      if (!origin.isOurHost(host.trim()))
        return refuseFields('400', sentences.request_refused, [{ field: 'host', message: sentences.field_invalid }])
      const asked = { userId: params.userId, reason: reason?.trim() || null, isReadOnly: readOnly }
      return beginEmulation(db, { caller, request }, asked)
    },
    emulatedLogout: ({ params: { uid, userId }, caller, request }) =>
      db.transact(everything, async (tx) => {
        const ended = await endEmulationsAs(tx, caller.sessionId, userId)
        if (!ended) return refuse('403', sentences.not_allowed)
        for (const sessionId of ended)
          recordAudit(tx, request, { event: 'emulation_ended', actorId: uid, subjectId: userId, sessionId })
        return null
      }),
  }
}
