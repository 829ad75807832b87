import { getHumanCheck, passHumanCheck, type ProofOfWork } from '@portico/contract/human-check.ts'
import { call } from '../../api/call.ts'

let running: Promise<void> | null = null

/**
 * Solves the human check unseen and hands it in for the pre-login token that is in use; whoever asks
 * while one is under way waits for that one. Rejects when it was not passed.
 */
export function solveHumanCheck(): Promise<void> {
  running ??= solveOnce().finally(() => (running = null))
  return running
}

async function solveOnce(): Promise<void> {
  const { proofOfWork } = await call(getHumanCheck)
  if (!proofOfWork) throw new Error('This kind of human check is not known here')
  const solution = await work(proofOfWork)
  const token = btoa(JSON.stringify({ challenge: proofOfWork, solution }))
  await call(passHumanCheck, { body: { token } })
}

/** The work itself, in a thread of its own. */
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
