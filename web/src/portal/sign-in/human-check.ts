import { type CheckService, getHumanCheck, passHumanCheck, type ProofOfWork } from '@portico/contract/human-check.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { ApiError, ask, call } from '../../api/call.ts'
import { texts } from '../../api/texts.ts'

/** A check that a person has to do, in a window of its own; at most one waits. */
export interface WaitingCheck {
  service: CheckService
  /** Hands in what the service gave for it: null when that was enough, else a sentence that says why not. */
  handIn: (token: string) => Promise<string | null>
  cancel: () => void
}

let waiting: WaitingCheck | null = null
const listeners = new Set<() => void>()

export const waitingCheck = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => waiting,
}

function showWaiting(check: WaitingCheck | null): void {
  waiting = check
  for (const listener of listeners) listener()
}

/** How a check ended: null when it was passed, else a sentence for the person. */
type Ending = string | null

let running: Promise<Ending> | null = null

/**
 * Does the human check and hands it in for the pre-login token that is in use; whoever asks while one
 * is under way waits for that one.
 */
export function passCheck(): Promise<Ending> {
  running ??= begin().finally(() => (running = null))
  return running
}

/** Begins while the person still types, where the check is one that nobody sees. */
export async function beginUnseenCheck(): Promise<void> {
  const { proofOfWork } = await call(getHumanCheck)
  if (proofOfWork) running ??= solve(proofOfWork).finally(() => (running = null))
}

async function begin(): Promise<Ending> {
  try {
    const { proofOfWork, service } = await call(getHumanCheck)
    if (proofOfWork) return await solve(proofOfWork)
    return service ? await askPerson(service) : wording().human_check_failed
  } catch {
    return wording().human_check_failed
  }
}

/** The person does it; ends when it was passed or called off. */
function askPerson(service: CheckService): Promise<Ending> {
  return new Promise((resolve) => {
    const end = (ending: Ending) => {
      showWaiting(null)
      resolve(ending)
    }
    const handIn = async (token: string) => {
      const refusal = await handOver(token)
      if (refusal === null) end(null)
      // The service does not answer the portal: it may offer a check of its own by now.
      else if (refusal.isAway && (await helpsItself())) end(null)
      else return refusal.sentence
      return null
    }
    showWaiting({ service, handIn, cancel: () => end(wording().human_check_cancelled) })
  })
}

async function helpsItself(): Promise<boolean> {
  const { proofOfWork } = await call(getHumanCheck).catch(() => ({ proofOfWork: null }))
  return proofOfWork !== null && (await solve(proofOfWork)) === null
}

async function handOver(token: string): Promise<{ sentence: string; isAway: boolean } | null> {
  try {
    const { code, message } = await ask(passHumanCheck, { body: { token } })
    return code === '200' ? null : { sentence: message || wording().human_check_failed, isAway: false }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { sentence: error.message, isAway: error.status === 503 }
  }
}

/** Unseen, in a thread of its own. */
async function solve(challenge: ProofOfWork): Promise<Ending> {
  try {
    const solution = await work(challenge)
    return (await handOver(btoa(JSON.stringify({ challenge, solution }))))?.sentence ?? null
  } catch {
    return wording().human_check_failed
  }
}

function work(challenge: ProofOfWork): Promise<{ counter: number; derivedKey: string }> {
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

const wording = () => texts(signInTexts)
