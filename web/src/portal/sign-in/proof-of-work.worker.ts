import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Longer than any device needs; then an error is shown. */
const SOLVE_TIMEOUT_MS = 30_000

/** Solves one challenge outside the page's thread. Answers null on timeout. */
self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: SOLVE_TIMEOUT_MS }).catch(() => null)
  self.postMessage(solution)
}
