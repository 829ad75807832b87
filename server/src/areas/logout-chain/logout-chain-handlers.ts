import { LOGOUT_CHAIN_SECONDS } from '@portico/contract/kit/logout-chain.ts'
import type * as contract from '@portico/contract/logout-chain/logout-chain.ts'
import type { ActiveApp, LogoutChain } from '@portico/contract/logout-chain/logout-chain.ts'
import { refuse } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import type { CallContext, Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { browserLogoutAddress } from './logout-rules.ts'
import {
  type OpenApplication,
  type StoredStep,
  findOpenApplications,
  findSessionsEndedTogether,
  noteLogoutStep,
  closeSessions,
  queueLogoutTokens,
  addLogoutStep,
  findLogoutSteps,
  secondsLeftToSignOut,
} from './logout-store.ts'
import type { Db, Tx } from '../../db/database.ts'

export interface LogoutChainDeps {
  db: Db
  publicUrl: URL
  /** Sends the logout tokens that wait, without keeping the user waiting. */
  sendLogoutTokens: () => void
}

export function logoutChainHandlers({ db, publicUrl, sendLogoutTokens }: LogoutChainDeps): Handlers<typeof contract> {
  const appOf = (application: OpenApplication) => viewOf(application, publicUrl)
  const chainOf = (tx: Tx, caller: Caller) => readChain(tx, caller, publicUrl)
  return {
    listActiveApps: ({ caller }) =>
      db.read(everything, async (tx) => (await findOpenApplications(tx, [caller.sessionId])).map(appOf)),
    listActiveAppsOfBoth: ({ caller }) =>
      db.read(everything, async (tx) =>
        (await findOpenApplications(tx, await findSessionsEndedTogether(tx, caller.sessionId))).map(appOf),
      ),
    beginLogoutChain: async ({ body, caller, request }) => {
      const chain = await db.transact(everything, async (tx) => {
        await closeSession(tx, { caller, request }, { mode: body.logoutMode, publicUrl })
        return chainOf(tx, caller)
      })
      sendLogoutTokens()
      return chain
    },
    readLogoutChain: ({ caller }) => db.read(everything, (tx) => chainOf(tx, caller)),
    noteLogoutStep: ({ params, body, caller }) =>
      db.transact(everything, async (tx) => {
        const isKnown = await noteLogoutStep(tx, caller.sessionId, params.systemId, body.outcome)
        if (!isKnown) return refuse('404', sentences.not_found)
        return chainOf(tx, caller)
      }),
  }
}

/** Closes the session with all that a sign-out of it ends, and notes what has to be signed out of; once. */
async function closeSession(
  tx: Tx,
  { caller, request }: CallContext,
  { mode, publicUrl }: { mode: 'E' | undefined; publicUrl: URL },
): Promise<void> {
  const { sessionId } = caller
  // Mode E signs out the emulated user only; in any other session it means nothing (LOUT-023..026).
  const isAlone = mode === 'E' && caller.actorId !== null
  const closing = isAlone ? [sessionId] : await findSessionsEndedTogether(tx, sessionId)
  const open = await findOpenApplications(tx, closing)
  if (!(await closeSessions(tx, closing))) return
  await queueLogoutTokens(tx, closing)
  for (const [position, application] of open.entries()) {
    const canSignOut = viewOf(application, publicUrl).browserLogoutUrl !== null || application.hasBackChannel
    const outcome = canSignOut ? 'waiting' : 'not-supported'
    await addLogoutStep(tx, sessionId, { systemId: application.systemId, position, outcome })
  }
  const after = { applications: open.map(({ name }) => name) }
  recordAudit(tx, request, { event: 'session_closing', ...auditActor(caller), after })
}

async function readChain(tx: Tx, { sessionId }: Caller, publicUrl: URL): Promise<LogoutChain> {
  const together = await findSessionsEndedTogether(tx, sessionId)
  const [stored, secondsLeft] = await Promise.all([
    findLogoutSteps(tx, sessionId, together),
    secondsLeftToSignOut(tx, sessionId, LOGOUT_CHAIN_SECONDS),
  ])
  const steps = stored.map((step) => {
    const app = viewOf(step, publicUrl)
    return { ...app, outcome: outcomeOf(step, app.browserLogoutUrl !== null) }
  })
  return { secondsLeft, steps }
}

const viewOf = ({ systemId, name, code, logoutTemplate, registered }: OpenApplication, publicUrl: URL): ActiveApp => ({
  systemId,
  systemNm: name,
  systemCd: code,
  browserLogoutUrl: browserLogoutAddress({ template: logoutTemplate, registered }, publicUrl),
})

/** An application that confirmed its logout token is signed out, whatever the browser has seen. */
function outcomeOf({ outcome, backChannel }: StoredStep, hasAddress: boolean): StoredStep['outcome'] {
  if (backChannel === 'delivered') return 'done'
  const hasFailed = backChannel === 'retrying' || backChannel === 'failed'
  return outcome === 'waiting' && hasFailed && !hasAddress ? 'no-answer' : outcome
}
