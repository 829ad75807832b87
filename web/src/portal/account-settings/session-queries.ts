import { endOtherSessions, listSessions, listSignIns, reportSignIn } from '@portico/contract/session.ts'
import { ApiError, call } from '../../api/call.ts'
import { invalidate, query, queryClient } from '../../api/query.ts'
import { noteSecured } from '../../api/session.ts'
import type { Outcome } from '../../ui/ModalForm.tsx'

const own = (uid: number) => ({ params: { uid } })

export const sessionsQuery = (uid: number) => query(listSessions, own(uid))
export const signInsQuery = (uid: number) => query(listSignIns, own(uid))

/** What the panels about sessions cannot be drawn without. */
export const loadSessions = (uid: number): Promise<unknown> =>
  Promise.all([queryClient.ensureQueryData(sessionsQuery(uid)), queryClient.ensureQueryData(signInsQuery(uid))])

/** Signs out all other browsers; the list then shows who is left. */
export const signOutOthers = (uid: number, done: string): Promise<Outcome> =>
  told(done, async () => {
    await call(endOtherSessions, own(uid))
    await invalidate(listSessions)
  })

/** Says that a sign-in was somebody else. `onGate`: a new password has to be chosen now. */
export const secureAccount = (uid: number, signInId: number, done: string, onGate: () => void): Promise<Outcome> =>
  told(done, async () => {
    const { passwordChangeFlg } = await call(reportSignIn, { params: { uid, signInId } })
    if (!passwordChangeFlg) return void (await Promise.all([invalidate(listSessions), invalidate(listSignIns)]))
    noteSecured()
    onGate()
  })

/** A success in given words, or what the server says against it. */
async function told(done: string, work: () => Promise<void>): Promise<Outcome> {
  try {
    await work()
    return { ok: true, message: done }
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, message: error.message }
    throw error
  }
}
