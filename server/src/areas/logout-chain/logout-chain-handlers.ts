import { LOGOUT_CHAIN_SECONDS } from '@portico/contract/kit/logout-chain.ts'
import type * as contract from '@portico/contract/logout-chain.ts'
import type { ActiveApp, LogoutChain } from '@portico/contract/logout-chain.ts'
import { refuse } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import type { CallContext, Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Stores, Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { browserLogoutAddress } from './logout-rules.ts'
import type { OpenApplication, StoredStep } from './logout-store.ts'

export interface LogoutChainDeps {
  transact: Transact<'logouts' | 'audit'>
  publicUrl: URL
  /** Sends the logout tokens that wait, without keeping the user waiting. */
  sendLogoutTokens: () => void
}

type ChainStores = Pick<Stores, 'logouts' | 'audit'>

export function logoutChainHandlers({
  transact,
  publicUrl,
  sendLogoutTokens,
}: LogoutChainDeps): Handlers<typeof contract> {
  const appOf = (application: OpenApplication) => viewOf(application, publicUrl)
  const chainOf = (stores: ChainStores, caller: Caller) => readChain(stores, caller, publicUrl)
  return {
    listActiveApps: ({ caller }) =>
      transact(everything, async ({ logouts }) => (await logouts.findOpenApplications([caller.sessionId])).map(appOf)),
    listActiveAppsOfBoth: ({ caller }) =>
      transact(everything, async ({ logouts }) =>
        (await logouts.findOpenApplications(await logouts.findEndedTogether(caller.sessionId))).map(appOf),
      ),
    beginLogoutChain: async ({ body, caller, request }) => {
      const chain = await transact(everything, async (stores) => {
        await closeSession(stores, { caller, request }, { mode: body.logoutMode, publicUrl })
        return chainOf(stores, caller)
      })
      sendLogoutTokens()
      return chain
    },
    readLogoutChain: ({ caller }) => transact(everything, (stores) => chainOf(stores, caller)),
    noteLogoutStep: ({ params, body, caller }) =>
      transact(everything, async (stores) => {
        const isKnown = await stores.logouts.noteStep(caller.sessionId, params.systemId, body.outcome)
        if (!isKnown) return refuse('404', sentences.not_found)
        return chainOf(stores, caller)
      }),
  }
}

/** Closes the session with all that a sign-out of it ends, and notes what has to be signed out of; once. */
async function closeSession(
  { logouts, audit }: ChainStores,
  { caller, request }: CallContext,
  { mode, publicUrl }: { mode: 'E' | undefined; publicUrl: URL },
): Promise<void> {
  const { sessionId } = caller
  // Mode E signs out the emulated user only; in any other session it means nothing (LOUT-023..026).
  const isAlone = mode === 'E' && caller.actorId !== null
  const closing = isAlone ? [sessionId] : await logouts.findEndedTogether(sessionId)
  const open = await logouts.findOpenApplications(closing)
  if (!(await logouts.close(closing))) return
  await logouts.queueLogoutTokens(closing)
  for (const [position, application] of open.entries()) {
    const canSignOut = viewOf(application, publicUrl).browserLogoutUrl !== null || application.hasBackChannel
    const outcome = canSignOut ? 'waiting' : 'not-supported'
    await logouts.addStep(sessionId, { systemId: application.systemId, position, outcome })
  }
  const after = { applications: open.map(({ name }) => name) }
  audit.record(request, { event: 'session_closing', ...auditActor(caller), after })
}

async function readChain({ logouts }: ChainStores, { sessionId }: Caller, publicUrl: URL): Promise<LogoutChain> {
  const together = await logouts.findEndedTogether(sessionId)
  const [stored, secondsLeft] = await Promise.all([
    logouts.findSteps(sessionId, together),
    logouts.secondsLeft(sessionId, LOGOUT_CHAIN_SECONDS),
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
