import {
  beginLogoutChain,
  noteLogoutStep,
  readLogoutChain,
  type LogoutChain,
  type LogoutStep,
} from '@portico/contract/logout-chain/logout-chain.ts'
import { call } from '../../api/call.ts'
import { endInOtherTabs } from '../../api/session.ts'
import type { Session } from '../../api/stored-session.ts'
import { readStored, writeStored } from '../../api/stored-values.ts'

/** An application that does not answer is given up after this time (decision M1). */
const ANSWER_TIMEOUT_MS = 5000
/** Interval and limit of the wait for applications that are signed out by a message of the server. */
const POLL_MS = 300
const CONFIRM_TIMEOUT_MS = 5500

/** What the page shows. */
export interface ChainState {
  steps: readonly LogoutStep[]
  /** The application to which the browser is on its way. */
  current: LogoutStep | null
}

export interface ChainDeps {
  session: Session
  mode: 'E' | undefined
  /** System code or id of the application that sent the browser back. */
  returnedFrom: string | undefined
  show: (state: ChainState) => void
  /** Aborted when the user finishes at once. */
  finish: AbortSignal
  /** Resolves when the user skips the current application. */
  skipped: () => Promise<void>
}

/** The steps as this browser last saw them: for the receipt when the server ended the session meanwhile (LOUT-018). */
export function storedSteps(): LogoutStep[] {
  try {
    const steps = JSON.parse(readStored('activeApps') ?? '[]') as LogoutStep[]
    return Array.isArray(steps) ? steps : []
  } catch {
    return []
  }
}

export const forgetSteps = (): void => writeStored('activeApps', '[]')

/** What has not come back by the end gave no answer. */
export const receiptOf = (steps: readonly LogoutStep[]): LogoutStep[] =>
  steps.map((step) => (step.outcome === 'waiting' ? { ...step, outcome: 'no-answer' } : step))

/** True for the application that the address names when it sends the browser back (decision M5). */
const isNamed = ({ systemCd, systemId }: LogoutStep, name: string | undefined) =>
  name === systemCd || name === String(systemId)

/** LOUT-020: the mode as a parameter of the query, whether the address has one or not (decision M3). */
export function withMode(address: string, mode: 'E' | undefined): string {
  const url = new URL(address)
  if (mode) url.searchParams.set('logoutMode', mode)
  return url.href
}

/** Leads the browser through every application, and resolves when none is left in this visit of the page (LOUT-019). */
export async function runLogoutChain(deps: ChainDeps): Promise<LogoutStep[]> {
  const { session, mode, returnedFrom, show, finish } = deps
  const params = { uid: session.uid }
  const note = async (step: LogoutStep, outcome: 'done' | 'no-answer' | 'skipped') =>
    keep(await call(noteLogoutStep, { params: { ...params, systemId: step.systemId }, body: { outcome } }))

  let steps = keep(await call(beginLogoutChain, { params, body: mode ? { logoutMode: mode } : {} }))
  if (mode === undefined) endInOtherTabs()
  const returned = steps.find((step) => step.outcome === 'waiting' && isNamed(step, returnedFrom))
  if (returned) steps = await note(returned, 'done')

  for (let next = nextOf(steps); next && !finish.aborted; next = nextOf(steps)) {
    show({ steps, current: next })
    steps = await note(next, await visit(next, deps))
  }
  show({ steps, current: null })
  return receiptOf(await waitForConfirmations(steps, deps))
}

function keep({ steps }: LogoutChain): LogoutStep[] {
  writeStored('activeApps', JSON.stringify(steps))
  return steps
}

const nextOf = (steps: readonly LogoutStep[]) =>
  steps.find(({ outcome, browserLogoutUrl }) => outcome === 'waiting' && browserLogoutUrl !== null)

/** Sends the browser to an application. The page stays for as long as that does not answer. */
async function visit(
  { browserLogoutUrl }: LogoutStep,
  { mode, skipped, finish }: ChainDeps,
): Promise<'skipped' | 'no-answer'> {
  location.assign(withMode(browserLogoutUrl ?? '', mode))
  const outcome = await Promise.race([
    skipped().then(() => 'skipped' as const),
    aborted(finish).then(() => 'skipped' as const),
    delay(ANSWER_TIMEOUT_MS).then(() => 'no-answer' as const),
  ])
  window.stop()
  return outcome
}

/** Waits for the applications that the server signs out. */
async function waitForConfirmations(
  steps: readonly LogoutStep[],
  { session, finish, show }: ChainDeps,
): Promise<readonly LogoutStep[]> {
  const until = Date.now() + CONFIRM_TIMEOUT_MS
  let latest = steps
  while (latest.some(({ outcome }) => outcome === 'waiting') && Date.now() < until && !finish.aborted) {
    await Promise.race([delay(POLL_MS), aborted(finish)])
    latest = keep(await call(readLogoutChain, { params: { uid: session.uid } }))
    show({ steps: latest, current: null })
  }
  return latest
}

const delay = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
