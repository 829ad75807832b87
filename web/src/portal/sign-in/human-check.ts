import {
  type CheckService,
  getHumanCheck,
  passHumanCheck,
  type ProofOfWork,
} from '@portico/contract/human-check/human-check.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { ApiError, request, call } from '../../api/call.ts'
import { texts } from '../../api/texts.ts'

/** A check that the user must do, in a dialog; at most one is pending. */
export interface PendingCheck {
  service: CheckService
  /** Submits the service's response: null when it was accepted, else the error message. */
  submit: (token: string) => Promise<string | null>
  cancel: () => void
}

let pending: PendingCheck | null = null
const listeners = new Set<() => void>()

export const pendingCheck = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => pending,
}

function setPending(check: PendingCheck | null): void {
  pending = check
  for (const listener of listeners) listener()
}

/** Result of a check: null when it passed, else the error message. */
type CheckError = string | null

let running: Promise<CheckError> | null = null

/**
 * Solves the human check and submits it for the current pre-login token; calls during a check wait for the same one.
 */
export function runHumanCheck(): Promise<CheckError> {
  running ??= startCheck().finally(() => (running = null))
  return running
}

/** Starts while the user types, if the check runs in the background. */
export async function startInvisibleCheck(): Promise<void> {
  const { proofOfWork } = await call(getHumanCheck)
  if (proofOfWork) running ??= solve(proofOfWork).finally(() => (running = null))
}

async function startCheck(): Promise<CheckError> {
  try {
    const { proofOfWork, service } = await call(getHumanCheck)
    if (proofOfWork) return await solve(proofOfWork)
    return service ? await showCheck(service) : signInWording().human_check_failed
  } catch {
    return signInWording().human_check_failed
  }
}

/** Shows the check to the user; resolves when it passed or was canceled. */
function showCheck(service: CheckService): Promise<CheckError> {
  return new Promise((resolve) => {
    const finish = (error: CheckError) => {
      setPending(null)
      resolve(error)
    }
    const submit = async (token: string) => {
      const failure = await submitToken(token)
      if (failure === null) finish(null)
      // The service does not answer the portal, which may offer its own check by now.
      else if (failure.isUnavailable && (await passesProofOfWork())) finish(null)
      else return failure.message
      return null
    }
    setPending({ service, submit, cancel: () => finish(signInWording().human_check_canceled) })
  })
}

async function passesProofOfWork(): Promise<boolean> {
  const { proofOfWork } = await call(getHumanCheck).catch(() => ({ proofOfWork: null }))
  return proofOfWork !== null && (await solve(proofOfWork)) === null
}

async function submitToken(token: string): Promise<{ message: string; isUnavailable: boolean } | null> {
  try {
    const { code, message } = await request(passHumanCheck, { body: { token } })
    return code === '200' ? null : { message: message || signInWording().human_check_failed, isUnavailable: false }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { message: error.message, isUnavailable: error.status === 503 }
  }
}

/** Solves the check in a worker. */
async function solve(challenge: ProofOfWork): Promise<CheckError> {
  try {
    const solution = await runWorker(challenge)
    return (await submitToken(btoa(JSON.stringify({ challenge, solution }))))?.message ?? null
  } catch {
    return signInWording().human_check_failed
  }
}

function runWorker(challenge: ProofOfWork): Promise<{ counter: number; derivedKey: string }> {
  const worker = new Worker(new URL('proof-of-work.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<{ counter: number; derivedKey: string }>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<{ counter: number; derivedKey: string } | null>) =>
      data
        ? resolve({ counter: data.counter, derivedKey: data.derivedKey })
        : reject(new Error('The work was given up')),
    )
    worker.addEventListener('error', () => reject(new Error('The work could not be done')))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}

const signInWording = () => texts(signInTexts)
