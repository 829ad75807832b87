import type * as contract from '@portico/contract/emulation.ts'
import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import { refuse, refuseFields } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { OriginRule } from '../../http/origin.ts'
import type { Transact } from '../../stores.ts'
import { beginEmulation } from './begin-emulation.ts'

interface EmulationDeps {
  transact: Transact<'audit' | 'outbox' | 'sessions' | 'tx' | 'users'>
  origin: OriginRule
}

export function emulationHandlers({ transact, origin }: EmulationDeps): Handlers<typeof contract> {
  return {
    emulatedLogin: async ({ params, body, caller, request }) => {
      const { host, reason, readOnly = false } = typeof body === 'string' ? { host: body } : body
      if (!origin.isOurHost(host.trim()))
        return refuseFields('400', sentences.request_refused, [{ field: 'host', message: sentences.field_invalid }])
      const asked = { userId: params.userId, reason: reason?.trim() || null, isLookOnly: readOnly }
      return beginEmulation(transact, { caller, request }, asked)
    },
    emulatedLogout: ({ params: { uid, userId }, caller, request }) =>
      transact(everything, async ({ sessions, audit }) => {
        const ended = await sessions.endEmulationsAs(caller.sessionId, userId)
        if (!ended) return refuse('403', sentences.not_allowed)
        for (const sessionId of ended)
          audit.record(request, { event: 'emulation_ended', actorId: uid, subjectId: userId, sessionId })
        return null
      }),
  }
}
