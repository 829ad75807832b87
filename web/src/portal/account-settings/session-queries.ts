import { endOtherSessions, listSessions, listSignIns, reportSignIn } from '@portico/contract/session/session.ts'
import { call } from '../../api/call.ts'
import { invalidate, query, queryClient } from '../../api/query.ts'
import { markSecured } from '../../api/session.ts'
import { runAction } from '../../patterns/run-action.ts'
import type { Outcome } from '../../ui/outcome.ts'

const own = (uid: number) => ({ params: { uid } })

export const sessionsQuery = (uid: number) => query(listSessions, own(uid))
export const signInsQuery = (uid: number) => query(listSignIns, own(uid))

/** Loads the data that the session panels need to render. */
export const loadSessions = (uid: number): Promise<unknown> =>
  Promise.all([queryClient.ensureQueryData(sessionsQuery(uid)), queryClient.ensureQueryData(signInsQuery(uid))])

/** Signs out all other browsers; the list then shows the sessions that are left. */
export const signOutOthers = (uid: number, done: string): Promise<Outcome> =>
  runAction(async () => {
    await call(endOtherSessions, own(uid))
    return done
  }, [listSessions])

/** Reports a sign-in as someone else's. `onGate`: the user must now choose a new password. */
export const secureAccount = (uid: number, signInId: number, done: string, onGate: () => void): Promise<Outcome> =>
  runAction(async () => {
    const { passwordChangeFlg } = await call(reportSignIn, { params: { uid, signInId } })
    if (passwordChangeFlg) {
      markSecured()
      onGate()
    } else await Promise.all([invalidate(listSessions), invalidate(listSignIns)])
    return done
  })
