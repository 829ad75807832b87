import type * as contract from '@portico/contract/session/session.ts'
import { sentences } from '../../http/sentences.ts'
import { newToken } from '../../crypto/tokens.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { describePlace } from './device.ts'
import { reportSignIn, type ReportDeps } from './report-sign-in.ts'
import {
  findOpenSessions,
  endSessionsOfUser,
  touchSession,
  findActorSession,
  endSessions,
  endEmulationsOf,
} from './session-store.ts'
import { readSignIns } from './sign-in-history.ts'

interface SessionDeps {
  db: Db
  /** Returns the sign-on and sign-out addresses of the user's company; null for users of other methods. */
  companySignOut: (userId: number) => Promise<contract.CompanySignOut | null>
  report: Omit<ReportDeps, 'db'>
}

export function sessionHandlers({ db, companySignOut, report }: SessionDeps): Handlers<typeof contract> {
  return {
    listSessions: ({ caller }) =>
      db.read(everything, async (tx) => {
        const open = await findOpenSessions(tx, caller.user.id)
        return open.map(({ id, device, address, createdAt, lastActiveAt }) => ({
          sessionId: id,
          device,
          place: describePlace(address),
          startDt: createdAt,
          lastAccessDt: lastActiveAt,
          currentFlg: id === caller.sessionId,
        }))
      }),
    endOtherSessions: ({ caller, request }) =>
      db.transact(everything, async (tx) => {
        const endedCnt = await endSessionsOfUser(tx, caller.user.id, caller.sessionId, 'revoked')
        recordAudit(tx, request, { event: 'session_logout', ...auditActor(caller), after: { others: endedCnt } })
        return { endedCnt }
      }),
    listSignIns: ({ caller }) => db.read(everything, (tx) => readSignIns(tx, caller.user.id, caller.sessionId)),
    reportSignIn: ({ params, ...call }) => reportSignIn({ db, ...report }, call, params.signInId),
    logout: async ({ caller, request }) => {
      await db.transact(everything, (tx) => endSession(tx, { caller, request }))
      // An emulated session belongs to the administrator, who signed in with another method (decision E9).
      const company = caller.actorId === null ? await companySignOut(caller.user.id) : null
      return new Answer(company, { headers: { 'clear-site-data': '"cache", "storage"' } })
    },
    getWebSessionId: () => newToken(),
    getSessionTimeout: ({ caller }) => caller.idleMinutes,
    getLastAccess: ({ caller }) => ({ lastAccessDt: caller.lastActiveAt }),
    staySignedIn: async ({ caller }) => {
      const lastAccessDt = await db.transact(everything, (tx) => touchSession(tx, caller.sessionId))
      return lastAccessDt ? { lastAccessDt } : refuse('401', sentences.session_missing)
    },
  }
}

/** An emulated session ends together with its administrator's own (LOUT-024), and that one with all begun from it. */
async function endSession(tx: Tx, { caller, request }: CallContext): Promise<void> {
  const { actorId, sessionId } = caller
  const ownId = actorId === null ? sessionId : await findActorSession(tx, sessionId)
  const userId = actorId ?? caller.user.id
  if (ownId === null) return endSessions(tx, [sessionId], 'logout')
  for (const emulated of await endEmulationsOf(tx, ownId))
    recordAudit(tx, request, {
      event: 'emulation_ended',
      actorId: userId,
      subjectId: emulated.userId,
      sessionId: emulated.id,
    })
  await endSessions(tx, [ownId], 'logout')
  recordAudit(tx, request, { event: 'session_logout', actorId: userId, subjectId: userId, sessionId: ownId })
}
