import type * as contract from '@portico/contract/session.ts'
import { sentences } from '../../http/sentences.ts'
import { newToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Stores, Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import type { DirectorySignOut } from '../directory/public.ts'
import { companySignOut } from '../federation/public.ts'
import { describePlace } from './device.ts'
import { reportSignIn } from './report-sign-in.ts'
import { sessionStore } from './session-store.ts'
import { readSignIns } from './sign-in-history.ts'

interface SessionDeps {
  db: Db
  directorySignOut: DirectorySignOut
  transact: Transact<'audit' | 'outbox' | 'sessions' | 'signInTickets' | 'signIns' | 'trustedDevices' | 'tx' | 'users'>
}

export function sessionHandlers({ db, transact, directorySignOut }: SessionDeps): Handlers<typeof contract> {
  const companyOf = async (userId: number) => (await companySignOut(db, userId)) ?? directorySignOut(userId)
  return {
    listSessions: ({ caller }) =>
      db.read(everything, async (tx) => {
        const open = await sessionStore(tx).findOpenOfUser(caller.user.id)
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
      transact(everything, async ({ sessions, audit }) => {
        const endedCnt = await sessions.endOfUser(caller.user.id, caller.sessionId, 'revoked')
        audit.record(request, { event: 'session_logout', ...auditActor(caller), after: { others: endedCnt } })
        return { endedCnt }
      }),
    listSignIns: ({ caller }) => db.read(everything, (tx) => readSignIns(tx, caller.user.id, caller.sessionId)),
    reportSignIn: ({ params, ...call }) => reportSignIn({ transact }, call, params.signInId),
    logout: async ({ caller, request }) => {
      await transact(everything, (stores) => endSession(stores, { caller, request }))
      // An emulated session belongs to the administrator, who signed in with another method (decision E9).
      const company = caller.actorId === null ? await companyOf(caller.user.id) : null
      return new Answer(company, { headers: { 'clear-site-data': '"cache", "storage"' } })
    },
    getWebSessionId: () => newToken(),
    getSessionTimeout: ({ caller }) => caller.idleMinutes,
    getLastAccess: ({ caller }) => ({ lastAccessDt: caller.lastActiveAt }),
    staySignedIn: async ({ caller }) => {
      const lastAccessDt = await transact(everything, ({ sessions }) => sessions.touch(caller.sessionId))
      return lastAccessDt ? { lastAccessDt } : refuse('401', sentences.session_missing)
    },
  }
}

/** An emulated session ends together with its administrator's own (LOUT-024), and that one with all begun from it. */
async function endSession(
  { sessions, audit }: Pick<Stores, 'audit' | 'sessions'>,
  { caller, request }: CallContext,
): Promise<void> {
  const { actorId, sessionId } = caller
  const ownId = actorId === null ? sessionId : await sessions.findActorSession(sessionId)
  const userId = actorId ?? caller.user.id
  if (ownId === null) return sessions.end([sessionId], 'logout')
  for (const emulated of await sessions.endEmulationsOf(ownId))
    audit.record(request, {
      event: 'emulation_ended',
      actorId: userId,
      subjectId: emulated.userId,
      sessionId: emulated.id,
    })
  await sessions.end([ownId], 'logout')
  audit.record(request, { event: 'session_logout', actorId: userId, subjectId: userId, sessionId: ownId })
}
